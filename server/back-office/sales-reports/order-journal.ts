/**
 * Converts an order to journal entries: what it adds to the figures, and when. Pure.
 *
 * Each round, voided dish, discount and payment is an entry at its own time. A later change is therefore a new entry,
 * and never alters a day that was counted already. For example:
 *
 *   Mon 23:50  round of 2 teas      orders +1, dishes +4.00, total +4.00
 *   Tue 00:10  1 tea is voided      voidedPieces +1, dishes −2.00, total −2.00
 *   Tue 00:20  paid by card         payments +1, paid +2.00
 *
 * Sales entries are differences: the order is computed as it was at each moment, and compared with the moment before.
 */
import { paidOnline } from '#contract/calls/payment.ts';
import { countDishes } from '#contract/dish/quantity.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { fulfilmentReplica } from '#events/log/event-id.ts';
import type { ServiceEvent, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  calculateLineAmount,
  countPlaces,
  sum,
  type Amount,
  zero,
} from '#projections/bill/money.ts';
import { calculateBillTotals } from '#projections/bill/taxes.ts';
import { readTaxTerms } from '#contract/payments/order-charges.ts';
import { getAddedLineId, dropUndone, type OrderLife } from '#projections/service/order-life.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import {
  combineEvents,
  isOwnLine,
  readMergedInto,
  listMergedOrders,
  listEventParts,
  unmergePlaced,
} from '#server/ordering/orders/merged-orders.ts';
import { calculateRefunded } from '#server/ordering/orders/order-refunds.ts';
import { projectOrder } from '#server/ordering/orders/order-state.ts';
import type { Sums } from '#contract/calls/numbers.ts';
import {
  subtractCounts,
  subtractMoney,
  subtractTaxes,
  type PersonTips,
  noCounts,
  noMoney,
  type Counts,
  type Money,
  type RateTax,
  type WaitName,
} from './figures.ts';
import {
  diffGiven,
  findCloser,
  listGiven,
  listUnpaid,
  listVoids,
  readApprover,
  type Given,
  type Reduction,
} from './reductions.ts';

export interface Entry {
  /** ms since 1970 */
  readonly at: number;
  readonly counts: Partial<Counts>;
  readonly money: Partial<Money>;
  readonly taxes?: readonly RateTax[];
  readonly dishes?: readonly DishEntry[];
  readonly method?: Sums['methods'][number];
  readonly tips?: PersonTips;
  /** What a person or a coupon took off the sales, or left unpaid. */
  readonly reductions?: readonly Reduction[];
  /** Only for a payment or refund. */
  readonly payment?: PaymentFacts;
  /** Only for a round: how many diners ordered in it, and how many guests sat at the table. */
  readonly ordering?: { readonly diners: number; readonly guests: number };
  readonly waited?: { readonly name: WaitName; readonly seconds: number };
}

/** Who took or gave back money, and why. */
interface PaymentFacts {
  readonly by: string;
  readonly approvedBy: string;
  readonly reason: string;
}

interface DishEntry {
  readonly productId: string;
  readonly name: string;
  /** A dish sold by weight counts as one piece. */
  readonly pieces: number;
  readonly amount: Amount;
  /** Only for a dish that is sold by weight. */
  readonly weighed?: { readonly steps: number; readonly unitLabel: string };
}

/**
 * If staff merged two orders, each has its own rounds, payments and waits. The sales move to the joint bill at the merge:
 * the merged order has an entry with all its amounts below zero, and the bill has one with the same amounts. What differs
 * is that two orders became one, and that tax is now rounded once.
 */
export function toJournal(stored: StoredOrder): Entry[] {
  const { events, life } = stored;
  const ownEvents = dropUndone(listEventParts(stored).own);
  const own = new Set(listEventParts(stored).own.map(({ actId }) => actId));
  const placed = listMergedOrders(stored.placed).reduce(
    (order, { orderId }) => unmergePlaced(order, orderId),
    stored.placed,
  );
  return [
    ...listSales(placed, stored),
    ...[...listVoids(stored.placed, ownEvents), ...listUnpaid(ownEvents)].map(({ at, ...reduction }) => ({
      at,
      counts: {},
      money: {},
      reductions: [reduction],
    })),
    ...listRounds(placed),
    ...life.payments.filter(({ actId }) => own.has(actId)).map((payment) => toPaymentEntry(payment, events)),
    ...listWaits(placed, stored, dropUndone(events), own),
  ];
}

