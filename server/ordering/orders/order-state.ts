/**
 * Computes the current order from the order as diners placed it and the fulfilment events about it. Pure.
 *
 *     placed (order-body.ts) ──┐
 *                              ├──► foldOrderLife ──► lines, money, payment, status ──► current order
 *     fulfilment events ───────┘
 *
 * Example: 2 × tea are placed. Staff void one, and a diner pays. The events `dishVoided` and `orderPaid` follow, and the
 * current order has 1 × tea and the status "paid". The placed order is never changed, so undoing an act is one more event.
 */
import { readUnit } from '#contract/dish/priced-item.ts';
import { countDishes } from '#contract/dish/quantity.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import {
  adjustmentCategory,
  adjustmentTarget,
  itemMode,
  orderStatus,
  paymentStatus,
  sendStatus,
} from '#contract/states.ts';
import type { Item } from '#events/item.ts';
import type { ServiceEvent, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { readTaxTerms } from '#contract/payments/order-charges.ts';
import { toOrderPayment } from './order-payments.ts';
import { addRefunds, type OrderMoney } from './order-refunds.ts';
import { calculateBillTotals, type BillTerms } from '#projections/bill/taxes.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  calculateLineAmount,
  countPlaces,
  roundAmount,
  share,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import {
  getAddedLineId,
  extendLife,
  foldOrderLife,
  isHeld,
  type DishLife,
  type OrderLife,
} from '#projections/service/order-life.ts';

/** An order with its events and their result. */
export interface OrderState {
  readonly placed: Order;
  readonly events: readonly ServiceEvent[];
  readonly life: OrderLife;
  /** The current order. */
  readonly order: Order;
}

/** The current order. @param placed as stored @param events of this order; without any, the stored order is current */
export function projectOrder(placed: Order, events: readonly ServiceEvent[]): Order {
  return applyActs(placed, events).order;
}

export function applyActs(placed: Order, events: readonly ServiceEvent[]): OrderState {
  const life = projectOrderLife(placed, events);
  return { placed, events, life, order: events.length === 0 ? placed : applyLife(placed, life) };
}

/** Applies one more event. Folds only the dishes that it concerns. @param placed if its version changed */
export function applyAct(before: OrderState, event: ServiceEvent, placed = before.placed): OrderState {
  const events = [...before.events, event];
  const life = extendLife(before.life, before.events, event);
  return life ? { placed, events, life, order: applyLife(placed, life) } : applyActs(placed, events);
}

export function projectOrderLife(placed: Order, events: readonly ServiceEvent[]): OrderLife {
  const dishes = placed.orderItems.map(({ id, round, quantity, qtySentToKitchen, sentAt }) => ({
    id,
    round,
    quantity,
    sent: qtySentToKitchen,
    sentAt: sentAt ?? undefined,
  }));
  return foldOrderLife(dishes, events, readClosing(placed));
}

/** What diners still have to pay; "0.00" for a cancelled order. */
export function calculateOwed({
  status,
  totalAmount = zero,
  paymentStatus: payment,
  paymentsTotal = zero,
}: Order): Amount {
  if (status === orderStatus.cancelled || payment === paymentStatus.fullyPaid) return zero;
  const owed = calculateDifference(totalAmount, paymentsTotal);
  return compareAmounts(owed, zero) > 0 ? owed : zero;
}

/** What staff have to give back: what was paid beyond the total, or everything that was paid for a cancelled order. */
export function calculateOverpaid({ status, totalAmount = zero, paymentsTotal = zero }: Order): Amount {
  if (status === orderStatus.cancelled) return paymentsTotal;
  const over = calculateDifference(paymentsTotal, totalAmount);
  return compareAmounts(over, zero) > 0 ? over : zero;
}

/** The number of dishes that were not sent to the kitchen yet. */
export function countUnsent({ orderItems }: Pick<Order, 'orderItems'>): number {
  return orderItems.reduce(
    (dishes, item) => dishes + countDishes(Math.max(0, item.quantity - countSentLeft(item)), item.unitLabel),
    0,
  );
}

/** The pieces that were sent to the kitchen and not voided afterwards. */
function countSentLeft({ qtySentToKitchen = 0, qtyVoid = 0 }: PlacedItem): number {
  return qtySentToKitchen - qtyVoid;
}

/** How an older server, which stored no events, closed the order. */
function readClosing({ status, updateAt }: Order): OrderLife['closed'] {
  if (status !== orderStatus.completed && status !== orderStatus.cancelled) return undefined;
  const outcome = status === orderStatus.completed ? 'completed' : 'cancelled';
  return { outcome, at: updateAt, by: { kind: 'server', name: '' }, reason: '' };
}

function applyLife(placed: Order, life: OrderLife): Order {
  const dishes = new Map(life.dishes.map((dish) => [dish.id, dish]));
  const lines = [...placed.orderItems, ...life.added.map((event) => readAddedLine(event, placed))];
  const orderItems = lines.map((line) => getCurrentLine(line, dishes.get(line.id)!));
  const places = countPlaces(placed.totalAmount);
  const terms = createBillTerms(placed, orderItems, life);
  const { money, counted } = addRefunds(recalculateMoney(placed, orderItems, life, terms), {
    lines: orderItems,
    terms,
    payments: life.payments,
  });
  const payments = life.payments.map((payment) => toOrderPayment(payment, places, counted));
  const add = (amounts: readonly Amount[]) => sum([roundAmount(zero, places), ...amounts]);
  const paymentsTotal = add(payments.map(({ amount }) => amount));
  const tips = add(payments.map(({ tip }) => tip));
  const wasPaid = placed.paymentStatus !== paymentStatus.unpaid && payments.length === 0;
  const payment = wasPaid
    ? placed.paymentStatus
    : calculatePaymentStatus(paymentsTotal, money.totalAmount, payments.length > 0);
  return {
    ...placed,
    ...money,
    orderItems: orderItems.filter(({ id }) => !isMovedAway(dishes.get(id)!)),
    payments,
    paymentsTotal,
    paymentsTips: tips,
    paymentsChange: add(payments.map(({ change = zero }) => change)),
    totalTipsAmount: tips,
    paymentStatus: payment,
    sendStatus: sendOf(orderItems),
    status: calculateStatus(placed, life, payment),
  };
}

/** Whether all that was left of the dish is on another bill since. */
function isMovedAway({ left, moved, voidedSent, voidedUnsent }: DishLife): boolean {
  return left === 0 && moved > 0 && voidedSent + voidedUnsent === 0;
}

/** Caches, so that a line which did not change stays the same object. Their lines are immutable. */
const addedLines = new WeakMap<ServiceEventOf<'dishAdded'>, PlacedItem>();
const currentLines = new WeakMap<DishLife, { readonly line: PlacedItem; readonly standing: PlacedItem }>();

/** The line of a dish that staff added, from the cache if possible. */
export function readAddedLine(event: ServiceEventOf<'dishAdded'>, placed: Order): PlacedItem {
  const known = addedLines.get(event);
  if (known?.orderId === placed.id) return known;
  const line = createAddedLine(event, placed);
  addedLines.set(event, line);
  return line;
}

function getCurrentLine(line: PlacedItem, dish: DishLife): PlacedItem {
  const known = currentLines.get(dish);
  if (known?.line === line) return known.standing;
  const standing = applyDish(line, dish);
  currentLines.set(dish, { line, standing });
  return standing;
}

/** Creates the line of a dish that staff added. */
export function createAddedLine(
  event: ServiceEventOf<'dishAdded'>,
  { id: orderId, totalAmount }: Order,
): PlacedItem {
  const { item, quantity, unitLabel, taxId, optionTaxIds = {}, round, userId, userName = '', at } = event;
  const { allergy = '', course } = event;
  return {
    id: getAddedLineId(event),
    orderId,
    productId: item.productId,
    categoryId: item.categoryId,
    name: item.name,
    price: item.price,
    originalPrice: item.price,
    quantity,
    ...readUnit({ unitLabel: unitLabel ?? '' }),
    notes: item.notes,
    ...(allergy !== '' && { allergy }),
    ...(course !== undefined && { course }),
    mode: itemMode.normal,
    ...(taxId !== undefined && { taxId }),
    orderItemModifiers: item.modifiers.map((modifier) => {
      const ownTaxId = optionTaxIds[modifier.modifierProductId];
      return { ...modifier, id: undefined, ...(ownTaxId !== undefined && { taxId: ownTaxId }) };
    }),
    itemWithAdjustmentAmount: calculateLineAmount(item, quantity, countPlaces(totalAmount)),
    userId,
    userName,
    round,
    placedAt: event.placedAt ?? at,
  };
}

/**
 * Writes the state of a dish into the contract's fields. `quantity` excludes voided pieces, but `qtySentToKitchen`
 * includes them. `qtyVoid` counts the pieces that were voided after they had been sent.
 */
function applyDish(line: PlacedItem, dish: DishLife): PlacedItem {
  const isShort = dish.left !== line.quantity;
  return {
    ...line,
    quantity: dish.left,
    ...(isShort && {
      itemWithAdjustmentAmount: calculateLineAmount(
        toItem(line),
        dish.left,
        countPlaces(line.itemWithAdjustmentAmount),
      ),
    }),
    qtySentToKitchen: dish.sent + dish.voidedSent,
    waitToSend: dish.sent < dish.left,
    sentAt: dish.sentAt ?? null,
    qtyVoid: dish.voidedSent,
    voidReason: dish.voidReason || null,
    qtyReady: dish.ready,
    qtyServed: dish.served,
    ...(isHeld(dish) && { heldCourse: dish.heldCourse }),
    ...(dish.firedAt !== undefined && { firedAt: dish.firedAt }),
    ...(dish.refunded > 0 && { qtyRefunded: dish.refunded }),
    servedAt: dish.servedAt ?? null,
  };
}

function toItem({ productId, categoryId, notes, price, orderItemModifiers: modifiers }: PlacedItem): Item {
  return { productId, categoryId, notes, price, modifiers };
}

/** What the bill of an order is calculated from, with the rates of the order. */
function createBillTerms(
  placed: Order,
  orderItems: readonly PlacedItem[],
  { discounts }: OrderLife,
): BillTerms & { readonly given: ReturnType<typeof listDiscounts> } {
  const { totalAmount, totalDiscountAmount = zero, totalChargeAmount = zero, serviceChargeRate } = placed;
  const subTotal = sum(orderItems.map(({ itemWithAdjustmentAmount = zero }) => itemWithAdjustmentAmount));
  const given = listDiscounts(discounts, subTotal, totalDiscountAmount);
  return {
    given,
    tax: readTaxTerms(placed),
    decimals: countPlaces(totalAmount),
    discount: calculateDifference(totalDiscountAmount, sum(given.map(({ amount }) => amount))),
    // An order of an older server has no rate. It keeps its charge.
    service: serviceChargeRate === undefined ? { amount: totalChargeAmount } : { rate: serviceChargeRate },
  };
}

/** Recalculates the totals. If nothing changed, they stay as they were placed. */
function recalculateMoney(
  placed: Order,
  orderItems: readonly PlacedItem[],
  { discounts, added }: OrderLife,
  terms: ReturnType<typeof createBillTerms>,
): OrderMoney {
  const isChanged = orderItems.some((line, index) => line.quantity !== placed.orderItems[index]?.quantity);
  const { totalAmount = zero, totalTaxAmount, priceAdjustments = [], orderTaxes } = placed;
  if (discounts.length === 0 && added.length === 0 && !isChanged)
    return { totalAmount, totalTaxAmount, priceAdjustments, orderTaxes };
  const { taxLines, ...totals } = calculateBillTotals(orderItems, terms);
  const coupon = priceAdjustments.filter(({ category }) => category === adjustmentCategory.coupon);
  const target = adjustmentTarget.entireOrder;
  const adjustments = [
    ...coupon,
    ...terms.given,
    { category: adjustmentCategory.charge, target, amount: totals.totalChargeAmount },
    { category: adjustmentCategory.tax, target, amount: terms.tax.isIncluded ? zero : totals.totalTaxAmount },
    // A discount stays in the list while it takes off nothing, so that staff can remove it.
  ].filter(
    ({ category, amount }) => category === adjustmentCategory.discount || compareAmounts(amount, zero) !== 0,
  );
  return { ...totals, priceAdjustments: adjustments, orderTaxes: [...taxLines] };
}

/**
 * Lists the discounts of the staff. Together with the coupon they never exceed the dishes: each takes off at most what
 * the coupon and the earlier discounts leave, so that the lines of a bill add up to its total.
 */
function listDiscounts(discounts: OrderLife['discounts'], subTotal: Amount, coupon: Amount) {
  const places = countPlaces(subTotal);
  const none = roundAmount(zero, places);
  let left = calculateDifference(subTotal, chooseSmaller(coupon, subTotal));
  return discounts.map(({ actId: id, amount, percent = 0, reason, by }) => {
    const whole =
      amount === undefined ? share(subTotal, (percent / 100).toFixed(6)) : roundAmount(amount, places);
    const off = chooseSmaller(whole, left);
    left = calculateDifference(left, off);
    const { discount: category } = adjustmentCategory;
    const target = adjustmentTarget.entireOrder;
    return { category, target, amount: calculateDifference(none, off), id, reason, by: by.name };
  });
}

function chooseSmaller(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) <= 0 ? a : b;
}

