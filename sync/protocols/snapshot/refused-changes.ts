/**
 * Handles the refusal of a whole request by a snapshot server. It names no event, so the phone has to find it:
 *
 * | refusal | the phone |
 * |---|---|
 * | the diner or the table is refused (401, 403, 10010) | keeps the changes pending, or ends the session |
 * | the cart has changed (66666) | loads the cart and tries again, until the fifth refusal |
 * | any other, while the diner has no name | waits for the name |
 * | the content is at fault | sends the events one by one, and rejects the one that is refused |
 * | an unknown code | does the same, but rejects only after three equal refusals |
 *
 * Example: three events go out, and dish 2 is sold out. The phone sends event 1, then event 2, which it rejects with
 * code 2025, then event 3.
 */
import { codes, rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { getItemKey } from '#events/item.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import { hasAllEvents, reach, type VersionVector } from '#events/log/version-vector.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import { applyRecords } from '../../log/knowledge.ts';
import { handleRefused, unacceptable } from '../../parts/refusals.ts';
import { pauseOutbox, markUnsent } from '../../parts/tries.ts';
import { removeUndone } from './unanswered.ts';
import type { SnapshotCartAnswer, TransportFailure } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, notify, type StepContext } from '../../state/step-context.ts';

/** The number of 66666 refusals in a row after which the phone asks the diner. */
const mostStale = 5;
/** The number of equal refusals in a row after which the event is rejected. */
const mostRefusals = 3;

/** These codes are about the diner or the table, not about the change. */
const notOfTheChange: readonly number[] = [codes.unauthorized, codes.forbidden, codes.tableUnavailable];

export function applySnapshotRefusal(
  context: StepContext,
  refusal: Extract<TransportFailure, { kind: 'refused' }>,
  events: readonly AnyEvent[],
): void {
  const { code } = refusal;
  markUnsent(context, events);
  // The request may have been based on an older cart than the server's.
  requestCatchUp(context);
  // Forget the version too: two changes in the same millisecond have the same `updateAt`.
  change(context, 'server', { cartAt: undefined, serverVersion: {} });
  if (notOfTheChange.includes(code)) {
    handleRefused(context, 'update', refusal);
    return pauseOutbox(context, 'refused');
  }
  if (code === codes.shoppingCartUpdated) return retryStale(context, events);
  // A server may refuse changes of a diner without a name. The diner enters one with the first dish.
  if (!context.state.author.userName) return waitForName(context);
  const isKnown = unacceptable.includes(code);
  if (!isKnown || events.length === 0) handleRefused(context, 'update', refusal);
  // The request only repeated the own lines. The server's cart stays, and the diner has been notified above.
  if (events.length === 0) removeUndone(context);
  const ids = events.map(({ id }) => id);
  if (ids.length > 1) change(context, 'outbox', { batchSize: 1 });
  // Send the events behind it without a pause, because the server has not refused them.
  else if (isKnown || isLastTry(context, ids, code)) return reject(context, ids, code);
  if (!isKnown) pauseOutbox(context, 'refused');
}

/**
 * Runs on the new cart after a 66666. Rejects the change if somebody else changed the same lines, or after five
 * refusals. Otherwise the change goes out again. Other lines of the diner do not matter: they return as the new cart
 * has them.
 */
export function rejectOverwritten(context: StepContext, answered: SnapshotCartAnswer): void {
  const { stale } = context.state.outbox;
  if (!stale) return;
  const lines = describeChangedLines(context.state, answered.carts, stale.ids);
  if (stale.times < mostStale && stale.lines === lines) return;
  change(context, 'outbox', { stale: undefined });
  reject(context, stale.ids, codes.shoppingCartUpdated);
}

/**
 * Notifies the diner of own additions that are neither in the order nor in the new cart: the order emptied the cart
 * without having seen them.
 * @param before the events that were covered before the new cart
 */
