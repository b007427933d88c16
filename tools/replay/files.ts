import { closeSync, openSync, readSync } from 'node:fs';
import { describeLogFileError, LogReader, type LogFile } from '#events/records/log-file.ts';
import { needsTextCheck, findNoText } from '#events/log/text-check.ts';
import type { LogHeader } from '#events/records/records.ts';
import { counted } from './words.ts';

/** So many mistakes of a file are named one by one. */
const namedMistakes = 12;

/** Stands where the first line is lost. */
const unknownHeader: LogHeader = {
  format: 'cart-log',
  version: 1,
  merchantId: '(unknown)',
  tableId: '(unknown)',
  sessionId: '(unknown)',
  replicaId: '(unknown)',
  exportedAt: 0,
};

/** L1, L3: the log in a file. @param goOn takes what the other lines say when one is wrong, and names all mistakes */
export function openLog(path: string, goOn = false) {
  const reader = new LogReader();
  const mistakes: string[] = [];
  try {
    for (const line of linesOf(path)) {
      const mistake = taken(reader, line);
      if (mistake === undefined) continue;
      mistakes.push(mistake);
      if (!goOn) break;
    }
  } catch (error) {
    const isTooLong = error instanceof LineTooLong;
    mistakes.push(
      isTooLong
        ? `line ${error.line}: does not end: no log file`
        : systemWords(error as NodeJS.ErrnoException),
    );
  }
  const { header, records, skipped } = reader;
  if (!header && mistakes.length === 0) mistakes.push(describeLogFileError({ kind: 'empty' }));
  const isShown = mistakes.length === 0 || (goOn && (header !== undefined || records.length > 0));
  const file: LogFile | undefined = isShown ? reader.fileWith(header ?? unknownHeader) : undefined;
  const named = (words: readonly string[]) => words.map((each) => `${path}: ${each}`);
  return {
    file,
    /** Mistakes, a line each. */
    complaints: named([...mistakes.slice(0, namedMistakes), ...moreMistakes(mistakes)]),
    /** What was passed over. */
    warnings: file ? named(skippedWords(skipped)) : [],
  };
}

function taken(reader: LogReader, { bytes, number, isLast }: Line): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (needsTextCheck(text) && findNoText(bytes))
    return `line ${number}: not text in UTF-8${isLast ? ', or cut off' : ''}`;
  const error = reader.readLine(text, number, isLast);
  return error && describeLogFileError(error);
}

function moreMistakes(mistakes: readonly string[]): string[] {
  const more = mistakes.slice(namedMistakes);
  const [, last] = /^line (\d+)/.exec(more.at(-1) ?? '') ?? [];
  return more.length === 0 ? [] : [`${counted(more.length, 'more mistake')}, the last in line ${last}`];
}

/** What the system says about a file that can't be read, in plain words where it is one of the usual things. */
function systemWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'is a directory, not a log file';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    default:
      return message;
  }
}

const namedFields = 4;

/** How many lines with a record of the same unknown kind are named. */
const namedLines = 12;

/** L3: the records that were passed over, those of one kind together. */
function skippedWords(skipped: LogFile['skipped']): string[] {
  const byKind = new Map<string, number[]>();
  for (const { line, kinds } of skipped) {
    const kind = kindWords(kinds);
    const lines = byKind.get(kind);
    if (lines) lines.push(line);
    else byKind.set(kind, [line]);
  }
  return [...byKind].map(
    ([kind, [first, ...others]]) =>
      `line ${first}: skipped, a record of an unknown kind (${kind})${moreLines(others)}`,
  );
}

function moreLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return lines.length <= namedLines
    ? `, as in line ${lines.join(', ')}`
    : `, as in ${counted(lines.length, 'more line')} up to ${lines.at(-1)}`;
}

function kindWords(kinds: readonly string[]): string {
  if (kinds.includes('format')) return 'a second header: two logs in one file?';
  const more = kinds.length > namedFields ? ', …' : '';
  return kinds.slice(0, namedFields).join(', ') + more || 'empty';
}

interface Line {
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

class LineTooLong extends Error {
  constructor(readonly line: number) {
    super(`line ${line} is too long`);
  }
}

/** In the memory of one line: `bytes` holds until the next is asked for. Throws what the system says, or LineTooLong. */
function* linesOf(path: string): Generator<Line> {
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
