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

const charsetFacts: Readonly<Record<Charset, CharsetFacts>> = {
  latin: { encoding: 'cp1252', missing: '?', bytesOfCharacter: 1 },
  big5: { encoding: 'cp950', missing: '□', bytesOfCharacter: 2 },
  gb18030: { encoding: 'cp936', missing: '□', bytesOfCharacter: 2 },
};

/** The characters that a printer can print, and their widths. */
export interface Lettering {
  /** Replaces a character that cannot be printed. */
  readonly missing: string;
  /** The name of the charset in `receiptline`. */
  readonly encoding: CharsetFacts['encoding'];
  has(character: string): boolean;
  /** Columns of font A. */
  columnsOf(character: string): number;
}

/** The characters of a printer's own charset. A Chinese character is as wide as two letters. */
export function createLettering(charset: Charset): Lettering {
  const { missing, encoding } = charsetFacts[charset];
  return {
    missing,
    encoding,
    has: (character) => isInCharset(character, charset),
    columnsOf: (character) => (character <= '~' || charset === 'latin' ? 1 : 2),
  };
}

/** The characters of a font of the server. They are drawn. */
export function createDrawnLettering(hasGlyph: (character: string) => boolean): Lettering {
  const { missing, encoding } = charsetFacts.big5;
  return { missing, encoding, has: hasGlyph, columnsOf: (character) => (isWide(character) ? 2 : 1) };
}

/** Every character that has a code, for printers that take Unicode. */
export const allCharacters: Lettering = createDrawnLettering(
  (character) => !/[\p{C}\uFFFD]/u.test(character),
);

/** Chinese, Japanese and Korean characters, full-width forms and pictures. */
export function isWide(character: string): boolean {
  return /[\u1100-\u115F\u2190-\u21FF\u2460-\u27BF\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\u{1F000}-\u{3FFFF}]/u.test(
    character,
  );
}

interface Printable {
  readonly text: string;
  /** False if a character was replaced by `missing`. */
  readonly isWhole: boolean;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Converts a text to one line that the printer can print. Drops control characters and turns white space
 * into blanks. Drops an accent if the charset has only the letter. Replaces other characters by `missing`.
 */
export function toPrintable(text: string, lettering: Lettering): Printable {
  const normalised = removeControlCharacters(text)
    .replaceAll(/[\s\p{Z}]/gu, ' ')
    .normalize('NFC');
  if (isAscii(normalised)) return { text: normalised, isWhole: true };
  let isWhole = true;
  const printed = Array.from(clusters.segment(normalised), ({ segment }) => {
    const nearest = findNearest(segment, lettering);
    isWhole &&= nearest !== undefined;
    return nearest ?? lettering.missing;
  });
  return { text: printed.join(''), isWhole };
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** The nearest characters of the charset. Undefined if there are none. @param cluster what a reader sees as one character */
function findNearest(cluster: string, lettering: Lettering): string | undefined {
  if (isPrinted(cluster, lettering)) return cluster;
  // Otherwise ① would become 1, and 2① would be read as 21.
  if (/\p{No}/u.test(cluster)) return undefined;
  const bare = cluster.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  return isPrinted(bare, lettering) ? bare : undefined;
}

function isPrinted(text: string, lettering: Lettering): boolean {
  return Array.from(text).every((character) => isAscii(character) || lettering.has(character));
}

/**
 * Whether the charset has the character, as a complete multi-byte character. Half a character would make the
 * printer swallow the next byte, which may be the start of a command.
 */
function isInCharset(character: string, charset: Charset): boolean {
  // The encodings have codes for these, but printers have no glyphs.
  if (character < '\u00A0' || character === '\uFFFD' || /\p{Co}/u.test(character)) return false;
  const { encoding, bytesOfCharacter } = charsetFacts[charset];
  const bytes = encodeText(character, encoding);
  return bytes.length === bytesOfCharacter && bytes[0]! >= '\u0080';
}

/** The bytes of a text, one per UTF-16 code unit, without the command that selects the charset. */
function encodeText(text: string, encoding: CharsetFacts['encoding']): string {
  const { generic } = receiptline.commands;
  return generic.text(text, encoding).slice(generic.text('', encoding).length);
}

/** The width of a printable text in columns of font A. */
export function countColumns(text: string, { columnsOf }: Lettering): number {
  return Array.from(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** The parts after which a line may end: words, single blanks, and each Chinese character. */
const unbroken = /[^ \u2E80-\u{10FFFF}]+|./gu;

/** Wraps a printable text at `columns`, between words if they fit. */
export function wrapText(text: string, columns: number, lettering: Lettering): string[] {
  const isWithinLine = (line: string) => countColumns(line, lettering) <= columns;
  const lines: string[] = [];
  let line = '';
  const add = (part: string) => {
    if (!isWithinLine(line + part)) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (part !== ' ' || line !== '') line += part;
  };
  for (const part of text.match(unbroken) ?? [])
    for (const each of isWithinLine(part) ? [part] : part) add(each);
  return [...lines, line.trimEnd()].filter((each) => each !== '');
}
