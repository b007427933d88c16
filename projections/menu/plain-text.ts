/** A text in the form that is compared, and where each of its characters comes from. */
interface Placed {
  readonly plain: string;
  /**
   * `from[i]` is the index in the original text of the i-th character of `plain`. The last entry is the end of the
   * text.
   */
  readonly from: readonly number[];
}

/** A part of a text. `hit` says whether it matches the search. */
interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** Normalises case, accents, width, the kind of kana and the kind of apostrophe. */
export function toPlainText(text: string): string {
  return locate(text).plain;
}

/**
 * Splits the text into parts and marks those that begin with one of `words`, which are normalised by `plain`. The parts
 * add up to the text.
 */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const hits = listHits(locate(text), words);
  const parts: TextPart[] = [];
  let end = 0;
  for (const hit of hits) {
    if (hit.from > end) parts.push({ text: text.slice(end, hit.from), hit: false });
    parts.push({ text: text.slice(hit.from, hit.to), hit: true });
    end = hit.to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

interface Hit {
  readonly from: number;
  to: number;
}

/** Places in the original text, in order, without overlaps. */
function listHits({ plain: searched, from }: Placed, words: readonly string[]): Hit[] {
  const found: Hit[] = [];
  for (const word of words.filter((each) => each !== ''))
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1))
      if (!isInside(searched, at)) found.push({ from: from[at]!, to: endOf(from, at + word.length) });
  const joined: Hit[] = [];
  for (const hit of found.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else joined.push(hit);
  }
  return joined;
}

/** Latin words match only at their beginning: "steamed" does not match "tea". */
function isInside(text: string, at: number): boolean {
  return at > 0 && /^[a-z\d]{2}$/.test(text.slice(at - 1, at + 1));
}

/** One character may become several (ﬁ, ㌕). It is marked as a whole. */
function endOf(from: readonly number[], index: number): number {
  let end = index;
  while (end < from.length - 1 && from[end] === from[end - 1]) end += 1;
  return from[end]!;
}

function stripCharacter(character: string): string {
  // Most characters of a menu have neither accents nor width.
  if (character < '\u{80}' || (character >= '一' && character <= '鿿')) return character.toLowerCase();
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(bare, (each) => typedAs[each] ?? toHiragana(each)).join('');
}

/**
 * Letters that Unicode does not decompose, as people type them without a special keyboard. Quotes and the okina become
 * apostrophes.
 */
const typedAs: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
  '‘': "'", '’': "'", 'ʻ': "'", 'ʼ': "'", 'ʹ': "'", '´': "'", '`': "'",
}; // prettier-ignore

/** Katakana are 96 code points after the hiragana of the same sound. */
function toHiragana(character: string): string {
  return /^[ァ-ヶ]$/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 96) : character;
}

function locate(text: string): Placed {
  let result = '';
  const from: number[] = [];
  let index = 0;
  for (const character of text) {
    const bare = stripCharacter(character);
    for (let each = 0; each < bare.length; each += 1) from.push(index);
    result += bare;
    index += character.length;
  }
  return { plain: result, from: [...from, text.length] };
}
