/** Where in a file the bytes are no text, as its lines count. */
export interface NoText {
  readonly line: number;
  /** Nothing comes after that line: it may only have been cut off. */
  readonly isLast: boolean;
}

const feed = 0x0a;
/** No JSON holds one; other encodings do. */
const nul = 0;

/** L1: the first line that is not UTF-8, or undefined. */
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

/** The sign that stands for bytes that are none, or a NUL: rare enough to look twice, with `whereNotText`. */
export function needsTextCheck(text: string): boolean {
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
