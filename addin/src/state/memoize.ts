/** Memoization, so that moving the slider computes only what changed. */

/** Keep the last result while all arguments are identical. */
export function memoizeLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | null = null;
  return (...given) => {
    if (!last?.given.every((each, index) => Object.is(each, given[index]))) last = { given, made: make(...given) };
    return last.made;
  };
}

/** Keep one result for each object, while the object lives. */
export function memoizePerObject<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new WeakMap<Given, { value: Made }>();
  return given => {
    let answer = made.get(given);
    if (!answer) made.set(given, (answer = { value: make(given) }));
    return answer.value;
  };
}
