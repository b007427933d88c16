import type { Sync } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/**
 * An answer with all its pages: it is folded as a whole or not at all. Rejects when `ask` does.
 * @param ask for what this `known` lacks
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
