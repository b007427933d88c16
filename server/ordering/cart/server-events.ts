import type { CartEvent } from '#events/cart/registry.ts';
import { createNextStamp } from '#events/log/clock.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { formatEventId, serverReplica } from '#events/log/event-id.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Decided } from './log/decision-rows.ts';
import type { SessionLog } from './log/merged-log.ts';

export interface ServerDraft {
  readonly userId: string;
  readonly userName?: string | undefined;
  /** The events that an order takes. Without it, the event has seen everything that is known. */
  readonly seen?: VersionVector;
  readonly build: (fields: EventFields) => CartEvent;
}

/**
 * Creates events from drafts, in order, as the replica `server`. Their sequence numbers continue that replica's. Their
 * stamps are later than every known event.
 * @param now wall clock, ms
 */
export function createServerEvents(
  { known, clock: latest }: Pick<SessionLog, 'known' | 'clock'>,
  drafts: readonly ServerDraft[],
  now: number,
): CartEvent[] {
  let seq = known[serverReplica] ?? 0;
  let clock = latest;
  return drafts.map(({ userId, userName, seen, build }) => {
    clock = createNextStamp(clock, now);
    const past: VersionVector = seq > 0 ? { ...known, [serverReplica]: seq } : known;
    seq += 1;
    return build({
      id: formatEventId(serverReplica, seq),
      at: clock,
      seen: seen ?? past,
      userId,
      ...(userName ? { userName } : {}),
    });
  });
}

export function acceptServerEvents(created: readonly CartEvent[]): Decided[] {
  return created.map((event) => ({ event, userId: event.userId, code: null }));
}
