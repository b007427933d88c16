import * as z from 'zod/mini';
import { recordSchemas, type LogRecord, type ServiceRecord } from './records.ts';
import { serviceEventSchema } from '../fulfilment/service-event.ts';

/** The first line of a log file. */
export interface LogHeader {
  readonly format: 'cart-log';
  readonly version: number;
  readonly merchantId: string;
  readonly tableId: string;
  readonly sessionId: string;
  readonly replicaId: string;
  readonly exportedAt: number;
}

/** Files of a higher version are refused. */
export const logFormatVersion = 1;

export interface FileLine {
  readonly line: number;
  readonly value: object;
}

/** A service record and its place: the number of cart records before it. */
export interface ServiceLine {
  readonly after: number;
  readonly record: ServiceRecord;
}

export interface LogFile {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** The events after placing, if the file has them. */
  readonly service?: readonly ServiceLine[] | undefined;
  /** The inputs of the phone's sync engine, if the file has them. `sync/recording/recording-file.ts` reads them. */
  readonly run?: readonly FileLine[] | undefined;
  /** Records of an unknown kind, which are left out of `records`. */
  readonly skipped: readonly { readonly line: number; readonly kinds: readonly string[] }[];
}

/** Why a file cannot be read. Lines count from 1. */
export type LogFileError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'newerFormat'; readonly line: number; readonly version: number }
  | { readonly kind: 'broken'; readonly line: number; readonly why: BrokenLine; readonly reason: string };

/**
 * Why a line is refused. `noHeader`: it is in the header's place. `fields`: the record is of a known kind, but its
 * fields are wrong.
 */
type BrokenLine = 'notJson' | 'cutOff' | 'notObject' | 'noHeader' | 'severalKinds' | 'fields';

type LogFileResult =
  | { readonly ok: true; readonly file: LogFile }
  | { readonly ok: false; readonly error: LogFileError };

/** Reads the text of a log file and skips blank lines. The format is described in docs/merge-rules.md, "Log file". */
export function readLogFile(text: string): LogFileResult {
  const reader = new LogReader();
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const error = reader.readLine(lines[index]!, index + 1, index + 1 === lines.length);
    if (error) return { ok: false, error };
  }
  const { header } = reader;
  return header ? { ok: true, file: reader.fileWith(header) } : { ok: false, error: { kind: 'empty' } };
}

/** Reads a log file line by line. After an error, the caller may report it and continue. */
export class LogReader {
  header: LogHeader | undefined;
  readonly records: LogRecord[] = [];
  readonly service: ServiceLine[] = [];
  readonly run: FileLine[] = [];
  readonly skipped: { readonly line: number; readonly kinds: readonly string[] }[] = [];
  private isPastHeader = false;

  /** Returns the file as read so far. */
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
  readLine(text: string, line: number, isLast: boolean): LogFileError | undefined {
    const raw = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (raw.trim() === '') return undefined;
    const value = parseJson(raw);
    if (value === undefined)
      return isLast
        ? createBrokenLine(line, 'cutOff', 'not a line of JSON, or cut off')
        : createBrokenLine(line, 'notJson', 'not a line of JSON');
    if (typeof value !== 'object' || value === null)
      return createBrokenLine(line, 'notObject', 'not a JSON object');
    return this.isPastHeader ? this.readRecord(value, line) : this.readHeader(value, line);
  }

  private readHeader(value: object, line: number): LogFileError | undefined {
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
    // A log that lost its first line is still a log.
    if (listKinds(value).length > 0 && this.readRecord(value, line) === undefined) this.isPastHeader = true;
    return createBrokenLine(line, 'noHeader', `no header of a cart log: ${describeIssue(parsed.error)}`);
  }

  private readRecord(value: object, line: number): LogFileError | undefined {
    const kinds = listKinds(value);
    const [kind] = kinds;
    if (kind === undefined) {
      if (isOfRun(value)) this.run.push({ line, value });
      else
        this.skipped.push({ line, kinds: Object.keys(value).filter((key) => key !== 't' && key !== 'from') });
      return undefined;
    }
    if (kinds.length > 1)
      return createBrokenLine(line, 'severalKinds', `one record says ${kinds.join(' and ')}`);
    if (kind === 'service') return this.readService(value, line);
    const parsed = z.safeParse(recordSchemas[kind], value);
    if (!parsed.success) return createBrokenLine(line, 'fields', describeIssue(parsed.error));
    // Keep the value as it was written, because events are compared and exported as text.
    this.records.push(value as LogRecord);
    return undefined;
  }

  private readService(value: object, line: number): LogFileError | undefined {
    const parsed = z.safeParse(serviceRecordSchema, value);
    if (!parsed.success) return createBrokenLine(line, 'fields', describeIssue(parsed.error));
    this.service.push({ after: this.records.length, record: parsed.data });
    return undefined;
  }
}

const logHeaderSchema = z.looseObject({
  format: z.literal('cart-log'),
  version: z.int().check(z.minimum(1)),
  merchantId: z.string(),
  tableId: z.string(),
  sessionId: z.string(),
  replicaId: z.string(),
  exportedAt: z.number(),
});

const serviceRecordSchema = z.looseObject({
  t: z.number(),
  from: z.literal('server'),
  service: serviceEventSchema,
});

/**
 * Returns the text of a log file, with a line feed at its end.
 *
 * @param more.service the events after placing, in order. They are sorted in among the records by time.
 * @param more.run further lines without line feeds: the inputs of the phone's sync engine
 */
export function writeLogFile(
  header: LogHeader,
  records: readonly LogRecord[],
  { service = [], run = [] }: { service?: readonly ServiceRecord[]; run?: readonly string[] } = {},
): string {
  const lines = [header, ...mergeByTime(records, service)].map((value) => JSON.stringify(value));
  return [...lines, ...run].map((line) => line + '\n').join('');
}

/** Merges both lists by time. At equal times the cart's record comes first. */
function mergeByTime(
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

/** Describes an error in one sentence, without the file's name. */
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

function createBrokenLine(line: number, why: BrokenLine, reason: string): LogFileError {
  return { kind: 'broken', line, why, reason };
}

type Kind = keyof typeof recordSchemas | 'service';
const allKinds = [...(Object.keys(recordSchemas) as Kind[]), 'service'] as const;

function listKinds(value: object): Kind[] {
  return allKinds.filter((kind) => Object.hasOwn(value, kind));
}

/** The inputs of a sync engine have kinds of their own. */
function isOfRun(value: object): boolean {
  const { from, opened, input, cut } = value as Readonly<Record<string, unknown>>;
  return from === 'local' && (isObject(opened) || isObject(input) || typeof cut === 'string');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns undefined for text that is not JSON. No JSON value is undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0]!;
  return `${issue.path.length > 0 ? issue.path.join('.') : 'the line'}: ${issue.message}`;
}
