import { closeSync, openSync, readSync } from 'node:fs';
import { describeLogFileError, type LogFile, type LogHeader, LogReader } from '#events/records/log-file.ts';
import { shouldCheckText, findNoText } from '#events/log/text-check.ts';
import { countNoun } from './words.ts';

/** Most mistakes of a file that are printed one by one. */
const maxMistakes = 12;

/** Used with `--go-on` if the header is missing. */
const unknownHeader: LogHeader = {
  format: 'cart-log',
  version: 1,
  merchantId: '(unknown)',
  tableId: '(unknown)',
  sessionId: '(unknown)',
  replicaId: '(unknown)',
  exportedAt: 0,
};

/** Reads a log file. @param goOn continue after a wrong line and report all mistakes; otherwise stop at the first */
export function openLog(path: string, goOn = false) {
  const reader = new LogReader();
  const mistakes: string[] = [];
  try {
    for (const line of readLines(path)) {
      const mistake = readLine(reader, line);
      if (mistake === undefined) continue;
      mistakes.push(mistake);
      if (!goOn) break;
    }
  } catch (error) {
    const isTooLong = error instanceof LineTooLong;
    mistakes.push(
      isTooLong
        ? `line ${error.line}: does not end: no log file`
        : describeSystemError(error as NodeJS.ErrnoException),
    );
  }
  const { header, records, skipped } = reader;
  if (!header && mistakes.length === 0) mistakes.push(describeLogFileError({ kind: 'empty' }));
  const isShown = mistakes.length === 0 || (goOn && (header !== undefined || records.length > 0));
  const file: LogFile | undefined = isShown ? reader.fileWith(header ?? unknownHeader) : undefined;
  const prefixPath = (words: readonly string[]) => words.map((each) => `${path}: ${each}`);
  return {
    file,
    /** Mistakes, one line each. */
    complaints: prefixPath([...mistakes.slice(0, maxMistakes), ...describeMoreMistakes(mistakes)]),
    /** Skipped records of unknown kinds, one line each. */
    warnings: file ? prefixPath(describeSkipped(skipped)) : [],
  };
}

function readLine(reader: LogReader, { bytes, number, isLast }: Line): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (shouldCheckText(text) && findNoText(bytes))
    return `line ${number}: not text in UTF-8${isLast ? ', or cut off' : ''}`;
  const error = reader.readLine(text, number, isLast);
  return error && describeLogFileError(error);
}

function describeMoreMistakes(mistakes: readonly string[]): string[] {
  const more = mistakes.slice(maxMistakes);
  const [, last] = /^line (\d+)/.exec(more.at(-1) ?? '') ?? [];
  return more.length === 0 ? [] : [`${countNoun(more.length, 'more mistake')}, the last in line ${last}`];
}

/** Describes why the system cannot read a file. */
function describeSystemError({ code, message }: NodeJS.ErrnoException): string {
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

const maxFields = 4;

/** How many lines with a record of the same unknown kind are named. */
const maxLines = 12;

/** Describes the skipped records, one line per kind. */
function describeSkipped(skipped: LogFile['skipped']): string[] {
  const byKind = new Map<string, number[]>();
  for (const { line, kinds } of skipped) {
    const kind = describeKind(kinds);
    const lines = byKind.get(kind);
    if (lines) lines.push(line);
    else byKind.set(kind, [line]);
  }
  return [...byKind].map(
    ([kind, [first, ...others]]) =>
      `line ${first}: skipped, a record of an unknown kind (${kind})${describeMoreLines(others)}`,
  );
}

function describeMoreLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return lines.length <= maxLines
    ? `, as in line ${lines.join(', ')}`
    : `, as in ${countNoun(lines.length, 'more line')} up to ${lines.at(-1)}`;
}

function describeKind(kinds: readonly string[]): string {
  if (kinds.includes('format')) return 'a second header: two logs in one file?';
  const more = kinds.length > maxFields ? ', …' : '';
  return kinds.slice(0, maxFields).join(', ') + more || 'empty';
}

interface Line {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly number: number;
  /** The last line of the file has no line feed, so it may be cut off. */
  readonly isLast: boolean;
}

/** Longest line, bytes. A file with a longer one is not a log. */
const maxLineBytes = 64 * 1024 * 1024;
const chunkSize = 1024 * 1024;
const feed = 0x0a;

class LineTooLong extends Error {
  constructor(readonly line: number) {
    super(`line ${line} is too long`);
  }
}

/**
 * Reads a file line by line with little memory. `bytes` of a line is valid only until the next line is read.
 * @throws the system's errors, or LineTooLong
 */
function* readLines(path: string): Generator<Line> {
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
      if (length > maxLineBytes) throw new LineTooLong(number);
      begun.push(Buffer.from(chunk.subarray(start, size)));
    }
    yield { bytes: Buffer.concat(begun), number, isLast: true };
  } finally {
    closeSync(handle);
  }
}
