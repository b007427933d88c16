import receiptline from 'receiptline';
import { withoutSteering } from '#events/log/plain-text.ts';
import type { Charset } from '#server/menu/whole-merchant.ts';

interface CharsetFacts {
  /** receiptline's name. Of Big5 and GB 18030 these are the parts with two bytes that every such printer knows. */
  readonly encoding: 'cp1252' | 'cp950' | 'cp936';
  /** Stands where a character cannot be printed. */
  readonly missing: string;
  readonly bytesOfCharacter: number;
}

export const charsetFacts: Readonly<Record<Charset, CharsetFacts>> = {
  latin: { encoding: 'cp1252', missing: '?', bytesOfCharacter: 1 },
  big5: { encoding: 'cp950', missing: '□', bytesOfCharacter: 2 },
  gb18030: { encoding: 'cp936', missing: '□', bytesOfCharacter: 2 },
};

interface Printable {
  readonly text: string;
  /** False where a character was replaced by the charset's `missing`. */
  readonly isWhole: boolean;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text of one line as a printer of this charset can print it: steering characters dropped, every white space a
 * blank, an accent left out where only the letter is there, and `missing` for what is not there at all.
 */
export function toPrintable(text: string, charset: Charset): Printable {
  const normalised = withoutSteering(text)
    .replaceAll(/[\s\p{Z}]/gu, ' ')
    .normalize('NFC');
  if (isAscii(normalised)) return { text: normalised, isWhole: true };
  let isWhole = true;
  const printed = Array.from(clusters.segment(normalised), ({ segment }) => {
    const nearest = findNearest(segment, charset);
    isWhole &&= nearest !== undefined;
    return nearest ?? charsetFacts[charset].missing;
  });
  return { text: printed.join(''), isWhole };
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** What the reader sees as one character, in characters of the charset; undefined where there are none. */
function findNearest(cluster: string, charset: Charset): string | undefined {
  if (isPrinted(cluster, charset)) return cluster;
  // ① would become 1, and 2① be read as 21.
  if (/\p{No}/u.test(cluster)) return undefined;
  const bare = cluster.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  return isPrinted(bare, charset) ? bare : undefined;
}

function isPrinted(text: string, charset: Charset): boolean {
  return Array.from(text).every((character) => isInCharset(character, charset));
}

/**
 * A byte that the printer takes for the first half of a character swallows the next one, were it a command's first:
 * nothing but ASCII and whole characters gets through.
 */
function isInCharset(character: string, charset: Charset): boolean {
  if (isAscii(character)) return true;
  // Of these the encodings have codes, and printers no picture.
  if (character < '\u00A0' || character === '\uFFFD' || /\p{Co}/u.test(character)) return false;
  const { encoding, bytesOfCharacter } = charsetFacts[charset];
  const bytes = bytesOf(character, encoding);
  return bytes.length === bytesOfCharacter && bytes[0]! >= '\u0080';
}

/** One byte a UTF-16 code unit, as the library gives them, without the command in front that chooses the charset. */
function bytesOf(text: string, encoding: CharsetFacts['encoding']): string {
  const { generic } = receiptline.commands;
  return generic.text(text, encoding).slice(generic.text('', encoding).length);
}

/** How many columns of a printer's font A a printable text takes: a Chinese character is as wide as two letters. */
export function countColumns(text: string, charset: Charset): number {
  const wide = charset === 'latin' ? 1 : 2;
  return Array.from(text).reduce((sum, character) => sum + (character <= '~' ? 1 : wide), 0);
}

/** Words, single blanks, and each Chinese character for itself: a line may end after any of them. */
const unbroken = /[^ \u2E80-\u{10FFFF}]+|./gu;

/** A printable text in lines of at most so many columns, broken between words where they fit. */
export function wrapText(text: string, columns: number, charset: Charset): string[] {
  const fits = (line: string) => countColumns(line, charset) <= columns;
  const lines: string[] = [];
  let line = '';
  const add = (part: string) => {
    if (!fits(line + part)) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (part !== ' ' || line !== '') line += part;
  };
  for (const part of text.match(unbroken) ?? []) for (const each of fits(part) ? [part] : part) add(each);
  return [...lines, line.trimEnd()].filter((each) => each !== '');
}
