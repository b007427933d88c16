import { readFileSync } from 'node:fs';
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
    const bytes = readFileSync(path);
    for (let start = 0, number = 1; start <= bytes.length; number += 1) {
      const feed = bytes.indexOf('\n', start);
      const end = feed < 0 ? bytes.length : feed;
      const mistake = readLine(reader, bytes.subarray(start, end), number, feed < 0);
      start = end + 1;
      if (mistake === undefined) continue;
      mistakes.push(mistake);
      if (!goOn) break;
    }
  } catch (error) {
    mistakes.push(describeSystemError(error as NodeJS.ErrnoException));
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

/** @param isLast the line has no line feed, so it may be cut off */
function readLine(reader: LogReader, bytes: Buffer, number: number, isLast: boolean): string | undefined {
  const text = bytes.toString('utf8');
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
