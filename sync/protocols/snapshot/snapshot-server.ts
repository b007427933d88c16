/** P2: a server of the contract alone: it stores the lines that it is told, and lists everybody's. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { entryOf } from '#events/records/log.ts';
import { orderPlaced } from '#events/cart/order-placed.ts';
import { cartView, type CartView } from '#projections/merge/cart-view.ts';
import { hasSomethingToSend } from '../../log/disk.ts';
import { applyRecords, writeEventApart } from '../../log/knowledge.ts';
import { decideUnanswered, forgetAnswered, forgetUndone, restoreUndone } from './unanswered.ts';
import { askIfOthersWrote, tellWhatDidNotGo } from './refused-changes.ts';
import type { SnapshotAnswer, SnapshotCartAnswer, ServerVersion } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { acceptAll, announceOrder, postAccepted } from '../../parts/table.ts';
import { change, viewOf } from '../../state/step-context.ts';
import type { Dialect } from '../protocol.ts';
import { hasUncovered, newestVersion, plainSnapshot, sameSnapshot, sameUnread } from './cart-facts.ts';

/** P4: a cart that is older may lack what a waiter wrote, ms. */
const freshMs = 5_000;

export const plain: Dialect = {
  viewAfter,
  takeCart(context, answer, { version, covers }) {
    const asTold = withCategories(answer as SnapshotCartAnswer, viewOf(context.state));
    const should = viewAfter(context.state, []);
    const told = restoreUndone(context, asTold, should);
    const { covers: before } = context.state.knowledge.log;
    const serverVersion = versionAfter(told.serverVersion, context.state.server.serverVersion);
    const unread = sameUnread(told.unread, context.state.server.unread);
    change(context, 'server', { kind: 'plain', serverVersion, unread, cartAt: context.moment.uptime });
    const more = decideUnanswered(context, told, should, covers);
    const { log } = context.state.knowledge;
    const snapshot = plainSnapshot(told, version, more, log);
    const isBehind = (log.snapshot?.version ?? 0) < context.state.catchUp.above;
    if (isBehind || !sameSnapshot(snapshot, log.snapshot))
      applyRecords(context, [{ t: context.moment.now, from: 'server', snapshot }]);
    change(context, 'server', { isLoaded: true });
    tellWhatDidNotGo(context, told, before);
    askIfOthersWrote(context, told);
  },
  takeOutcome(context, answer, batch) {
    const { serverVersion } = answer as SnapshotAnswer;
    const isTold = Object.keys(serverVersion).length > 0;
    change(context, 'server', { kind: 'plain', ...(isTold && { serverVersion }) });
    // A plain server takes whatever it stores.
    if (batch.length > 0) acceptAll(context, batch);
    forgetAnswered(context);
    forgetUndone(context);
    return {
      accepted: batch.map(({ id }) => id),
      rejected: [],
      version: undefined,
      missing: undefined,
      known: {},
    };
  },
  fromPeer: (records) => records,
  needsCart(state, uptime) {
    const { tabs, outbox, server, knowledge } = state;
    if (server.kind !== 'plain') return false;
    if (hasUncovered(knowledge.log)) return true;
    if (!tabs.leads) return false;
    if (outbox.isInDoubt) return true;
    const isFresh = server.cartAt !== undefined && uptime - server.cartAt <= freshMs;
    return !isFresh && !outbox.wait && !outbox.prepared && hasSomethingToSend(state);
  },
  isOneAtATime: true,
  looksAtOpenOrder: true,
  orderPlaced(context, order, { seen, trace }) {
    if (!trace) return announceOrder(context, order);
    // O1, P3: an order that this phone writes down travels with the announcement.
    const event = writeEventApart(context, context.state.author, (fields) => ({
      ...orderPlaced(fields, { orderId: order.id }),
      seen,
    }));
    acceptAll(context, [event]);
    postAccepted(context, [event], newestVersion(context.state.knowledge.log));
    announceOrder(context, order, event);
  },
};

/** P5: of a dish whose category a server does not tell, the one that this phone knows it by. */
function withCategories(told: SnapshotCartAnswer, { carts }: CartView): SnapshotCartAnswer {
  const isWhole = told.carts.every(({ lines }) => lines.every(({ item }) => item.categoryId !== ''));
  if (isWhole) return told;
  const known = new Map(
    carts.flatMap(({ lines }) => lines.map(({ item }) => [item.productId, item.categoryId] as const)),
  );
  const named = told.carts.map(({ userId, lines }) => ({
    userId,
    lines: lines.map((line) => {
      const categoryId = line.item.categoryId || (known.get(line.item.productId) ?? '');
      return { ...line, item: { ...line.item, categoryId } };
    }),
  }));
  return { ...told, carts: named };
}

/** P2: a GET that does not tell the row's version leaves the one that the last POST told, if nothing came since. */
function versionAfter(told: ServerVersion, before: ServerVersion): ServerVersion {
  const isSame = told.updateAt !== undefined && told.updateAt === before.updateAt;
  return told.cartRowVersion === undefined && isSame ? before : told;
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
