import { toPlainText } from '../plain-text.ts';

const han = /\p{Script=Han}/u;
/** Chinese is written without spaces, so a change of script ends a word. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}'])+/gu;

/** Returns the words of a normalised text. For Chinese, each run of characters is one word. */
export function splitIntoRuns(plainText: string): string[] {
  return (
    plainText
      .match(runs)
      ?.map((run) => run.replaceAll(/'s$|'/g, ''))
      .filter(Boolean) ?? []
  );
}

export function isHan(word: string): boolean {
  return han.test(word);
}

/** Scripts other than Chinese that are written without spaces. */
const unspaced =
  /^[\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+$/u;

/**
 * Returns what the index stores of a text: words in the singular, and for Chinese every character and every pair of
 * neighbours. In other scripts without spaces a word may begin at any character, and the search matches beginnings.
 */
export function createSearchTokens(text: string): string[] {
  return splitIntoRuns(toPlainText(text)).flatMap((run) => {
    if (isHan(run)) return [...Array.from(run), ...listPairs(run)];
    return unspaced.test(run) ? listEndings(run) : [toSingular(run)];
  });
}

/** ラーメン → ラーメン, ーメン, メン, ン. */
function listEndings(run: string): string[] {
  return Array.from(run, (_, index) => run.slice(index));
}

/** Pairs of neighbours locate a word within a run. A run of one character has only itself. */
export function listPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/**
 * Returns the end of a name, which says what the dish is: milk tea is tea and tea eggs are eggs, 奶茶 is 茶 and 茶葉蛋 is 蛋.
 * Side dishes after the name do not count.
 */
export function findHeads(name: string): string[] {
  const [itself = ''] = toPlainText(name).split(/ (?:with|in|on|and|of|for|from|&) |[,(，、（]/);
  const last = splitIntoRuns(itself).at(-1);
  if (last === undefined) return [];
  return isHan(last) ? [last.slice(-1), last.slice(-2)] : [toSingular(last)];
}

/** Handles English plurals. Other words only need to change in the same way on both sides. */
export function toSingular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (/.{2}ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (/(?:ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

const denials = [
  /\b(?:not|no|without|never)(?: (?:at all|too|very|any))? [a-z]+/g,
  /\b[a-z]+[ -]free\b/g,
  /(?:沒有|没有|不含|不加|不會|不会|無|无|免)\p{Script=Han}{1,2}|不\p{Script=Han}/gu,
];

/** Removes negated words: "not at all spicy" does not describe a spicy dish. */
export function dropNegated(text: string): string {
  return denials.reduce((rest, denial) => rest.replaceAll(denial, ' '), toPlainText(text));
}
