/** Memoization, so that moving the slider computes only what changed. */

/** Keep the last result while all arguments are identical. */
export function memoizeLast<Given extends readonly unknown[], Made>(
  make: (...args: Given) => Made,
): (...args: Given) => Made {
  let last: { args: Given; made: Made } | null = null;
  return (...args) => {
    if (!last?.args.every((each, index) => Object.is(each, args[index]))) last = { args, made: make(...args) };
    return last.made;
  };
}

/** Keep one result for each object, while the object lives. */
export function memoizePerObject<Given extends object, Made>(
  make: (object: Given) => Made,
): (object: Given) => Made {
  const made = new WeakMap<Given, { value: Made }>();
  return object => {
    let answer = made.get(object);
    if (!answer) made.set(object, (answer = { value: make(object) }));
    return answer.value;
  };
}
