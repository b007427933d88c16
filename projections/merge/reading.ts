import { append, emptyLog, type Learnt, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { learnt, merged, type Merged } from './cart-view.ts';

/** A log and what it comes to, as one immutable value. */
export interface Reading {
  readonly log: Log;
  readonly merged: Merged;
}

export const emptyReading: Reading = { log: emptyLog, merged: merged(emptyLog) };

/** All records at once: one pass. */
export function readingOf(records: readonly LogRecord[]): Reading {
  const { log } = append(emptyLog, records);
  return { log, merged: merged(log) };
}

/** Goes on with more records; says what of them was new. */
export function readOn(
  { log, merged: before }: Reading,
  records: readonly LogRecord[],
): Reading & { readonly news: Learnt } {
  const { log: after, learnt: news } = append(log, records);
  return { log: after, merged: learnt(before, after, news), news };
}
