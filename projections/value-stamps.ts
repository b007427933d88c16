import { compareStamps } from '#events/clock.ts';
import { compareText } from '#events/event-id.ts';
import type { LogEntry } from '#events/log.ts';
import type { ValueStamp } from '#events/records.ts';

/** V5d, V5e: the snapshot has a later stamp for the value that `entry` sets. */
export function isOlder(entry: LogEntry, stamp: ValueStamp | null | undefined): boolean {
  if (!stamp) return false;
  return (compareStamps(entry.event.at, [stamp[0], stamp[1]]) || compareText(entry.replicaId, stamp[2])) < 0;
}
