import type { Sync } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/**
 * Loads the remaining pages of an answer and joins them, because an answer must be applied as a whole. Rejects if `ask`
 * rejects.
 * @param ask loads the page with the events that `known` lacks
 */
export async function loadAllPages(first: Sync, ask: (known: VersionVector) => Promise<Sync>): Promise<Sync> {
  let whole = first;
  while (whole.more) {
    const { accepted, missing, rejected = [], snapshot, sessionId } = whole;
    const next = await ask(whole.more);
    if (next.sessionId !== sessionId) return next;
    whole = {
      ...next,
      accepted,
      missing,
      rejected: [...rejected, ...(next.rejected ?? [])],
      snapshot: next.snapshot && {
        ...next.snapshot,
        events: [...(snapshot?.events ?? []), ...(next.snapshot.events ?? [])],
      },
    };
  }
  return whole;
}
