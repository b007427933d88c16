import * as z from 'zod/mini';
import { isPlainRecord } from './plain-record.ts';
import {
  logFormatVersion,
  logHeaderSchema,
  recordSchemas,
  type LogHeader,
  type LogRecord,
} from './records.ts';

export interface FileLine {
  readonly line: number;
  readonly value: object;
}

export interface LogFile {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** What the phone's engine was told, line by line, if that came along; `sync/recording/recording-file.ts` reads it. */
  readonly run?: readonly FileLine[] | undefined;
  /** L3: records of an unknown kind, by line number, left out of `records`. */
  readonly skipped: readonly { readonly line: number; readonly kinds: readonly string[] }[];
}

/** What is wrong with a log file; `line` counts from 1. */
export type LogFileError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'newerFormat'; readonly line: number; readonly version: number }
  | { readonly kind: 'broken'; readonly line: number; readonly why: BrokenLine; readonly reason: string };

/** Why a line is not taken. `noHeader`: it stands where the header should; `fields`: of a record that is known. */
export type BrokenLine = 'notJson' | 'cutOff' | 'notObject' | 'noHeader' | 'severalKinds' | 'fields';

export type LogFileResult =
  | { readonly ok: true; readonly file: LogFile }
  | { readonly ok: false; readonly error: LogFileError };

/** L1–L3: reads a log file's text. Blank lines are passed over. */
export function readLogFile(text: string): LogFileResult {
  const reader = new LogReader();
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const error = reader.take(lines[index]!, index + 1, index + 1 === lines.length);
    if (error) return { ok: false, error };
  }
  const { header, records, run, skipped } = reader;
  if (!header) return { ok: false, error: { kind: 'empty' } };
  return { ok: true, file: { header, records, ...(run.length > 0 && { run }), skipped } };
}

/** Takes a log file line by line; after a mistake one may go on, as long as it is named (L3). */
export class LogReader {
  header: LogHeader | undefined;
  readonly records: LogRecord[] = [];
  readonly run: FileLine[] = [];
  readonly skipped: { readonly line: number; readonly kinds: readonly string[] }[] = [];
  private isPastHeader = false;

  /** @returns what is wrong with the line, or undefined */
  take(text: string, line: number, isLast: boolean): LogFileError | undefined {
    const raw = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (raw.trim() === '') return undefined;
    const value = parseJson(raw);
    if (value === undefined)
      return isLast
        ? broken(line, 'cutOff', 'not a line of JSON, or cut off')
        : broken(line, 'notJson', 'not a line of JSON');
    if (typeof value !== 'object' || value === null) return broken(line, 'notObject', 'not a JSON object');
    return this.isPastHeader ? this.takeRecord(value, line) : this.takeHeader(value, line);
  }

  private takeHeader(value: object, line: number): LogFileError | undefined {
    const parsed = z.safeParse(logHeaderSchema, value);
    if (parsed.success) this.header = parsed.data;
    const { version } = value as { version?: unknown };
    if (typeof version === 'number' && version > logFormatVersion) {
      this.isPastHeader = true;
      return { kind: 'newerFormat', line, version };
    }
    if (parsed.success) {
      this.isPastHeader = true;
      return undefined;
    }
    // A log whose first line is lost is still one.
    if (kindsOf(value).length > 0 && this.takeRecord(value, line) === undefined) this.isPastHeader = true;
    return broken(line, 'noHeader', `no header of a cart log: ${describe(parsed.error)}`);
  }

  private takeRecord(value: object, line: number): LogFileError | undefined {
    if (isPlainRecord(value)) {
      this.records.push(value);
      return undefined;
    }
    const kinds = kindsOf(value);
    const [kind] = kinds;
    if (kind === undefined) {
      if (isOfRun(value)) this.run.push({ line, value });
      else
        this.skipped.push({ line, kinds: Object.keys(value).filter((key) => key !== 't' && key !== 'from') });
      return undefined;
    }
    if (kinds.length > 1) return broken(line, 'severalKinds', `one record says ${kinds.join(' and ')}`);
    const parsed = z.safeParse(recordSchemas[kind], value);
    if (!parsed.success) return broken(line, 'fields', describe(parsed.error));
    this.records.push(parsed.data);
    return undefined;
  }
}

/**
 * L1, L2: the text of a log file, with a line feed at its end.
 * @param run further lines, each without its line feed: what the phone's engine was told
 */
export function writeLogFile(
  header: LogHeader,
  records: readonly LogRecord[],
  run: readonly string[] = [],
): string {
  const lines = [header, ...records].map((value) => JSON.stringify(value));
  return [...lines, ...run].map((line) => line + '\n').join('');
}

/** One sentence for people, without the file's name. */
export function describeLogFileError(error: LogFileError): string {
  switch (error.kind) {
    case 'empty':
      return 'line 1: the file has no header: it is empty';
    case 'newerFormat':
      return `line ${error.line}: the file has format version ${error.version}; this program reads up to ${logFormatVersion}`;
    case 'broken':
      return `line ${error.line}: ${error.reason}`;
  }
}

function broken(line: number, why: BrokenLine, reason: string): LogFileError {
  return { kind: 'broken', line, why, reason };
}

function kindsOf(value: object): (keyof typeof recordSchemas)[] {
  return (Object.keys(recordSchemas) as (keyof typeof recordSchemas)[]).filter((kind) =>
    Object.hasOwn(value, kind),
  );
}

/** What an engine was told stands beside the log, under kinds of its own. */
function isOfRun(value: object): boolean {
  const { from, opened, input, cut } = value as Readonly<Record<string, unknown>>;
  return from === 'local' && (isObject(opened) || isObject(input) || typeof cut === 'string');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** undefined: no JSON, which is no value of JSON itself. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(error: z.core.$ZodError): string {
  const issue = error.issues[0]!;
  return `${issue.path.length > 0 ? issue.path.join('.') : 'the line'}: ${issue.message}`;
}
