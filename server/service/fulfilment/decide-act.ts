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
import { createAddedLine, applyAct, owedAmount, countUnsent } from '#server/ordering/orders/order-state.ts';

export interface Circumstances {
  /** ms */
  readonly now: number;
  readonly menu: MenuIndex;
  /** Whom an added dish is for. */
  readonly diner: { readonly id: string; readonly name: string };
}

/** What is done about a closed order as well. */
const actsOnClosedOrders: ReadonlySet<OrderAct['type']> = new Set([
  'takenBack',
  'orderReopened',
  'orderRefunded',
]);

const server = { kind: 'server', name: '' } as const;

interface Allowed {
  readonly ok: true;
  readonly act: Act;
}

export type ActDecision =
  | Allowed
  | {
      readonly ok: false;
      readonly reason: ActRefusal;
      /** As it is now. */
      readonly owed: Amount;
      readonly unsent: number;
    };

/** What is to be written down, or why it is not taken. The same act again is no matter of this. */
export function decideAct(stored: StoredOrder, wish: OrderAct, circumstances: Circumstances): ActDecision {
  const { order, events } = stored;
  const refused = (reason: ActRefusal): ActDecision => ({
    ok: false,
    reason,
    owed: owedAmount(order),
    unsent: countUnsent(order),
  });
  const { closed, dishes } = stored.life;
  if (closed && !actsOnClosedOrders.has(wish.type)) return refused('orderClosed');
  if (!hasRoomForAct(order, wish.type)) return refused('orderFull');
  const dishOf = (id: string) => dishes.find((dish) => dish.id === id);

  switch (wish.type) {
    case 'roundSent': {
      const ofRound = dishes.filter(({ round }) => round === wish.round);
      if (ofRound.length === 0) return refused('noSuchDish');
      if (ofRound.every(({ sent, left }) => sent === left)) return refused('alreadyDone');
      return allow(wish);
    }
    case 'dishReady':
    case 'dishServed':
    case 'dishVoided': {
      const dish = dishOf(wish.orderItemId);
      if (!dish) return refused('noSuchDish');
      if (wish.quantity > countOpenPieces(dish, wish.type)) return refused('alreadyDone');
      const name = order.orderItems.find(({ id }) => id === dish.id)?.name;
      return refuseBelowPaid(stored, withDishName(allow(wish), name), refused);
    }
    case 'dishAdded':
      return decideDishAdded(stored, wish, circumstances, refused);
    case 'orderDiscounted':
      return refuseBelowPaid(stored, allow(wish), refused);
    case 'orderPaid': {
      const { owed: shown, ...paid } = wish;
      if (compareAmounts(wish.amount, owedAmount(order)) > 0) return refused('moreThanOwed');
      if (shown !== undefined && compareAmounts(shown, owedAmount(order)) !== 0) return refused('changed');
      return allow(paid);
    }
    case 'orderRefunded': {
      const { paymentsTotal = zero, paymentsTips = zero } = order;
      const isMore =
        compareAmounts(wish.amount, paymentsTotal) > 0 || compareAmounts(wish.tip ?? zero, paymentsTips) > 0;
      return isMore ? refused('moreThanPaid') : allow(wish);
    }
    case 'orderClosed':
      if (wish.outcome === 'cancelled' && compareAmounts(order.paymentsTotal ?? zero, zero) > 0)
        return refused('belowPaid');
      if (compareAmounts(wish.owed, owedAmount(order)) !== 0 || wish.unsent !== countUnsent(order))
        return refused('changed');
      return allow(wish);
    case 'orderReopened':
      return closed ? allow(wish) : refused('alreadyDone');
    case 'takenBack': {
      const undone = dropUndone(events).find(({ actId }) => actId === wish.actId);
      if (!undone || circumstances.now - undone.at > takeBackMs) return refused('tooLate');
      // D51: the page has that money; it can only be given back.
      if (undone.type === 'orderPaid' && undone.method === paidOnline) return refused('tooLate');
      const back: Allowed = { ok: true, act: { type: 'takenBack' } };
      if (undone.type === 'orderRefunded') return back;
      const { paymentsTotal = zero } = orderAfter(stored, back, wish.actId);
      if (compareAmounts(paymentsTotal, zero) < 0) return refused('moreThanPaid');
      return refuseBelowPaid(stored, back, refused, wish.actId);
    }
  }
}

function countOpenPieces(
  { left, ready, served }: DishLife,
  type: 'dishReady' | 'dishServed' | 'dishVoided',
): number {
  if (type === 'dishVoided') return left;
  return left - (type === 'dishReady' ? ready : served);
}

/** The act without what says how it came. */
function allow({ actId: _actId, ...act }: Exclude<OrderAct, OrderActOf<'dishAdded' | 'takenBack'>>): Allowed {
  return { ok: true, act };
}

function withDishName({ act }: Allowed, dish: string | undefined): Allowed {
  return { ok: true, act: dish === undefined ? act : ({ ...act, dish } as Act) };
}

/** A dish at the price that it has now. */
function decideDishAdded(
  stored: StoredOrder,
  { orderId, item, quantity }: OrderActOf<'dishAdded'>,
  { now: at, menu, diner: { id: userId, name: userName } }: Circumstances,
  refused: (reason: ActRefusal) => ActDecision,
): ActDecision {
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
  const line = createAddedLine({ id: 'desk:1', at, actId: '', by: server, ...act }, stored.placed);
  return hasRoomForLine(stored, line) ? { ok: true, act } : refused('orderFull');
}

function orderAfter(stored: StoredOrder, { act }: Allowed, actId: string): Order {
  const next = { id: 'desk:1', at: 0, actId, by: server, ...act } as ServiceEvent;
  return applyAct(stored, next).order;
}

/** What was paid is never more than what is owed for. */
function refuseBelowPaid(
  stored: StoredOrder,
  verdict: Allowed,
  refused: (reason: ActRefusal) => ActDecision,
  actId = '',
): ActDecision {
  const { order } = stored;
  const after = orderAfter(stored, verdict, actId);
  const { totalAmount = zero, paymentsTotal = zero } = after;
  const isBelow = compareAmounts(paymentsTotal, totalAmount) > 0 && after.status !== orderStatus.cancelled;
  const wasBelow = compareAmounts(order.paymentsTotal ?? zero, order.totalAmount ?? zero) > 0;
  return isBelow && !wasBelow ? refused('belowPaid') : verdict;
}
