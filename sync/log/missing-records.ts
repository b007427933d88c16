import { condense } from '#events/records/condense.ts';
import { hasNewCovers, isCovered, isUnanswered, type Knowledge } from '#events/records/log.ts';
import type { Accepted, LogRecord, Rejected } from '#events/records/records.ts';

/**
 * Returns the records that `from` knows and `to` lacks. A phone takes over the log of a closed tab this way. The own
 * events of `from` become own events of `to`.
 * @param t the time of the new records, ms
 */
export function listMissingRecords(to: Knowledge, from: Knowledge, t: number): LogRecord[] {
  const { covers } = to;
  return condense(from, t).flatMap((record): LogRecord[] => {
    if ('event' in record) {
      const { id } = record.event;
      return to.entries.has(id) || (isCovered(id, covers) && !isUnanswered(from, id)) ? [] : [record];
    }
    if ('snapshot' in record) {
      const { snapshot } = record;
      return snapshot.version > (to.snapshot?.version ?? -1) || hasNewCovers(to, snapshot) ? [record] : [];
    }
    return listNewDecisions(record, to);
  });
}

type Decision = Extract<LogRecord, { readonly accepted: Accepted } | { readonly rejected: Rejected }>;

/** Returns a record of decisions without those that `to` knows, or nothing if it knows all of them. */
export function listNewDecisions(record: Decision, to: Knowledge): LogRecord[] {
  if ('accepted' in record) {
    const ids = record.accepted.ids.filter((id) => !to.accepted.has(id));
    return ids.length > 0 ? [{ ...record, accepted: { ...record.accepted, ids } }] : [];
  }
  const ids = record.rejected.ids.filter((id) => !to.rejected.has(id));
  return ids.length > 0 ? [{ ...record, rejected: { ...record.rejected, ids } }] : [];
}
