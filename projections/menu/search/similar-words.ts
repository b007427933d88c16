/** Shorter words have too many similar words. */
const leastLength = 5;

/**
 * Returns words of the menu that were probably meant by an unknown word, shortest first. They differ by one typing
 * error (see `isOneSlipAway`), or contain the word.
 */
export function findSimilarWords(word: string, vocabulary: ReadonlySet<string>): string[] {
  if (!/^[a-z]+$/.test(word)) return [];
  const isNear = (known: string) =>
    (word.length >= leastLength && isBeginningNear(word, known)) ||
    (word.length >= leastLength - 1 && known.includes(word));
  return [...vocabulary].filter(isNear).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** The diner may not have typed the whole word yet. */
function isBeginningNear(typed: string, known: string): boolean {
  return [-1, 0, 1].some((more) => isOneSlipAway(typed, known.slice(0, typed.length + more)));
}

/**
 * Whether two words differ by one wrong, missing or extra letter, or by two swapped neighbours. Equal words do not
 * count.
 */
export function isOneSlipAway(a: string, b: string): boolean {
  if (a.length > b.length) return isOneSlipAway(b, a);
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  if (a.length + 1 === b.length) return restA === restB.slice(1);
  if (a.length !== b.length || restA === '') return false;
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isSwapped || restA.slice(1) === restB.slice(1);
}
