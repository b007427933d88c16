import type { Knowledge } from './log.ts';
import { isPlain, type LogRecord } from './records.ts';

/**
 * Returns the fewest records that give a new log the same knowledge, in the same order.
 *
 * @param t the time to write into the records, ms
 */
export function condense(knowledge: Knowledge, t: number): LogRecord[] {
  const { snapshot, joinedCovers, entries, rejected, accepted, local } = knowledge;
  const records: LogRecord[] = [];
  for (const { event } of entries.values())
    records.push({ t, from: local.has(event.id) ? 'local' : 'server', event });
  for (const [code, ids] of groupByFact(rejected))
    records.push({ t, from: 'server', rejected: { ids, code } });
  for (const [version, ids] of groupByFact(accepted))
    records.push({ t, from: 'server', accepted: { ids, version } });
  if (snapshot) {
    // The events are records of their own, above.
    const { events: _events, ...facts } = snapshot;
    // What an event server has covered stays covered.
    if (!isPlain(snapshot)) records.push({ t, from: 'server', snapshot: { ...facts, covers: joinedCovers } });
    else {
      const { version } = snapshot;
      if (Object.keys(joinedCovers).length > 0)
        records.push({ t, from: 'server', snapshot: { version, covers: joinedCovers, userCarts: [] } });
      records.push({ t, from: 'server', snapshot: facts });
    }
  }
  return records;
}

function groupByFact<T>(facts: ReadonlyMap<string, T>): Map<T, string[]> {
  const groups = new Map<T, string[]>();
  for (const [id, fact] of facts) {
    const ids = groups.get(fact);
    if (ids) ids.push(id);
    else groups.set(fact, [id]);
  }
  return groups;
}