/** The events that change the amounts of an order. */
const salesEvents: ReadonlySet<ServiceEvent['type']> = new Set([
  'dishVoided',
  'dishAdded',
  'orderDiscounted',
  'discountRemoved',
  'orderPaid',
  'orderRefunded',
  'orderClosed',
  'orderReopened',
]);

/** The counts, amounts and lines of an order at a moment. */
interface Sold {
  readonly counts: Counts;
  readonly money: Money;
  readonly taxes: readonly RateTax[];
  readonly lines: ReadonlyMap<string, PlacedItem>;
  readonly given: readonly Given[];
}

const nothingSold: Sold = { counts: noCounts, money: noMoney, taxes: [], lines: new Map(), given: [] };

/**
 * Returns an entry for each moment at which the amounts of the order changed.
 * @param own the placed order without the lines of merged orders
 */
function listSales(own: Order, stored: StoredOrder): Entry[] {
  const { placed } = stored;
  const merged = listMergedOrders(placed);
  const mergedInto = readMergedInto(placed);
  const mergedAt = Math.min(...merged.map(({ at }) => at));
  const ofBill = dropUndone(stored.events).filter(({ type }) => salesEvents.has(type));
  const ofOrder = dropUndone(listEventParts(stored).own).filter(({ type }) => salesEvents.has(type));
  const moments = new Set([
    placed.createAt,
    ...own.orderItems.map((line) => getPlacedAt(line, own)),
    ...ofOrder.map(({ at }) => at),
    ...merged.map(({ at }) => at),
    ...ofBill.map(({ at }) => at).filter((at) => at >= mergedAt),
    ...(mergedInto ? [mergedInto.at] : []),
  ]);
  const entries: Entry[] = [];
  let before = nothingSold;
  for (const at of [...moments].toSorted((a, b) => a - b)) {
    const after = computeSoldAt(stored, at);
    entries.push({
      at,
      counts: subtractCounts(after.counts, before.counts),
      money: subtractMoney(after.money, before.money),
      taxes: subtractTaxes(after.taxes, before.taxes),
      dishes: diffDishes(before, after),
      reductions: diffGiven(before.given, after.given),
    });
    before = after;
  }
  return entries;
}

/** What the order had sold at a moment: nothing once it was merged into another order. */
function computeSoldAt(stored: StoredOrder, at: number): Sold {
  const mergedInto = readMergedInto(stored.placed);
  if (mergedInto && at >= mergedInto.at) return nothingSold;
  const later = listMergedOrders(stored.placed).filter((merged) => merged.at > at);
  const placed = later.reduce((order, { orderId }) => unmergePlaced(order, orderId), stored.placed);
  return computeSold(placed, dropUndone(combineEvents(placed, listEventParts(stored))), at);
}

function computeSold(placed: Order, events: readonly ServiceEvent[], at: number): Sold {
  const then = dropLaterRounds(placed, at);
  const until = events.filter((event) => event.at <= at);
  const order = projectOrder(then, until);
  const { totalAmount = zero, subTotalAmount = zero, totalDiscountAmount = zero } = order;
  const places = countPlaces(totalAmount);
  const ever = [
    ...then.orderItems.map(
      ({ quantity, unitLabel, itemWithAdjustmentAmount = zero }) =>
        [countDishes(quantity, unitLabel), itemWithAdjustmentAmount] as const,
    ),
    ...until.flatMap((event) =>
      event.type === 'dishAdded'
        ? [
            [
              countDishes(event.quantity, event.unitLabel),
              calculateLineAmount(event.item, event.quantity, places),
            ] as const,
          ]
        : [],
    ),
  ];
  const moved = listMoved(then, until);
  const left = order.orderItems.reduce((pieces, line) => pieces + countPieces(line), 0);
  const [everything, elsewhere] = [addParts(ever), addParts(moved)];
  const voidedPieces = everything.pieces - elsewhere.pieces - left;
  const kept = calculateDifference(everything.amount, elsewhere.amount);
  const voided = calculateDifference(kept, subTotalAmount);
  if (order.status === orderStatus.cancelled)
    return {
      counts: { ...noCounts, voidedPieces },
      money: { ...noMoney, voided, cancelled: totalAmount },
      taxes: [],
      lines: new Map(),
      given: [{ kind: 'cancelled', id: '', amount: totalAmount, ...findCloser(until) }],
    };
  const couponWorth = then.totalDiscountAmount ?? zero;
  // After voided dishes, a coupon still reduces by its full value, but at most by the price of the remaining dishes.
  const coupons = compareAmounts(couponWorth, totalDiscountAmount) < 0 ? couponWorth : totalDiscountAmount;
  return {
    counts: {
      ...noCounts,
      voidedPieces,
      orders: 1,
      guests: order.guests,
      rounds: new Set(then.orderItems.map(({ round }) => round)).size,
    },
    money: {
      ...noMoney,
      voided,
      dishes: subTotalAmount,
      discounts: calculateDifference(totalDiscountAmount, coupons),
      coupons,
      serviceCharge: order.totalChargeAmount ?? zero,
      tax: order.totalTaxAmount ?? zero,
      taxIncluded: readTaxTerms(placed).isIncluded ? (order.totalTaxAmount ?? zero) : zero,
      refundedSales: calculateRefunded(order),
      total: totalAmount,
    },
    taxes: listTaxes(order),
    lines: new Map(order.orderItems.map((line) => [line.id, line])),
    given: listGiven(order, coupons, until),
  };
}

