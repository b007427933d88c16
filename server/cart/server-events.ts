import type { CartEvent } from '#events/catalogue.ts';
import { clockStart, compareStamps, mint, type Stamp } from '#events/clock.ts';
import type { EventFields } from '#events/event-fields.ts';
import { eventId, serverReplica } from '#events/event-id.ts';
import type { Knowledge } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { checkpointIn } from '#projections/checkpoint.ts';
import { knownEvents } from '#projections/known.ts';

/** An event that the server says for somebody. */
export interface ServerDraft {
  readonly userId: string;
  readonly userName?: string | undefined;
  /** O1: the cut of an order; without it everything that is known. */
  readonly seen?: VersionVector;
  readonly build: (fields: EventFields) => CartEvent;
}

/**
 * Mints the drafts on replica `server`, in order. The sequence continues what is known of that replica, the clock is
 * past every event known (T3).
 * @param now wall clock, ms
 */
export function mintOnServer(knowledge: Knowledge, drafts: readonly ServerDraft[], now: number): CartEvent[] {
  const { known } = knownEvents(knowledge);
  let seq = known[serverReplica] ?? 0;
  let clock = latestStamp(knowledge);
  return drafts.map(({ userId, userName, seen, build }) => {
    clock = mint(clock, now);
    const past: VersionVector = seq > 0 ? { ...known, [serverReplica]: seq } : known;
    seq += 1;
    return build({
      id: eventId(serverReplica, seq),
      at: clock,
      seen: seen ?? past,
      userId,
      ...(userName ? { userName } : {}),
    });
  });
}

function latestStamp(knowledge: Knowledge): Stamp {
  let latest = checkpointIn(knowledge)?.last.at ?? clockStart;
  for (const { event } of knowledge.entries.values())
    if (compareStamps(event.at, latest) > 0) latest = event.at;
  return latest;
}
