/** P4: a plain server says no to a whole request: what it names no event for is found one by one. */
import { codes, rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { itemKey } from '#events/item.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import { includes, reach, type VersionVector } from '#events/log/version-vector.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import { applyRecords } from '../../log/knowledge.ts';
import { handleRefused, unacceptable } from '../../parts/refusals.ts';
import { pauseOutbox, markUnsent, waitForName } from '../../parts/tries.ts';
import { removeUndone } from './unanswered.ts';
import type { SnapshotCartAnswer, TransportFailure } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, notify, type StepContext } from '../../state/step-context.ts';

/** So often a change is tried again that the cart ran ahead of, before the diner is asked. */
const mostStale = 5;
/** So often the same no is heard before the change is taken out. */
const mostRefusals = 3;

/** No refusals of what was asked: who the diner is, or how much they ask. */
const notOfTheChange: readonly number[] = [codes.unauthorized, codes.forbidden, codes.tableUnavailable];

export function applySnapshotRefusal(
  context: StepContext,
  refusal: Extract<TransportFailure, { kind: 'refused' }>,
  events: readonly AnyEvent[],
): void {
  const { code } = refusal;
  markUnsent(context, events);
  // What it refused may stand on an older cart than the server's.
  requestCatchUp(context);
  // Nor does the version that it named last hold: two changes of one moment may bear the same time.
  change(context, 'server', { cartAt: undefined, serverVersion: {} });
  if (notOfTheChange.includes(code)) {
    handleRefused(context, 'update', refusal);
    return pauseOutbox(context, 'refused');
  }
  if (code === codes.shoppingCartUpdated) return retryStale(context, events);
  // A server may take no change before it knows a name. The diner gives one at their first dish.
  if (!context.state.author.userName) return waitForName(context);
  const isKnown = unacceptable.includes(code);
  if (!isKnown || events.length === 0) handleRefused(context, 'update', refusal);
  // The server does not want the own lines again: its cart stands, and the diner has been told.
  if (events.length === 0) removeUndone(context);
  const ids = events.map(({ id }) => id);
  if (ids.length > 1) change(context, 'outbox', { batchSize: 1 });
  // What waits behind it was not refused: it goes on at once.
  else if (isKnown || isLastTry(context, ids, code)) return reject(context, ids, code);
  if (!isKnown) pauseOutbox(context, 'refused');
}

/**
 * The new cart is here: did somebody else change the lines that this change is about? Other lines of the diner do not
 * matter. They go back to the server as the new cart has them.
 */
export function rejectOverwritten(context: StepContext, told: SnapshotCartAnswer): void {
  const { stale } = context.state.outbox;
  if (!stale) return;
  const lines = changedLines(context.state, told.carts, stale.ids);
  if (stale.times < mostStale && stale.lines === lines) return;
  change(context, 'outbox', { stale: undefined });
  reject(context, stale.ids, codes.shoppingCartUpdated);
}

/**
 * An order that had not seen them took the cart, and what this diner had added is in neither: they are told.
 * @param before what was covered before the cart that has just come
 */
export function notifyNotOrdered(
  context: StepContext,
  told: SnapshotCartAnswer,
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
    told.carts.flatMap(({ userId, lines }) =>
      userId === context.state.facts.log.userId ? lines.map(({ item }) => itemKey(item)) : [],
    ),
  );
  const lost = entries.filter(
    ({ upcast, replicaId, seq, event }) =>
      upcast?.type === 'itemAdded' &&
      log.local.has(event.id) &&
      isNew(replicaId, seq) &&
      !orders.some((order) => includes(order.event.seen, { [replicaId]: seq })) &&
      !left.has(itemKey(upcast.item)),
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

/** At once, on the new cart; `rejectOverwritten` decides when it is here. */
function retryStale(context: StepContext, events: readonly AnyEvent[]): void {
  const { log } = context.state.knowledge;
  const { stale } = context.state.outbox;
  const ids = events.map(({ id }) => id);
  const lines = changedLines(context.state, log.snapshot?.userCarts ?? [], ids);
  change(context, 'outbox', { stale: { ids, lines, times: (stale?.times ?? 0) + 1 } });
}

function isLastTry(context: StepContext, [id = '']: readonly string[], code: number): boolean {
  const { refusal } = context.state.outbox;
  const isSame = refusal?.id === id && refusal.code === code;
  const times = isSame ? refusal.times + 1 : 1;
  change(context, 'outbox', { refusal: { id, code, times } });
  return times >= mostRefusals;
}

/** Takes them out; another tab's are told to it. */
function reject(context: StepContext, ids: readonly string[], code: number): void {
  if (ids.length === 0) return removeUndone(context);
  if (!context.state.tabs.leads) return;
  applyRecords(context, [{ t: context.moment.now, from: 'server', rejected: { ids, code } }]);
}

/** The diner's lines with the keys that these events change, as text to compare; all of them if one is a clear. */
function changedLines(
  { facts, knowledge }: PhoneState,
  carts: readonly SnapshotCart[],
  ids: readonly string[],
): string {
  const events = ids.flatMap((id) => knowledge.log.entries.get(id)?.upcast ?? []);
  const isClear = events.some(({ type }) => type === 'cartCleared');
  const keys = new Set(events.flatMap(changedKeys));
  const lines = carts.find(({ userId }) => userId === facts.log.userId)?.lines ?? [];
  return lines
    .map(({ item, quantity }) => ({ key: itemKey(item), quantity }))
    .filter(({ key }) => isClear || keys.has(key))
    .map(({ key, quantity }) => `${quantity} ${key}`)
    .sort()
    .join('\n');
}

function changedKeys(event: CartEvent): string[] {
  if (event.type === 'notesEdited')
    return [itemKey(event.item), itemKey({ ...event.item, notes: event.notes })];
  return 'item' in event ? [itemKey(event.item)] : [];
}