export function notifyNotOrdered(
  context: StepContext,
  answered: SnapshotCartAnswer,
  before: VersionVector,
): void {
  const { log } = context.state.knowledge;
  const entries = [...log.entries.values()];
  const isNew = (replicaId: string, seq: number) =>
    seq > reach(before, replicaId) && seq <= reach(log.covers, replicaId);
  const orders = entries.filter(
    ({ upcast, replicaId, seq }) => upcast?.type === 'orderPlaced' && isNew(replicaId, seq),
  );
  if (orders.length === 0) return;
  const left = new Set(
    answered.carts.flatMap(({ userId, lines }) =>
      userId === context.state.facts.log.userId ? lines.map(({ item }) => getItemKey(item)) : [],
    ),
  );
  const lost = entries.filter(
    ({ upcast, replicaId, seq, event }) =>
      upcast?.type === 'itemAdded' &&
      log.local.has(event.id) &&
      isNew(replicaId, seq) &&
      !orders.some((order) => hasAllEvents(order.event.seen, { [replicaId]: seq })) &&
      !left.has(getItemKey(upcast.item)),
  );
  for (const { upcast } of lost)
    if (upcast?.type === 'itemAdded') {
      const { item, quantity } = upcast;
      const again = { item, quantity };
      notify(context, {
        kind: 'changeRejected',
        code: rejections.notOrdered,
        product: item.name ?? '',
        again,
      });
    }
}

/** Sends nothing until the diner has a name. Some servers refuse changes without one. */
function waitForName(context: StepContext): void {
  change(context, 'outbox', { wait: { why: 'noName', at: Infinity } });
}

/** Stores the present lines, so that `rejectOverwritten` can compare them with the new cart. */
function retryStale(context: StepContext, events: readonly AnyEvent[]): void {
  const { log } = context.state.knowledge;
  const { stale } = context.state.outbox;
  const ids = events.map(({ id }) => id);
  const lines = describeChangedLines(context.state, log.snapshot?.userCarts ?? [], ids);
  change(context, 'outbox', { stale: { ids, lines, times: (stale?.times ?? 0) + 1 } });
}

/** Counts the equal refusals of one event in a row. True when there are too many. */
function isLastTry(context: StepContext, [id = '']: readonly string[], code: number): boolean {
  const { refusal } = context.state.outbox;
  const isSame = refusal?.id === id && refusal.code === code;
  const times = isSame ? refusal.times + 1 : 1;
  change(context, 'outbox', { refusal: { id, code, times } });
  return times >= mostRefusals;
}

/** Rejects the events. The record goes to the other tabs too, because one of them may have created an event. */
function reject(context: StepContext, ids: readonly string[], code: number): void {
  if (ids.length === 0) return removeUndone(context);
  if (!context.state.tabs.leads) return;
  applyRecords(context, [{ t: context.moment.now, from: 'server', rejected: { ids, code } }]);
}

/** The diner's lines that these events change, as text to compare. A clear changes all lines. */
function describeChangedLines(
  { facts, knowledge }: PhoneState,
  carts: readonly SnapshotCart[],
  ids: readonly string[],
): string {
  const events = ids.flatMap((id) => knowledge.log.entries.get(id)?.upcast ?? []);
  const isClear = events.some(({ type }) => type === 'cartCleared');
  const keys = new Set(events.flatMap(listChangedKeys));
  const lines = carts.find(({ userId }) => userId === facts.log.userId)?.lines ?? [];
  return lines
    .map(({ item, quantity }) => ({ key: getItemKey(item), quantity }))
    .filter(({ key }) => isClear || keys.has(key))
    .map(({ key, quantity }) => `${quantity} ${key}`)
    .sort()
    .join('\n');
}

function listChangedKeys(event: CartEvent): string[] {
  if (event.type === 'notesEdited')
    return [getItemKey(event.item), getItemKey({ ...event.item, notes: event.notes })];
  return 'item' in event ? [getItemKey(event.item)] : [];
}
