import { LogReader, type LogFileError, type ServiceLine } from '#events/records/log-file.ts';
import { needsTextCheck, findNoText, type NoText } from '#events/log/text-check.ts';
import type { LogHeader, LogRecord } from '#events/records/records.ts';
import { Replay } from '#projections/replay/replay.ts';

/** What is wrong with a file, by line; the bytes may be no text at all. */
export type Mistake =
  | LogFileError
  | ({ readonly kind: 'notText' } & NoText)
  /** Whoever looks at it did not want to wait for the rest. */
  | { readonly kind: 'stopped'; readonly line: number };

export interface ReadLog {
  readonly name: string;
  /** undefined: it is missing, and nobody knows which table this is. */
  readonly header: LogHeader | undefined;
  readonly replay: Replay;
  readonly records: readonly LogRecord[];
  /** A4: what was done after placing, if the server's log has it. */
  readonly service: readonly ServiceLine[];
  readonly mistakes: readonly Mistake[];
  /** L3: records of an unknown kind. */
  readonly skipped: readonly { readonly line: number; readonly kinds: readonly string[] }[];
}

interface Patience {
  /** Part of the file that is read, 0 to 1. */
  progress(part: number): void;
  readonly signal: AbortSignal;
  /** Resolves when the page has had its turn. */
  pause(): Promise<void>;
}

/** Work at a stretch, ms: shorter than a dropped frame is noticed. */
const stretch = 12;
/** So many lines without anything of a log, and the file is none. */
const patienceForNone = 50;

/** Reads and replays a log file piece by piece; whatever is wrong in it, the rest is shown. */
export async function readLog(name: string, bytes: Uint8Array, patience: Patience): Promise<ReadLog> {
  const text = new TextDecoder().decode(bytes);
  const noText = needsTextCheck(text) ? findNoText(bytes) : undefined;
  const mistakes: Mistake[] = noText ? [{ kind: 'notText', ...noText }] : [];
  const reader = new LogReader();
  const replay = new Replay();
  let since = performance.now();
  for (let line = 1, start = 0; start <= text.length; line += 1) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const error = reader.readLine(text.slice(start, end), line, feed < 0);
    if (error && !(error.kind === 'broken' && error.line === noText?.line)) mistakes.push(error);
    for (let taken = replay.steps.length; taken < reader.records.length; taken += 1)
      replay.add(reader.records[taken]!);
    start = end + 1;
    if (mistakes.length >= patienceForNone && !reader.header && replay.steps.length === 0) break;
    if (performance.now() - since < stretch) continue;
    patience.progress(start / text.length);
    await patience.pause();
    if (patience.signal.aborted) {
      mistakes.push({ kind: 'stopped', line: line + 1 });
      break;
    }
    since = performance.now();
  }
  if (text.trim() === '') mistakes.push({ kind: 'empty' });
  const { header, records, service, skipped } = reader;
  return { name, header, replay, records, service, mistakes, skipped };
}
