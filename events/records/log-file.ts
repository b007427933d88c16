import * as z from 'zod/mini';
import {
  logFormatVersion,
  logHeaderSchema,
  recordSchemas,
  type LogHeader,
  type LogRecord,
  type ServiceRecord,
} from './records.ts';
import { serviceEventSchema } from '../fulfilment/service-event.ts';

export interface FileLine {
  readonly line: number;
  readonly value: object;
}

/** A service record and where it stands: behind so many records of the cart. */
export interface ServiceLine {
  readonly after: number;
  readonly record: ServiceRecord;
}

export interface LogFile {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** A4: what was done after placing, if it came along. */
  readonly service?: readonly ServiceLine[] | undefined;
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
type BrokenLine = 'notJson' | 'cutOff' | 'notObject' | 'noHeader' | 'severalKinds' | 'fields';

type LogFileResult =
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
  const { header } = reader;
  return header ? { ok: true, file: reader.fileWith(header) } : { ok: false, error: { kind: 'empty' } };
}

/** Takes a log file line by line; after a mistake one may go on, as long as it is named (L3). */
export class LogReader {
  header: LogHeader | undefined;
  readonly records: LogRecord[] = [];
  readonly service: ServiceLine[] = [];
  readonly run: FileLine[] = [];
  readonly skipped: { readonly line: number; readonly kinds: readonly string[] }[] = [];
  private isPastHeader = false;

  /** What was taken so far. */
  fileWith(header: LogHeader): LogFile {
    const { records, service, run, skipped } = this;
    return {
      header,
      records,
      ...(service.length > 0 && { service }),
      ...(run.length > 0 && { run }),
      skipped,
    };
  }

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
    const kinds = kindsOf(value);
    const [kind] = kinds;
    if (kind === undefined) {
      if (isOfRun(value)) this.run.push({ line, value });
      else
        this.skipped.push({ line, kinds: Object.keys(value).filter((key) => key !== 't' && key !== 'from') });
      return undefined;
    }
    if (kinds.length > 1) return broken(line, 'severalKinds', `one record says ${kinds.join(' and ')}`);
    if (kind === 'service') return this.takeService(value, line);
    const parsed = z.safeParse(recordSchemas[kind], value);
    if (!parsed.success) return broken(line, 'fields', describe(parsed.error));
    // As it was written, its fields in their order: an event is compared and exported as text.
    this.records.push(value as LogRecord);
    return undefined;
  }

  private takeService(value: object, line: number): LogFileError | undefined {
    const parsed = z.safeParse(serviceRecordSchema, value);
    if (!parsed.success) return broken(line, 'fields', describe(parsed.error));
    this.service.push({ after: this.records.length, record: parsed.data });
    return undefined;
  }
}

const serviceRecordSchema = z.looseObject({
  t: z.number(),
  from: z.literal('server'),
  service: serviceEventSchema,
});

/**
 * L1, L2: the text of a log file, with a line feed at its end.
 * @param more.service A4: what was done after placing, in order; it stands among the records by its time
 * @param more.run further lines, each without its line feed: what the phone's engine was told
 */
export function writeLogFile(
  header: LogHeader,
  records: readonly LogRecord[],
  { service = [], run = [] }: { service?: readonly ServiceRecord[]; run?: readonly string[] } = {},
): string {
  const lines = [header, ...byTime(records, service)].map((value) => JSON.stringify(value));
  return [...lines, ...run].map((line) => line + '\n').join('');
}

/** Both keep their order; of the same time the cart's record stands first. */
function byTime(
  records: readonly LogRecord[],
  service: readonly ServiceRecord[],
): readonly (LogRecord | ServiceRecord)[] {
  if (service.length === 0) return records;
  const lines: (LogRecord | ServiceRecord)[] = [];
  let next = 0;
  for (const record of records) {
    while (next < service.length && service[next]!.t < record.t) lines.push(service[next++]!);
    lines.push(record);
  }
  return [...lines, ...service.slice(next)];
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

type Kind = keyof typeof recordSchemas | 'service';
const allKinds = [...(Object.keys(recordSchemas) as Kind[]), 'service'] as const;

function kindsOf(value: object): Kind[] {
  return allKinds.filter((kind) => Object.hasOwn(value, kind));
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