type PartOfOrder = readonly [pieces: number, amount: Amount];

function addParts(parts: readonly PartOfOrder[]) {
  return {
    pieces: parts.reduce((total, [pieces]) => total + pieces, 0),
    amount: sum(parts.map(([, amount]) => amount)),
  };
}

/** The pieces that were moved to another bill, with their amounts. */
function listMoved(placed: Order, events: readonly ServiceEvent[]): PartOfOrder[] {
  const places = countPlaces(placed.totalAmount);
  const lines = new Map<string, Pick<ServiceEventOf<'dishAdded'>, 'item' | 'unitLabel'>>(
    placed.orderItems.map((line) => [
      line.id,
      { item: { ...line, modifiers: line.orderItemModifiers }, unitLabel: line.unitLabel },
    ]),
  );
  return events.flatMap((event): PartOfOrder[] => {
    if (event.type === 'dishAdded') lines.set(getAddedLineId(event), event);
    if (event.type !== 'dishVoided' || !event.movedTo) return [];
    const line = lines.get(event.orderItemId);
    if (!line) return [];
    const amount = calculateLineAmount(line.item, event.quantity, places);
    return [[countDishes(event.quantity, line.unitLabel), amount]];
  });
}

/** The taxes of an order. One of an older version has one tax, which applies to everything. */
function listTaxes({ orderTaxes, ...order }: Order): RateTax[] {
  const { subTotalAmount = zero, totalDiscountAmount = zero, totalChargeAmount = zero } = order;
  const all = calculateDifference(sum([subTotalAmount, totalChargeAmount]), totalDiscountAmount);
  return orderTaxes.map(({ rate, net = all, amount }) => ({ rate, net, amount }));
}

function getPlacedAt(line: PlacedItem, { createAt }: Order): number {
  return line.placedAt ?? createAt;
}

/** Returns the order without the rounds that were placed after a moment. */
function dropLaterRounds(placed: Order, at: number): Order {
  const orderItems = placed.orderItems.filter((line) => getPlacedAt(line, placed) <= at);
  if (orderItems.length === placed.orderItems.length) return placed;
  const { taxLines, ...totals } = calculateBillTotals(orderItems, {
    tax: readTaxTerms(placed),
    decimals: countPlaces(placed.totalAmount),
    service: { rate: placed.serviceChargeRate ?? '0' },
    discount: sum(orderItems.map(({ couponDiscountAmount = zero }) => couponDiscountAmount)),
  });
  return { ...placed, orderItems, ...totals, orderTaxes: [...taxLines] };
}

function diffDishes(before: Sold, after: Sold): DishEntry[] {
  const ids = new Set([...before.lines.keys(), ...after.lines.keys()]);
  return [...ids].flatMap((id) => {
    const [was, is] = [before.lines.get(id), after.lines.get(id)];
    const steps = (is?.quantity ?? 0) - (was?.quantity ?? 0);
    const pieces = countPieces(is) - countPieces(was);
    const amount = calculateDifference(
      is?.itemWithAdjustmentAmount ?? zero,
      was?.itemWithAdjustmentAmount ?? zero,
    );
    if (steps === 0 && isZero(amount)) return [];
    const line = (is ?? was)!;
    const { unitLabel } = line;
    return { ...pickDish(line), pieces, amount, ...(unitLabel && { weighed: { steps, unitLabel } }) };
  });
}

