/** A server that knows events: it answers with what this phone lacks, and what became of its events (F1–F3). */
import type { Sync } from '#contract/calls/cart.ts';
import { sameVector } from '#events/version-vector.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import { requestRestart } from '../parts/catch-up-requests.ts';
import { learn } from '../parts/knowledge.ts';
import type { ServerAnswer } from '../ports/transport.ts';
import { endSession } from '../parts/refusals.ts';
import type { PhoneState } from '../state.ts';
import { announceOrder } from '../parts/table.ts';
import { change, viewOf, type Turn } from '../turn.ts';
import { recordsOfSync } from '../wire/sync-records.ts';
import type { Dialect } from './dialect.ts';

export const aware: Dialect = {
  // The events beside the lines say it.
  viewAfter: (state) => viewOf(state),
  takeCart(turn, answer) {
    takeSync(turn, answer as Sync);
  },
  takeOutcome(turn, answer: ServerAnswer) {
    const sync = answer as Sync;
    if (!takeSync(turn, sync)) return undefined;
    const { accepted, rejected = [], version, missing, known } = sync;
    const rejectedIds = rejected.flatMap(({ ids }) => ids);
    return { accepted: accepted?.ids ?? [], rejected: rejectedIds, version, missing, known };
  },
  // An event-aware server mints orders itself.
  fromPeer: (records) =>
    records.filter((record) => !('event' in record) || record.event.type !== 'orderPlaced'),
  needsCart: () => false,
  isOneAtATime: false,
  looksAtOpenOrder: false,
  orderPlaced: (turn, order) => announceOrder(turn, order),
};

/** False when the answer belongs to another session (S1): then this one is over. */
export function takeSync(turn: Turn, sync: Sync): boolean {
  change(turn, 'server', { kind: 'aware' });
  if (sync.sessionId !== turn.state.facts.log.sessionId) {
    endSession(turn);
    return false;
  }
  learn(turn, recordsOfSync(sync, turn.state.knowledge.log, turn.moment.now));
  change(turn, 'server', { isLoaded: true });
  if (hasDiverged(turn.state, sync)) requestRestart(turn, 'diverged');
  return true;
}

/** G5: compared only when nothing is on its way on either side. */
function hasDiverged({ knowledge: { log, merged } }: PhoneState, { known, digest }: Sync): boolean {
  const { view } = merged;
  if (log.pending.size > 0 || view.waiting.length > 0 || !sameVector(known, view.known)) return false;
  // E7: an older program shows less by design.
  for (const entry of log.entries.values()) if (!entry.upcast) return false;
  return viewDigest(view) !== digest;
}
