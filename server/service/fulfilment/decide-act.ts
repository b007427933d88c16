/**
 * Decides whether staff may do an act about an order in its present state. Pure.
 *
 *     command (OrderAct) + current order ──► { act }      the fact to store
 *                                       └──► { reason }   the reason of the refusal, and the present state
 *
 * Two waiters may act at the same moment. The second one decides on the state after the first, so that a dish is served
 * once and an order is not paid twice. `do-act.ts` answers a repeated `actId` before it comes here.
 *
 * Example: an order owes 20.00. Two waiters record a payment of 20.00 each, with different ids. The first is allowed, the
 * second is refused with `moreThanOwed`.
 */
import { type ActRefusal, type OrderAct, type OrderActOf } from '#contract/calls/service.ts';
import { recallMs, takeBackMs } from '#contract/limits.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { readCourse } from '#contract/course.ts';
import { paidOnline } from '#contract/calls/payment.ts';
import { applyMenuPrice, listTaxIds, readUnit } from '#contract/dish/priced-item.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';
import type { CashCoin } from '#projections/bill/cash.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { dropUndone, isHeld, isRecallable, type DishLife } from '#projections/service/order-life.ts';
import { decidePayment, decideRefund } from './decide-payment.ts';
import { findItemProblem } from '#contract/dish/item-problem.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { hasRoomForAct, hasRoomForLine } from '#server/ordering/orders/order-limits.ts';
import {
  createAddedLine,
  applyAct,
  calculateOwed,
  countUnsent,
} from '#server/ordering/orders/order-state.ts';

export interface Circumstances {
  /** ms */
  readonly now: number;
  readonly menu: MenuIndex;
  /** The courses of the menu's sections, for an added dish. */
  readonly courses?: ReadonlyMap<string, number> | undefined;
  /** The smallest coin; undefined if cash is not rounded. */
  readonly coin?: CashCoin | undefined;
  /** The diner who gets the added dish. */
  readonly diner: { readonly id: string; readonly name: string };
}

/** Acts that are also allowed on a closed order. */
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
      /** The present state, for the message to the waiter. */
      readonly owed: Amount;
      readonly unsent: number;
    };

