import { holding, type SearchedMenu, type Wanted } from './menu-search.ts';
import { plain, wordsOf } from './plain-text.ts';

interface Dish {
  readonly name: string;
  readonly otherNames?: readonly string[] | undefined;
  readonly description: string;
}

/** What was probably meant. */
export interface Similar<Found> {
  /** The menu's own spelling, to be shown. */
  readonly keyword: string;
  /** Every spelling that was looked for, to be marked. */
  readonly words: readonly string[];
  /** Never empty. */
  readonly products: readonly Found[];
}

/** Shorter words have too many neighbours. */
const leastLength = 5;

/**
 * For words that nothing holds: the dishes that hold them with one slip of the finger in each Latin word of five letters
 * or more (one letter wrong, missing, too many, or two changed places). undefined: none either.
 */
export function similarTo<Found extends Dish>(
  menu: SearchedMenu<Found>,
  keyword: string,
): Similar<Found> | undefined {
  const vocabulary = vocabularyOf(menu);
  const wanted: Wanted = wordsOf(keyword).map((word) => spellingsOf(word, vocabulary));
  const products = holding(menu, wanted);
  if (products.length === 0) return undefined;
  return { keyword: wanted.map(([nearest]) => nearest).join(' '), words: wanted.flat(), products };
}

/** The word itself where the menu has it, else what is one slip away from it, the shortest first. */
function spellingsOf(word: string, vocabulary: readonly string[]): string[] {
  if (!/^[a-z]+$/.test(word) || word.length < leastLength) return [word];
  if (vocabulary.some((known) => known.includes(word))) return [word];
  const near = vocabulary.filter((known) => isBeginningNear(word, known));
  return near.length > 0 ? near : [word];
}

function vocabularyOf(menu: SearchedMenu<Dish>): string[] {
  const texts = menu.categories.flatMap(({ products }) =>
    products.flatMap(({ name, otherNames = [], description }) => [name, ...otherNames, description]),
  );
  const words = new Set(texts.flatMap((text) => plain(text).match(/[a-z]{4,}/g) ?? []));
  return [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** A diner may not have typed the whole word yet. */
function isBeginningNear(typed: string, known: string): boolean {
  return [-1, 0, 1].some((more) => isOneSlipAway(typed, known.slice(0, typed.length + more)));
}

/** One letter wrong, missing, too many, or two neighbours changed places; the same word is no slip. */
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