/** An order that was paid and given back as a whole stays paid. */
function calculatePaymentStatus(paid: Amount, total: Amount, hasPayments: boolean): number {
  if (isZero(paid)) return hasPayments && isZero(total) ? paymentStatus.fullyPaid : paymentStatus.unpaid;
  return compareAmounts(paid, total) >= 0 ? paymentStatus.fullyPaid : paymentStatus.partiallyPaid;
}

function sendOf(items: readonly PlacedItem[]): number {
  const left = items.filter(({ quantity }) => quantity > 0);
  if (!left.some((item) => countSentLeft(item) > 0)) return sendStatus.unSend;
  return left.every((item) => countSentLeft(item) >= item.quantity)
    ? sendStatus.allSent
    : sendStatus.partiallySent;
}

function calculateStatus(placed: Order, life: OrderLife, payment: number): number {
  if (placed['mergedInto']) return orderStatus.beMerged;
  if (life.closed) return orderStatus[life.closed.outcome];
  // A status of an older server, such as "merged".
  if (placed.status !== orderStatus.progressing && !life.isReopened) return placed.status;
  const isComplete = payment === paymentStatus.fullyPaid && hasAllDishes(placed, life);
  return isComplete ? orderStatus.completed : orderStatus.progressing;
}

/** Whether the diners have all dishes, as far as the restaurant tracks them. */
function hasAllDishes(placed: Order, life: OrderLife): boolean {
  return placed.completeWhen === undefined || countUnserved(placed, life) === 0;
}

/** The number of pieces that are not served yet. If the restaurant does not mark dishes as served: not sent yet. */
export function countUnserved(
  { completeWhen = 'served' }: Pick<Order, 'completeWhen'>,
  { dishes }: Pick<OrderLife, 'dishes'>,
): number {
  return dishes.reduce((pieces, dish) => pieces + dish.left - dish[completeWhen], 0);
}
