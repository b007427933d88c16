/** Turns an uploaded file into text, or says why it is none. */
import type { NoticeCode } from './source.ts';

const marks = {
  utf16: [
    [0xff, 0xfe],
    [0xfe, 0xff],
  ],
  /** XLSX, Numbers and other ZIP files, and the old XLS. */
  workbook: [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ],
} as const;

export function decodeFile(bytes: Buffer): { readonly text: string } | { readonly fault: NoticeCode } {
  const hasMark = (kind: keyof typeof marks) =>
    marks[kind].some((mark) => mark.every((byte, index) => bytes[index] === byte));
  if (hasMark('utf16')) return { fault: 'utf16' };
  if (hasMark('workbook')) return { fault: 'workbook' };
  if (bytes.includes(0)) return { fault: isUtf16WithoutMark(bytes) ? 'utf16' : 'binary' };
  const text = decode(bytes, 'utf-8');
  if (text === undefined) return { fault: findEncoding(bytes) };
  return text.trim() === '' ? { fault: 'empty' } : { text };
}

/** Most characters of a menu in UTF-16 that is mainly Latin have a zero as one of their two bytes. */
function isUtf16WithoutMark(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 1_000);
  const zeros = [0, 1].map((side) => sample.filter((byte, at) => at % 2 === side && byte === 0).length);
  const [most = 0, least = 0] = zeros.sort((a, b) => b - a);
  return least === 0 && most > sample.length / 4;
}

function findEncoding(bytes: Buffer): NoticeCode {
  // A picture or PDF has control characters that no text has.
  // oxlint-disable-next-line no-control-regex
  if (/[\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(bytes.toString('latin1'))) return 'binary';
  return hasNeighbours(bytes) && decode(bytes, 'big5') !== undefined ? 'big5' : 'notUtf8';
}

/**
 * Whether bytes above ASCII often follow each other. A Chinese character of Big5 has two bytes; an accented letter of a
 * Western encoding has one, between letters without an accent.
 */
function hasNeighbours(bytes: Buffer): boolean {
  const high = [...bytes.subarray(0, 100_000)].map((byte) => byte > 0x7f);
  const pairs = high.filter((isHigh, at) => isHigh && high[at + 1]).length;
  return pairs > high.filter(Boolean).length / 3;
}

function decode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
