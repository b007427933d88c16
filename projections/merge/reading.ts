import { append, emptyLog, type News, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { mergeNews, mergeAll, type Merged } from './cart-view.ts';

/** A log and its merged view, as one immutable value. */
export interface Reading {
  readonly log: Log;
  readonly merged: Merged;
}

export const emptyReading: Reading = { log: emptyLog, merged: mergeAll(emptyLog) };

/** Reads all records in one pass. */
export function readRecords(records: readonly LogRecord[]): Reading {
  const { log } = append(emptyLog, records);
  return { log, merged: mergeAll(log) };
}

/** Reads more records. `news` says which of them were new. */
export function readMore(
  { log, merged: before }: Reading,
  records: readonly LogRecord[],
): Reading & { readonly news: News } {
  const { log: after, news } = append(log, records);
  return { log: after, merged: mergeNews(before, after, news), news };
}
