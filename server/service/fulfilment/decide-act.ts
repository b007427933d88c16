/** A3: whether an act about an order may be done as the order stands now. Pure. */
import { type ActRefusal, type OrderAct, type OrderActOf } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { paidOnline } from '#contract/calls/payment.ts';
import { pricedItem, unitOf } from '#contract/dish/priced-item.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { dropUndone, type DishLife } from '#projections/service/order-life.ts';
import { itemProblem } from '#contract/dish/item-problem.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { hasRoomForAct, hasRoomForLine } from '#server/ordering/orders/order-limits.ts';
import { addedItem, applyAct, owedOf, unsentOf } from '#server/ordering/orders/order-state.ts';

export interface Circumstances {
  /** ms */
  readonly now: number;
  readonly menu: MenuIndex;
  /** Whom an added dish is for. */
  readonly diner: { readonly id: string; readonly name: string };
}

/** What is done about a closed order as well. */
const ofClosed: ReadonlySet<OrderAct['type']> = new Set(['takenBack', 'orderReopened', 'orderRefunded']);

const server = { kind: 'server', name: '' } as const;

interface Allowed {
  readonly ok: true;
  readonly act: Act;
}

export type Verdict =
  | Allowed
  | {
      readonly ok: false;
      readonly reason: ActRefusal;
      /** As it is now. */
      readonly owed: Amount;
      readonly unsent: number;
    };

/** What is to be written down, or why it is not taken. The same act again is no matter of this. */
export function decideAct(stored: StoredOrder, wish: OrderAct, circumstances: Circumstances): Verdict {
  const { order, events } = stored;
  const refused = (reason: ActRefusal): Verdict => ({
    ok: false,
    reason,
    owed: owedOf(order),
    unsent: unsentOf(order),
  });
  const { closed, dishes } = stored.life;
  if (closed && !ofClosed.has(wish.type)) return refused('orderClosed');
  if (!hasRoomForAct(order, wish.type)) return refused('orderFull');
  const dishOf = (id: string) => dishes.find((dish) => dish.id === id);

  switch (wish.type) {
    case 'roundSent': {
      const ofRound = dishes.filter(({ round }) => round === wish.round);
      if (ofRound.length === 0) return refused('noSuchDish');
      if (ofRound.every(({ sent, left }) => sent === left)) return refused('alreadyDone');
      return taken(wish);
    }
    case 'dishReady':
    case 'dishServed':
    case 'dishVoided': {
      const dish = dishOf(wish.orderItemId);
      if (!dish) return refused('noSuchDish');
      if (wish.quantity > openPieces(dish, wish.type)) return refused('alreadyDone');
      const name = order.orderItems.find(({ id }) => id === dish.id)?.name;
      return unlessBelowPaid(stored, named(taken(wish), name), refused);
    }
    case 'dishAdded':
      return addedVerdict(stored, wish, circumstances, refused);
    case 'orderDiscounted':
      return unlessBelowPaid(stored, taken(wish), refused);
    case 'orderPaid': {
      const { owed: shown, ...paid } = wish;
      if (compareAmounts(wish.amount, owedOf(order)) > 0) return refused('moreThanOwed');
      if (shown !== undefined && compareAmounts(shown, owedOf(order)) !== 0) return refused('changed');
      return taken(paid);
    }
    case 'orderRefunded': {
      const { paymentsTotal = zero, paymentsTips = zero } = order;
      const isMore =
        compareAmounts(wish.amount, paymentsTotal) > 0 || compareAmounts(wish.tip ?? zero, paymentsTips) > 0;
      return isMore ? refused('moreThanPaid') : taken(wish);
    }
    case 'orderClosed':
      if (wish.outcome === 'cancelled' && compareAmounts(order.paymentsTotal ?? zero, zero) > 0)
        return refused('belowPaid');
      if (compareAmounts(wish.owed, owedOf(order)) !== 0 || wish.unsent !== unsentOf(order))
        return refused('changed');
      return taken(wish);
    case 'orderReopened':
      return closed ? taken(wish) : refused('alreadyDone');
    case 'takenBack': {
      const undone = dropUndone(events).find(({ actId }) => actId === wish.actId);
      if (!undone || circumstances.now - undone.at > takeBackMs) return refused('tooLate');
      // D51: the page has that money; it can only be given back.
      if (undone.type === 'orderPaid' && undone.method === paidOnline) return refused('tooLate');
      const back: Allowed = { ok: true, act: { type: 'takenBack' } };
      if (undone.type === 'orderRefunded') return back;
      const { paymentsTotal = zero } = afterAct(stored, back, wish.actId);
      if (compareAmounts(paymentsTotal, zero) < 0) return refused('moreThanPaid');
      return unlessBelowPaid(stored, back, refused, wish.actId);
    }
  }
}

function openPieces(
  { left, ready, served }: DishLife,
  type: 'dishReady' | 'dishServed' | 'dishVoided',
): number {
  if (type === 'dishVoided') return left;
  return left - (type === 'dishReady' ? ready : served);
}

/** The act without what says how it came. */
function taken({ actId: _actId, ...act }: Exclude<OrderAct, OrderActOf<'dishAdded' | 'takenBack'>>): Allowed {
  return { ok: true, act };
}

function named({ act }: Allowed, dish: string | undefined): Allowed {
  return { ok: true, act: dish === undefined ? act : ({ ...act, dish } as Act) };
}

/** A dish at the price that it has now. */
function addedVerdict(
  stored: StoredOrder,
  { orderId, item, quantity }: OrderActOf<'dishAdded'>,
  { now: at, menu, diner: { id: userId, name: userName } }: Circumstances,
  refused: (reason: ActRefusal) => Verdict,
): Verdict {
  if (!menu.has(item.productId) || itemProblem(item, menu) !== undefined) return refused('notOnMenu');
  const round = stored.row.rounds;
  const priced = pricedItem(item, menu, 'no price');
  const unit = unitOf(menu.get(item.productId));
  const act = {
    type: 'dishAdded',
    orderId,
    round,
    item: priced,
    quantity,
    ...unit,
    userId,
    userName,
  } as const;
  const line = addedItem({ id: 'desk:1', at, actId: '', by: server, ...act }, stored.placed);
  return hasRoomForLine(stored, line) ? { ok: true, act } : refused('orderFull');
}

function afterAct(stored: StoredOrder, { act }: Allowed, actId: string): Order {
  const next = { id: 'desk:1', at: 0, actId, by: server, ...act } as ServiceEvent;
  return applyAct(stored, next).order;
}

/** What was paid is never more than what is owed for. */
function unlessBelowPaid(
  stored: StoredOrder,
  verdict: Allowed,
  refused: (reason: ActRefusal) => Verdict,
  actId = '',
): Verdict {
  const { order } = stored;
  const after = afterAct(stored, verdict, actId);
  const { totalAmount = zero, paymentsTotal = zero } = after;
  const isBelow = compareAmounts(paymentsTotal, totalAmount) > 0 && after.status !== orderStatus.cancelled;
  const wasBelow = compareAmounts(order.paymentsTotal ?? zero, order.totalAmount ?? zero) > 0;
  return isBelow && !wasBelow ? refused('belowPaid') : verdict;
}
