/** A server that knows events: it answers with what this phone lacks, and what became of its events (F1–F3). */
import type { Sync } from '#contract/calls/cart.ts';
import { includes, union } from '#events/log/version-vector.ts';
import { requestRestart } from '../../parts/catch-up-requests.ts';
import { differs, noteAnswer } from './divergence.ts';
import { applyRecords } from '../../log/knowledge.ts';
import type { ServerAnswer } from '../../ports/transport.ts';
import { endSession } from '../../parts/refusals.ts';
import { announceOrder } from '../../parts/table.ts';
import { change, notify, viewOf, type StepContext } from '../../state/step-context.ts';
import { createSyncRecords } from '../../wire/sync-records.ts';
import type { Dialect } from '../protocol.ts';

/** S2: a copy of the server that lags behind may answer once or twice; so many answers in 3 s are no copy. */
const surelyLacking = 6;

export const aware: Dialect = {
  // The events beside the lines say it.
  viewAfter: (state) => viewOf(state),
  takeCart(context, answer, { answered }) {
    const sync = answer as Sync;
    const isOurs = sync.sessionId === context.state.facts.log.sessionId;
    const lacking = isOurs && !includes(sync.known, answered) ? context.state.catchUp.lacking + 1 : 0;
    change(context, 'catchUp', { lacking });
    // S2: it does not know any more what it answered for: its data was put back, and nobody said so.
    if (lacking >= surelyLacking) return endSession(context, true);
    takeSync(context, sync);
    noteAnswer(context);
  },
  takeOutcome(context, answer: ServerAnswer) {
    const sync = answer as Sync;
    if (!takeSync(context, sync)) return undefined;
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
  orderPlaced: (context, order) => announceOrder(context, order),
};

/** False when the answer belongs to another session (S1): then this one is over. */
export function takeSync(context: StepContext, sync: Sync): boolean {
  change(context, 'server', { kind: 'aware' });
  if (sync.sessionId !== context.state.facts.log.sessionId) {
    endSession(context, sync.restoredFrom === context.state.facts.log.sessionId);
    return false;
  }
  applyRecords(context, createSyncRecords(sync, context.state.knowledge.log, context.moment.now));
  const { known, restoredAt } = context.state.server;
  change(context, 'server', {
    isLoaded: true,
    known: includes(known, sync.known) ? known : union(known, sync.known),
    restoredAt: sync.restoredAt ?? restoredAt,
  });
  if (sync.table) notify(context, { kind: 'tableMoved', ...sync.table });
  if (differs(context.state, sync.known, sync.digest)) requestRestart(context, 'diverged');
  return true;
}
