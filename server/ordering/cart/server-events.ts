import type { CartEvent } from '#events/cart/registry.ts';
import { nextStamp } from '#events/log/clock.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { eventId, serverReplica } from '#events/log/event-id.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Decided } from './log/decision-rows.ts';
import type { SessionLog } from './log/merged-log.ts';

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
export function mintOnServer(
  { known, clock: latest }: Pick<SessionLog, 'known' | 'clock'>,
  drafts: readonly ServerDraft[],
  now: number,
): CartEvent[] {
  let seq = known[serverReplica] ?? 0;
  let clock = latest;
  return drafts.map(({ userId, userName, seen, build }) => {
    clock = nextStamp(clock, now);
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

export function decidedOnServer(minted: readonly CartEvent[]): Decided[] {
  return minted.map((event) => ({ event, userId: event.userId, code: null }));
}
