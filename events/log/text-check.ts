/** The place in a file where the bytes are not text, counted in lines. */
export interface NoText {
  readonly line: number;
  /** The line is the last one of the file, so the file may have been truncated. */
  readonly isLast: boolean;
}

const feed = 0x0a;
/** JSON never contains a NUL byte, but UTF-16 and binary files do. */
const nul = 0;

/** Returns the first line that is not UTF-8, or undefined. */
export function findNoText(bytes: Uint8Array): NoText | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let line = 1, start = 0; start < bytes.length; line += 1) {
    const next = bytes.indexOf(feed, start);
    const end = next < 0 ? bytes.length : next;
    const part = bytes.subarray(start, end);
    if (part.includes(nul) || !isText(part, decoder)) return { line, isLast: next < 0 };
    start = end + 1;
  }
  return undefined;
}

/**
 * Whether decoded text has a replacement character or NUL. Such text is rare, and worth a second look with
 * `findNoText`.
 */
export function shouldCheckText(text: string): boolean {
  return text.includes('\ufffd') || text.includes('\0');
}

function isText(bytes: Uint8Array, decoder: TextDecoder): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
