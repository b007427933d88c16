import * as z from 'zod/mini';
import {
  logFormatVersion,
  logHeaderSchema,
  recordSchemas,
  type LogHeader,
  type LogRecord,
} from './records.ts';

export interface LogFile {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** L3: records of an unknown kind, by line number, left out of `records`. */
  readonly skipped: readonly { readonly line: number; readonly kinds: readonly string[] }[];
}

/** What is wrong with a log file; `line` counts from 1. */
export type LogFileError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'newerFormat'; readonly line: number; readonly version: number }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string };

export type LogFileResult =
  { readonly ok: true; readonly file: LogFile } | { readonly ok: false; readonly error: LogFileError };

/** L1–L3: reads a log file's text. Blank lines are passed over. */
export function readLogFile(text: string): LogFileResult {
  const records: LogRecord[] = [];
  const skipped: { line: number; kinds: string[] }[] = [];
  let header: LogHeader | undefined;
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const raw = index === 0 ? lines[index]!.replace(/^\uFEFF/, '') : lines[index]!;
    if (raw.trim() === '') continue;
    const line = index + 1;
    const value = parseJson(raw);
    if (value === undefined)
      return broken(line, line < lines.length ? 'not a line of JSON' : 'not a line of JSON, or cut off');
    if (typeof value !== 'object' || value === null) return broken(line, 'not a JSON object');
    if (!header) {
      const { version } = value as { version?: unknown };
      if (typeof version === 'number' && version > logFormatVersion)
        return { ok: false, error: { kind: 'newerFormat', line, version } };
      const parsed = z.safeParse(logHeaderSchema, value);
      if (!parsed.success) return broken(line, `no header of a cart log: ${describe(parsed.error)}`);
      header = parsed.data;
      continue;
    }
    const kinds = Object.keys(recordSchemas).filter((kind) => Object.hasOwn(value, kind));
    if (kinds.length === 0) {
      skipped.push({ line, kinds: Object.keys(value).filter((key) => key !== 't' && key !== 'from') });
      continue;
    }
    if (kinds.length > 1) return broken(line, `one record says ${kinds.join(' and ')}`);
    const parsed = z.safeParse(recordSchemas[kinds[0] as keyof typeof recordSchemas], value);
    if (!parsed.success) return broken(line, describe(parsed.error));
    records.push(parsed.data);
  }
  return header ? { ok: true, file: { header, records, skipped } } : { ok: false, error: { kind: 'empty' } };
}

/** L1, L2: the text of a log file, with a line feed at its end. */
export function writeLogFile(header: LogHeader, records: readonly LogRecord[]): string {
  return [header, ...records].map((value) => JSON.stringify(value) + '\n').join('');
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

function broken(line: number, reason: string): LogFileResult {
  return { ok: false, error: { kind: 'broken', line, reason } };
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
