/** Remembering what was computed, so that a movement of the slider computes only what changed. */

/** The last answer again for as long as everything it was made from is the same. */
export function memoizeLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | null = null;
  return (...given) => {
    if (!last?.given.every((each, index) => Object.is(each, given[index]))) last = { given, made: make(...given) };
    return last.made;
  };
}

/** One answer for each object, for as long as the object lives. */
export function memoizePerObject<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new WeakMap<Given, { value: Made }>();
  return given => {
    let answer = made.get(given);
    if (!answer) made.set(given, (answer = { value: make(given) }));
    return answer.value;
  };
}
