import { append, emptyLog, type News, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { mergeNews, mergeAll, type Merged } from './cart-view.ts';

/** A log and what it comes to, as one immutable value. */
export interface Reading {
  readonly log: Log;
  readonly merged: Merged;
}

export const emptyReading: Reading = { log: emptyLog, merged: mergeAll(emptyLog) };

/** All records at once: one pass. */
export function readRecords(records: readonly LogRecord[]): Reading {
  const { log } = append(emptyLog, records);
  return { log, merged: mergeAll(log) };
}

/** Goes on with more records; says what of them was new. */
export function readMore(
  { log, merged: before }: Reading,
  records: readonly LogRecord[],
): Reading & { readonly news: News } {
  const { log: after, news } = append(log, records);
  return { log: after, merged: mergeNews(before, after, news), news };
}