export function decideAct(stored: StoredOrder, command: OrderAct, circumstances: Circumstances): ActDecision {
  const { order, events } = stored;
  const refuse = (reason: ActRefusal): ActDecision => ({
    ok: false,
    reason,
    owed: calculateOwed(order),
    unsent: countUnsent(order),
  });
  const { closed, dishes } = stored.life;
  if (closed && !actsOnClosedOrders.has(command.type)) return refuse('orderClosed');
  if (!hasRoomForAct(order, command)) return refuse('orderFull');
  const findDish = (id: string) => dishes.find((dish) => dish.id === id);

  switch (command.type) {
    case 'roundSent': {
      const ofRound = dishes.filter(({ round }) => round === command.round);
      if (ofRound.length === 0) return refuse('noSuchDish');
      if (ofRound.every((dish) => dish.sent === dish.left || isHeld(dish))) return refuse('alreadyDone');
      return allow(command);
    }
    case 'orderReady':
      return dishes.every(({ left, ready }) => ready >= left) ? refuse('alreadyDone') : allow(command);
    case 'dishReady':
    case 'dishServed':
    case 'dishVoided': {
      const dish = findDish(command.orderItemId);
      if (!dish) return refuse('noSuchDish');
      if (command.quantity > countOpenPieces(dish, command.type)) return refuse('alreadyDone');
      const name = order.orderItems.find(({ id }) => id === dish.id)?.name;
      return refuseBelowPaid(stored, withDishName(allow(command), name), refuse);
    }
    case 'ticketBumped':
      return decideBump(stored, command, refuse);
    case 'ticketRecalled': {
      const recalled = dropUndone(events).find(({ actId }) => actId === command.recalledId);
      const isBump = recalled !== undefined && isRecallable(recalled);
      return isBump && circumstances.now - recalled.at <= recallMs ? allow(command) : refuse('tooLate');
    }
    case 'courseHeld':
      return decideHold(stored, command, refuse);
    case 'courseFired':
      return decideFire(stored, command, refuse);
    case 'dishAdded':
      return decideDishAdded(stored, command, circumstances, refuse);
    case 'orderDiscounted':
      return refuseBelowPaid(stored, allow(command), refuse);
    case 'discountRemoved': {
      const isGiven = stored.life.discounts.some(({ actId }) => actId === command.discountId);
      return isGiven ? allow(command) : refuse('noSuchDiscount');
    }
    case 'orderPaid':
    case 'orderRefunded': {
      const { coin } = circumstances;
      const isPayment = command.type === 'orderPaid';
      const decision = isPayment ? decidePayment(order, command, coin) : decideRefund(order, command, coin);
      return decision.ok ? decision : refuse(decision.reason);
    }
    case 'orderClosed':
      if (command.outcome === 'cancelled' && compareAmounts(order.paymentsTotal ?? zero, zero) > 0)
        return refuse('belowPaid');
      if (compareAmounts(command.owed, calculateOwed(order)) !== 0 || command.unsent !== countUnsent(order))
        return refuse('changed');
      return allow(command);
    case 'orderReopened':
      return closed ? allow(command) : refuse('alreadyDone');
    case 'takenBack': {
      const undone = dropUndone(events).find(({ actId }) => actId === command.actId);
      if (!undone || circumstances.now - undone.at > takeBackMs) return refuse('tooLate');
      // The payment page has this money. Staff can only refund it.
      if (undone.type === 'orderPaid' && undone.method === paidOnline) return refuse('tooLate');
      const back: Allowed = { ok: true, act: { type: 'takenBack' } };
      if (undone.type === 'orderRefunded') return back;
      const { paymentsTotal = zero } = computeOrderAfter(stored, back.act, command.actId);
      if (compareAmounts(paymentsTotal, zero) < 0) return refuse('moreThanPaid');
      return refuseBelowPaid(stored, back, refuse, command.actId);
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

/** The act to store: the command without its id, which the event stores in a field of its own. */
function allow({
  actId: _actId,
  approval: _approval,
  ...act
}: { approval?: unknown } & Exclude<
  OrderAct,
  OrderActOf<'courseHeld' | 'courseFired' | 'dishAdded' | 'takenBack' | 'orderPaid' | 'orderRefunded'>
>): Allowed {
  return { ok: true, act };
}

/** Marks the pieces that nobody has marked meanwhile. */
function decideBump(
  { life: { dishes }, order: { orderItems } }: StoredOrder,
  command: OrderActOf<'ticketBumped'>,
  refuse: (reason: ActRefusal) => ActDecision,
): ActDecision {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  if (!command.dishes.every(({ orderItemId }) => byId.has(orderItemId))) return refuse('noSuchDish');
  const type = command.stage === 'ready' ? 'dishReady' : 'dishServed';
  const names = new Map(orderItems.map(({ id, name }) => [id, name]));
  const asked = new Map(command.dishes.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  const marked = [...asked].flatMap(([orderItemId, quantity]) => {
    const pieces = Math.min(quantity, countOpenPieces(byId.get(orderItemId)!, type));
    return pieces > 0 ? { orderItemId, quantity: pieces, dish: names.get(orderItemId) } : [];
  });
  if (marked.length === 0) return refuse('alreadyDone');
  const { orderId, stage } = command;
  return { ok: true, act: { type: 'ticketBumped', orderId, stage, dishes: marked } };
}

/** Holds the dishes of the course that are not ready. */
function decideHold(
  stored: StoredOrder,
  { orderId, round, course }: OrderActOf<'courseHeld'>,
  refuse: (reason: ActRefusal) => ActDecision,
): ActDecision {
  const ids = new Set(
    stored.order.orderItems.filter((line) => readCourse(line) === course).map(({ id }) => id),
  );
  const ofCourse = stored.life.dishes.filter((dish) => dish.round === round && ids.has(dish.id));
  if (ofCourse.length === 0) return refuse('noSuchDish');
  const toHold = ofCourse.filter((dish) => dish.ready < dish.left && !isHeld(dish));
  if (toHold.length === 0) return refuse('alreadyDone');
  const dishes = listOpenDishes(stored, toHold);
  return { ok: true, act: { type: 'courseHeld', orderId, round, course, dishes } };
}

/** Fires the held dishes of the course in all rounds. */
function decideFire(
  stored: StoredOrder,
  { orderId, course }: OrderActOf<'courseFired'>,
  refuse: (reason: ActRefusal) => ActDecision,
): ActDecision {
  const held = stored.life.dishes.filter((dish) => isHeld(dish) && dish.heldCourse === course);
  if (held.length === 0) return refuse('alreadyDone');
  return { ok: true, act: { type: 'courseFired', orderId, course, dishes: listOpenDishes(stored, held) } };
}

/** The pieces that are not ready, with the names of their dishes. */
function listOpenDishes({ order }: Pick<StoredOrder, 'order'>, dishes: readonly DishLife[]) {
  const names = new Map(order.orderItems.map(({ id, name }) => [id, name]));
  return dishes.map(({ id: orderItemId, left, ready }) => ({
    orderItemId,
    quantity: left - ready,
    dish: names.get(orderItemId),
  }));
}

function withDishName({ act }: Allowed, dish: string | undefined): Allowed {
  return { ok: true, act: dish === undefined ? act : ({ ...act, dish } as Act) };
}

/** Adds the dish at its present price. */
function decideDishAdded(
  stored: StoredOrder,
  { orderId, item, quantity, allergy = '' }: OrderActOf<'dishAdded'>,
  { now: at, menu, courses, diner: { id: userId, name: userName } }: Circumstances,
  refuse: (reason: ActRefusal) => ActDecision,
): ActDecision {
  if (!menu.has(item.productId) || findItemProblem(item, menu) !== undefined) return refuse('notOnMenu');
  const round = stored.row.rounds;
  const priced = applyMenuPrice(item, menu, 'no price');
  const product = menu.get(item.productId);
  const unit = { ...readUnit(product), ...listTaxIds(product, priced) };
  const course = courses?.get(item.categoryId);
  const act = {
    type: 'dishAdded',
    orderId,
    round,
    ...(course !== undefined && { course }),
    item: priced,
    quantity,
    ...unit,
    userId,
    userName,
    ...(allergy.trim() !== '' && { allergy: allergy.trim() }),
  } as const;
  const line = createAddedLine({ id: 'desk:1', at, actId: '', by: server, ...act }, stored.placed);
  return hasRoomForLine(stored, line) ? { ok: true, act } : refuse('orderFull');
}

export function computeOrderAfter(stored: StoredOrder, act: Act, actId: string): Order {
  const next = { id: 'desk:1', at: 0, actId, by: server, ...act } as ServiceEvent;
  return applyAct(stored, next).order;
}

/** Refuses an act that would lower the total below the paid amount. */
function refuseBelowPaid(
  stored: StoredOrder,
  decision: Allowed,
  refuse: (reason: ActRefusal) => ActDecision,
  actId = '',
): ActDecision {
  const { order } = stored;
  const after = computeOrderAfter(stored, decision.act, actId);
  const { totalAmount = zero, paymentsTotal = zero } = after;
  const isBelow = compareAmounts(paymentsTotal, totalAmount) > 0 && after.status !== orderStatus.cancelled;
  const wasBelow = compareAmounts(order.paymentsTotal ?? zero, order.totalAmount ?? zero) > 0;
  return isBelow && !wasBelow ? refuse('belowPaid') : decision;
}
