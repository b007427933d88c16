import type { Sync } from '#contract/calls/cart.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';

/**
 * Converts an event server's answer to log records, without those that are known already.
 * @param t the time of the records, ms
 */
export function createSyncRecords(sync: Sync, knowledge: Knowledge, t: number): LogRecord[] {
  const records: LogRecord[] = [];
  const fresh = sync.accepted?.ids.filter((id) => !knowledge.accepted.has(id)) ?? [];
  if (sync.accepted && fresh.length > 0)
    records.push({ t, from: 'server', accepted: { ids: fresh, version: sync.accepted.version } });
  for (const { ids, code } of sync.rejected ?? []) {
    const unheard = ids.filter((id) => !knowledge.rejected.has(id));
    if (unheard.length > 0) records.push({ t, from: 'server', rejected: { ids: unheard, code } });
  }
  const { snapshot } = sync;
  if (
    snapshot &&
    (snapshot.version > (knowledge.snapshot?.version ?? -1) || hasUnknownEvent(snapshot.events, knowledge))
  )
    records.push({ t, from: 'server', snapshot });
  return records;
}

function hasUnknownEvent(events: readonly { id: string }[] | undefined, { entries }: Knowledge): boolean {
  return events?.some((event) => !entries.has(event.id)) ?? false;
}
