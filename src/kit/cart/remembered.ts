/**
 * The function with a memory: for the same two objects the same answer, for as long as they live. What is worked out
 * from what did not change is the same object, so that who shows it need not render again.
 */
export function remembered<A extends object, B extends object, R extends object>(
  work: (a: A, b: B) => R,
): (a: A, b: B) => R {
  const answers = new WeakMap<B, WeakMap<A, R>>();
  return (a, b) => {
    let ofB = answers.get(b);
    if (!ofB) answers.set(b, (ofB = new WeakMap()));
    const before = ofB.get(a);
    if (before) return before;
    const answer = work(a, b);
    ofB.set(a, answer);
    return answer;
  };
}
