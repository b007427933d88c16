import receiptline from 'receiptline';
import { removeControlCharacters } from '#events/log/plain-text.ts';
import type { Charset } from '#server/menu/whole-merchant.ts';

interface CharsetFacts {
  /** The name in `receiptline`. For Big5 and GB 18030, the two-byte part that every such printer knows. */
  readonly encoding: 'cp1252' | 'cp950' | 'cp936';
  /** Replaces a character that cannot be printed. */
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
  /** False if a character was replaced by `missing`. */
  readonly isWhole: boolean;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Converts a text to one line that a printer of this charset can print. Drops control characters and turns white space
 * into blanks. Drops an accent if the charset has only the letter. Replaces other characters by `missing`.
 */
export function toPrintable(text: string, charset: Charset): Printable {
  const normalised = removeControlCharacters(text)
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

/** The nearest characters of the charset. Undefined if there are none. @param cluster what a reader sees as one character */
function findNearest(cluster: string, charset: Charset): string | undefined {
  if (isPrinted(cluster, charset)) return cluster;
  // Otherwise ① would become 1, and 2① would be read as 21.
  if (/\p{No}/u.test(cluster)) return undefined;
  const bare = cluster.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  return isPrinted(bare, charset) ? bare : undefined;
}

function isPrinted(text: string, charset: Charset): boolean {
  return Array.from(text).every((character) => isInCharset(character, charset));
}

/**
 * Whether the charset has the character, as ASCII or as a complete multi-byte character. Half a character would make the
 * printer swallow the next byte, which may be the start of a command.
 */
function isInCharset(character: string, charset: Charset): boolean {
  if (isAscii(character)) return true;
  // The encodings have codes for these, but printers have no glyphs.
  if (character < '\u00A0' || character === '\uFFFD' || /\p{Co}/u.test(character)) return false;
  const { encoding, bytesOfCharacter } = charsetFacts[charset];
  const bytes = bytesOf(character, encoding);
  return bytes.length === bytesOfCharacter && bytes[0]! >= '\u0080';
}

/** The bytes of a text, one per UTF-16 code unit, without the command that selects the charset. */
function bytesOf(text: string, encoding: CharsetFacts['encoding']): string {
  const { generic } = receiptline.commands;
  return generic.text(text, encoding).slice(generic.text('', encoding).length);
}

/** The width of a printable text in columns of font A. A Chinese character is as wide as two letters. */
export function countColumns(text: string, charset: Charset): number {
  const wide = charset === 'latin' ? 1 : 2;
  return Array.from(text).reduce((sum, character) => sum + (character <= '~' ? 1 : wide), 0);
}

/** The parts after which a line may end: words, single blanks, and each Chinese character. */
const unbroken = /[^ \u2E80-\u{10FFFF}]+|./gu;

/** Wraps a printable text at `columns`, between words if they fit. */
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
