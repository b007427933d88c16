/** P2: a server of the contract alone: it stores the lines that it is told, and lists everybody's. */
import type { AnyEvent } from '#events/catalogue.ts';
import { entryOf } from '#events/log.ts';
import { orderPlaced } from '#events/order-placed.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { requestCatchUp } from '../parts/catch-up-requests.ts';
import { learn, writeApart } from '../parts/knowledge.ts';
import type { PlainAnswer, PlainCart } from '../ports/transport.ts';
import type { PhoneState } from '../state.ts';
import { announceOrder, postAccepted } from '../parts/table.ts';
import { change, viewOf, type Turn } from '../turn.ts';
import type { Dialect } from './dialect.ts';
import { heardOfPlain, plainSnapshot, sameSnapshot } from './plain-facts.ts';

export const plain: Dialect = {
  viewAfter,
  takeCart(turn, answer) {
    change(turn, 'server', { kind: 'plain' });
    const { log } = turn.state.knowledge;
    const snapshot = plainSnapshot(answer as PlainCart, log);
    const hasMissedOne = isInDoubt(turn.state);
    change(turn, 'server', { hasMissedOne });
    if (!hasMissedOne && !sameSnapshot(snapshot, log.snapshot))
      learn(turn, [{ t: turn.moment.now, from: 'server', snapshot }]);
    change(turn, 'server', { isLoaded: true });
  },
  takeOutcome(turn, answer, batch, versionBefore) {
    change(turn, 'server', { kind: 'plain' });
    // A plain server takes whatever it stores.
    const version = (answer as PlainAnswer).version ?? versionAfter(versionBefore);
    const { entries } = turn.state.knowledge.log;
    // Events of other tabs are in the log from now on.
    const others = batch.filter(({ id }) => !entries.has(id));
    learn(
      turn,
      others.map((event) => ({ t: turn.moment.now, from: 'peer', event })),
    );
    const ids = batch.map(({ id }) => id);
    accept(turn, ids, version);
    return { accepted: ids, rejected: [], version, missing: undefined, known: {} };
  },
  fromTab: (turn, records) => fromTab(turn, records, true),
  fromPeer(turn, records, { version }) {
    // Without a version nobody could tell which cart of the server has an event.
    if (version === undefined) return records.filter((record) => !('event' in record));
    const ids = records.flatMap((record) => ('event' in record ? [record.event.id] : []));
    const accepted: LogRecord[] =
      ids.length > 0 ? [{ t: turn.moment.now, from: 'peer', accepted: { ids, version } }] : [];
    const events = records.filter((record) => 'event' in record);
    const rest = records.filter((record) => !('event' in record));
    return heardOfPlain([...events, ...accepted, ...rest], turn.state.knowledge.log, true);
  },
  pollsWhileLive: 3,
  looksAtOpenOrder: true,
  orderPlaced(turn, order, { seen, trace }) {
    if (!trace) return announceOrder(turn, order);
    // O1, P3: an order that this phone writes down travels with the announcement.
    const event = writeApart(turn, turn.state.author, (fields) => ({
      ...orderPlaced(fields, { orderId: order.id }),
      seen,
    }));
    const version = versionAfter(trace.version);
    accept(turn, [event.id], version);
    postAccepted(turn, [event], version);
    announceOrder(turn, order, { event, version });
    requestCatchUp(turn);
  },
};

/** Until the first answer: whatever a plain server would need is said, and nothing is taken for sure. */
export const unknown: Dialect = {
  ...plain,
  fromTab: (turn, records) => fromTab(turn, records, false),
};

/** P2: some change that has no answer may have reached the server all the same. */
export function isInDoubt({ knowledge, outbox, tabs }: PhoneState): boolean {
  if (outbox.doubtful.size === 0) return false;
  for (const id of knowledge.log.pending) if (outbox.doubtful.has(id)) return true;
  for (const id of tabs.theirs.keys()) if (outbox.doubtful.has(id)) return true;
  return false;
}

/** P1: a plain server stores what it is told: what waits for the next request must not be in it already. */
function viewAfter(state: PhoneState, batch: readonly AnyEvent[]) {
  const { log } = state.knowledge;
  const inBatch = new Set(batch.map(({ id }) => id));
  const later = new Set([...log.pending].filter((id) => !inBatch.has(id)));
  const others = batch.filter(({ id }) => !log.entries.has(id));
  if (later.size + others.length === 0) return viewOf(state);
  const entries = new Map([...log.entries].filter(([id]) => !later.has(id)));
  for (const event of others) {
    const entry = entryOf(event);
    if (entry) entries.set(event.id, entry);
  }
  return cartView({ ...log, entries });
}

function fromTab(turn: Turn, records: readonly LogRecord[], isSure: boolean): readonly LogRecord[] {
  const certain = isInDoubt(turn.state) ? records.filter((record) => !('snapshot' in record)) : records;
  if (certain.length < records.length) change(turn, 'server', { hasMissedOne: true });
  return heardOfPlain(certain, turn.state.knowledge.log, isSure);
}

function accept(turn: Turn, ids: readonly string[], version: number): void {
  const record: LogRecord = { t: turn.moment.now, from: 'server', accepted: { ids, version } };
  learn(turn, heardOfPlain([record], turn.state.knowledge.log, true));
}

/**
 * P2: of a change whose answer names no version: the least that it can have. A cart of that version may still lack the
 * change, and is asked for again; with a later one a cut would hide what the server has.
 */
function versionAfter(before: number): number {
  return before + 1;
}