function countPieces(line: PlacedItem | undefined): number {
  return line ? countDishes(line.quantity, line.unitLabel) : 0;
}

function pickDish({ productId, name = '' }: PlacedItem): Pick<DishEntry, 'productId' | 'name'> {
  return { productId, name };
}

/**
 * Returns an entry for each round, with the number of diners who ordered. Dishes that staff added count for no diner.
 */
function listRounds(placed: Order): Entry[] {
  const rounds = new Map<number, { at: number; diners: Set<string> }>();
  for (const line of placed.orderItems) {
    const round = rounds.get(line.round) ?? { at: getPlacedAt(line, placed), diners: new Set() };
    if (line.userId !== fulfilmentReplica) round.diners.add(line.userId);
    rounds.set(line.round, round);
  }
  return [...rounds.values()].map(({ at, diners }) => ({
    at,
    counts: {},
    money: {},
    ordering: { diners: diners.size, guests: Math.max(placed.guests, diners.size) },
  }));
}

function toPaymentEntry(
  { actId, at, by, method, amount, ...payment }: OrderLife['payments'][number],
  events: readonly ServiceEvent[],
): Entry {
  const { tip: tips = zero, rounding = zero } = payment;
  const isBack = compareAmounts(amount, zero) < 0;
  const paid = isBack ? zero : amount;
  const refunded = isBack ? calculateDifference(zero, amount) : zero;
  return {
    at,
    counts: isBack ? { refunds: 1 } : { payments: 1 },
    money: { paid, refunded, tips, rounding },
    method: { method, payments: isBack ? 0 : 1, paid, refunded, tips, rounding },
    tips: { name: method === paidOnline ? '' : by.name, tips },
    payment: { by: by.name, approvedBy: readApprover(events, actId), reason: payment.reason ?? '' },
  };
}

/**
 * @param own the placed order without the lines of merged orders
 * @param events of the whole bill
 * @param acts the ids of the order's own acts
 */
function listWaits(
  own: Order,
  { placed, life: { added, ...life } }: StoredOrder,
  events: readonly ServiceEvent[],
  acts: ReadonlySet<string>,
): Entry[] {
  const dishes = life.dishes.filter(({ id }) => isOwnLine(placed, id));
  const orderedAt = new Map([
    ...own.orderItems.map((line) => [line.id, getPlacedAt(line, own)] as const),
    ...added.map((event) => [getAddedLineId(event), event.at] as const),
  ]);
  const sentAt = new Map(dishes.map((dish) => [dish.id, dish.sentAt]));
  const entries: Entry[] = [];
  const addWait = (name: WaitName, from: number | undefined, at: number) => {
    if (from === undefined || from > at) return;
    entries.push({ at, counts: {}, money: {}, waited: { name, seconds: Math.round((at - from) / 1000) } });
  };
  // A dish that was held waited for its course, not for the kitchen.
  for (const { id, sentAt: at, firedAt } of dishes)
    if (at !== undefined && firedAt === undefined) addWait('kitchen', orderedAt.get(id), at);
  let servedAt: number | undefined;
  for (const event of events)
    if (event.type === 'dishServed' || event.type === 'ticketBumped') {
      const dishes = listServedDishes(event);
      if (dishes.length > 0) servedAt = event.at;
      for (const id of dishes) {
        const sent = sentAt.get(id);
        // A dish that skipped the kitchen (a beer) is sent and served in one step, so it did not wait.
        if (sent !== event.at) addWait('served', sent, event.at);
      }
    } else if (event.type === 'orderPaid' && acts.has(event.actId)) {
      const soFar = events.slice(0, events.indexOf(event) + 1);
      if (projectOrder(placed, soFar).paymentStatus === paymentStatus.fullyPaid)
        addWait('paid', servedAt, event.at);
    }
  return entries;
}

/** The ids of the dishes that the act brought to the table. */
function listServedDishes(event: ServiceEventOf<'dishServed' | 'ticketBumped'>): readonly string[] {
  if (event.type === 'dishServed') return [event.orderItemId];
  return event.stage === 'served' ? event.dishes.map(({ orderItemId }) => orderItemId) : [];
}
