import { closeSync, openSync, readSync } from 'node:fs';

export interface Line {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly number: number;
  /** No line feed ends it: it may have been cut off. */
  readonly isLast: boolean;
}

/** No record is so long; what is longer is no text, bytes. */
const longestLine = 64 * 1024 * 1024;
const chunkSize = 1024 * 1024;
const feed = 0x0a;

export class LineTooLong extends Error {
  constructor(readonly line: number) {
    super(`line ${line} is too long`);
  }
}

/**
 * The lines of a file, a piece of it at a time: the memory that it takes is that of a line. `bytes` holds until the next
 * one is asked for. Throws what the system says, or LineTooLong.
 */
export function* linesOf(path: string): Generator<Line> {
  const handle = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkSize);
    let begun: Buffer[] = [];
    let length = 0;
    let number = 1;
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
      let start = 0;
      for (let end = chunk.indexOf(feed); end >= 0 && end < size; end = chunk.indexOf(feed, start)) {
        const rest = chunk.subarray(start, end);
        yield { bytes: begun.length > 0 ? Buffer.concat([...begun, rest]) : rest, number, isLast: false };
        number += 1;
        begun = [];
        length = 0;
        start = end + 1;
      }
      if (start === size) continue;
      length += size - start;
      if (length > longestLine) throw new LineTooLong(number);
      begun.push(Buffer.from(chunk.subarray(start, size)));
    }
    yield { bytes: Buffer.concat(begun), number, isLast: true };
  } finally {
    closeSync(handle);
  }
}
