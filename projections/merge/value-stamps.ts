import { compareStamps } from '#events/log/clock.ts';
import { compareText } from '#events/log/event-id.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import { compareEntries, type Knowledge, type LogEntry } from '#events/records/log.ts';
import type { ValueStamp } from '#events/records/records.ts';

/** V5d, V5e: the snapshot has a later stamp for the value that `entry` sets. */
export function isOlder(entry: LogEntry, stamp: ValueStamp | null | undefined): boolean {
  if (!stamp) return false;
  return (compareStamps(entry.event.at, [stamp[0], stamp[1]]) || compareText(entry.replicaId, stamp[2])) < 0;
}

type ValueType = Extract<CartEvent['type'], 'guestsSet' | 'orderTypeSet' | 'orderPlaced'>;

const stampFields = {
  guestsSet: 'guestsAt',
  orderTypeSet: 'orderTypeAt',
  orderPlaced: 'lastOrderAt',
} as const;

/** F1: the stamp of the event that set a value: the last of its type in the total order, the snapshot's own counted in. */
export function stampOfLast({ snapshot, entries }: Knowledge, type: ValueType): ValueStamp | null {
  let last: LogEntry | undefined;
  for (const entry of entries.values())
    if (entry.upcast?.type === type && (!last || compareEntries(entry, last) > 0)) last = entry;
  const before = snapshot?.[stampFields[type]] ?? null;
  return last && !isOlder(last, before) ? [...last.event.at, last.replicaId] : before;
}
