import { type LogFileError, type LogHeader, LogReader, type ServiceLine } from '#events/records/log-file.ts';
import { shouldCheckText, findNoText, type NoText } from '#events/log/text-check.ts';
import type { LogRecord } from '#events/records/records.ts';
import { Replay } from '#projections/replay/replay.ts';

/** An error in a log file, with its line. */
export type Mistake =
  | LogFileError
  | ({ readonly kind: 'notText' } & NoText)
  /** The reader stopped loading the file. */
  | { readonly kind: 'stopped'; readonly line: number };

export interface ReadLog {
  readonly name: string;
  /** undefined if the file has none. Its table is unknown then. */
  readonly header: LogHeader | undefined;
  readonly replay: Replay;
  readonly records: readonly LogRecord[];
  /** The events after an order, which only logs of the server contain. */
  readonly service: readonly ServiceLine[];
  readonly mistakes: readonly Mistake[];
  /** Records of a kind that this version does not know. */
  readonly skipped: readonly { readonly line: number; readonly kinds: readonly string[] }[];
}

interface ReadControl {
  /** Called with the part of the file that has been read, 0 to 1. */
  reportProgress(part: number): void;
  /** Stops the reading. */
  readonly signal: AbortSignal;
  /** Resolves after the page has had time to handle input and to render. */
  pause(): Promise<void>;
}

/** The time between two pauses, ms. It is shorter than one frame. */
const workMs = 12;
/** A file whose first lines, this many, contain nothing of a log is no log. */
const maxBadLines = 50;

/**
 * Reads a log file and replays it. It pauses often, so that the page stays responsive. Lines that cannot be read become
 * mistakes, and the rest is still replayed.
 */
export async function readLog(name: string, bytes: Uint8Array, control: ReadControl): Promise<ReadLog> {
  const text = new TextDecoder().decode(bytes);
  const noText = shouldCheckText(text) ? findNoText(bytes) : undefined;
  const mistakes: Mistake[] = noText ? [{ kind: 'notText', ...noText }] : [];
  const reader = new LogReader();
  const replay = new Replay();
  let since = performance.now();
  for (let line = 1, start = 0; start <= text.length; line += 1) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const error = reader.readLine(text.slice(start, end), line, feed < 0);
    if (error && !(error.kind === 'broken' && error.line === noText?.line)) mistakes.push(error);
    for (let next = replay.steps.length; next < reader.records.length; next += 1)
      replay.add(reader.records[next]!);
    start = end + 1;
    if (mistakes.length >= maxBadLines && !reader.header && replay.steps.length === 0) break;
    if (performance.now() - since < workMs) continue;
    control.reportProgress(start / text.length);
    await control.pause();
    if (control.signal.aborted) {
      mistakes.push({ kind: 'stopped', line: line + 1 });
      break;
    }
    since = performance.now();
  }
  if (text.trim() === '') mistakes.push({ kind: 'empty' });
  const { header, records, service, skipped } = reader;
  return { name, header, replay, records, service, mistakes, skipped };
}
