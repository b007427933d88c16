import { plain } from '../plain-text.ts';

const han = /\p{Script=Han}/u;
/** Chinese is written without spaces, so a change of script ends a word. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}'])+/gu;

/** The words of a text as `plain` writes it: of Chinese each run of characters. */
export function runsOf(plainText: string): string[] {
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

/** Scripts other than Chinese whose words stand together without spaces. */
const unspaced =
  /^[\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+$/u;

/**
 * What is indexed of a text: words in the singular, and of Chinese every character and every two neighbours. In other
 * scripts without spaces a word may begin at any character, and the search looks for beginnings.
 */
export function tokensOf(text: string): string[] {
  return runsOf(plain(text)).flatMap((run) => {
    if (isHan(run)) return [...Array.from(run), ...pairsOf(run)];
    return unspaced.test(run) ? endingsOf(run) : [singular(run)];
  });
}

/** ラーメン → ラーメン, ーメン, メン, ン. */
function endingsOf(run: string): string[] {
  return Array.from(run, (_, index) => run.slice(index));
}

/** Two characters and their neighbours say where in a run a word stands; a single one says nothing but itself. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/**
 * What a name is, at its end in either language: milk tea is a tea and tea eggs are eggs, 奶茶 is 茶 and 茶葉蛋 is 蛋. What
 * comes with it stands behind.
 */
export function headsOf(name: string): string[] {
  const [itself = ''] = plain(name).split(/ (?:with|in|on|and|of|for|from|&) |[,(，、（]/);
  const last = runsOf(itself).at(-1);
  if (last === undefined) return [];
  return isHan(last) ? [last.slice(-1), last.slice(-2)] : [singular(last)];
}

/** English plurals; whatever else only has to become the same on both sides. */
export function singular(word: string): string {
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

/** A text without what it says is not there: "not at all spicy" is no spicy dish. */
export function withoutDenied(text: string): string {
  return denials.reduce((rest, denial) => rest.replaceAll(denial, ' '), plain(text));
}
