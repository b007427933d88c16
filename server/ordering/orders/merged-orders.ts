/**
 * Merges the open orders of two table sessions into one bill, and separates them again. Pure.
 *
 *     order a: rounds 1, 2 ─┐
 *                           ├─► order a: rounds 1, 2, 3      line 1-1 of b is line 3-1 of a
 *     order b: round 1     ─┘   order b: status `beMerged`, `mergedInto` names a
 *
 * The placed order a receives the lines of b. The events of b stay events of b, and are translated when a is read. A later
 * act about a dish of b is stored as an event of b, too. So the merge can be undone without rewriting an event, and each
 * order still has its own history for the sales figures.
 *
 * Invariants:
 *
 * - Line ids and rounds are unique in a, because those of b are shifted by the number of rounds that a had.
 * - A discount takes off what it took off its own bill. Its amount is therefore fixed at the merge (`discounts`).
 * - If c was merged into b before, a lists both. The rounds of c lie within those of b.
 */
import {
  mergedIntoSchema,
  mergedOrdersSchema,
  type MergedOrder,
  type Order,
  type PlacedItem,
} from '#contract/order-fields.ts';
import { sharingSchema } from '#contract/calls/payment.ts';
import { readInvoices } from '#contract/payments/invoice.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';
import {
  compareAmounts,
  calculateDifference,
  countPlaces,
  share,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import type { TaxTerms } from '#projections/bill/taxes.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { readTaxTerms } from '#contract/payments/order-charges.ts';
import { calculateMoney } from './order-body.ts';
import type { OrderState } from './order-state.ts';
import * as z from 'zod/mini';

/** The stored events of an order that others were merged into. They name the orders as which they were stored. */
export interface EventParts {
  readonly own: readonly ServiceEvent[];
  /** By the id of the merged order. */
  readonly merged: ReadonlyMap<string, readonly ServiceEvent[]>;
}

interface MergeableOrder extends OrderState {
  readonly row: { readonly rounds: number };
  readonly parts?: EventParts | undefined;
}

/** The event parts of any order. */
export function listEventParts({ events, parts }: Pick<MergeableOrder, 'events' | 'parts'>): EventParts {
  return parts ?? { own: events, merged: new Map() };
}

/**
 * Whether two orders can become one bill: with the same currency, rates and decimals, because an order keeps the rates that its
 * diners saw. Payments that an older server stored without events cannot be merged.
 */
export function canMerge({ placed: into }: OrderState, { placed: from }: OrderState): boolean {
  const [intoRate, fromRate] = [into.serviceChargeRate, from.serviceChargeRate];
  return (
    intoRate !== undefined &&
    fromRate !== undefined &&
    compareAmounts(intoRate, fromRate) === 0 &&
    hasSameTaxes(readTaxTerms(into), readTaxTerms(from)) &&
    countPlaces(into.totalAmount) === countPlaces(from.totalAmount) &&
    (into.currency === from.currency || into.currency === undefined || from.currency === undefined) &&
    into.paymentStatus === paymentStatus.unpaid &&
    from.paymentStatus === paymentStatus.unpaid
  );
}

/** The names of taxes may differ, because each diner reads them in an own language. */
function hasSameTaxes(one: TaxTerms, other: TaxTerms): boolean {
  return (
    one.isIncluded === other.isIncluded &&
    one.isServiceTaxed === other.isServiceTaxed &&
    one.taxes.length === other.taxes.length &&
    one.taxes.every(({ id, rate }, n) => {
      const tax = other.taxes[n]!;
      return id === tax.id && compareAmounts(rate, tax.rate) === 0;
    })
  );
}

const notesBetween = ' / ';

/** The placed order with the lines of the other one. @param at ms */
export function mergePlaced(into: MergeableOrder, from: MergeableOrder, at: number): Order {
  const by = into.row.rounds;
  const { placed } = into;
  const entry: MergedOrder = {
    orderId: from.placed.id,
    at,
    roundsBefore: by,
    rounds: from.row.rounds,
    guests: from.placed.guests,
    userCouponIds: from.placed.orderCoupons.map(({ userCouponId }) => userCouponId),
    discounts: [...fixDiscounts(into), ...fixDiscounts(from)],
  };
  const earlier = listMergedOrders(from.placed).map((merged) => ({
    ...merged,
    at,
    roundsBefore: merged.roundsBefore + by,
    guests: 0,
    userCouponIds: [],
  }));
  const sharing = Object.entries(readSharing(from.placed)).map(([id, users]) => [shiftLineId(id, by), users]);
  const isSentAlike = placed.sendStatus === from.placed.sendStatus;
  return withMoney({
    ...placed,
    orderItems: [
      ...placed.orderItems,
      ...from.placed.orderItems.map((line) => ({ ...shiftLine(line, by), orderId: placed.id })),
    ],
    orderCoupons: [...placed.orderCoupons, ...from.placed.orderCoupons],
    guests: placed.guests + from.placed.guests,
    notes: [placed.notes, from.placed.notes].filter(Boolean).join(notesBetween),
    sendStatus: isSentAlike ? placed.sendStatus : sendStatus.partiallySent,
    mergedOrders: [...listMergedOrders(placed), entry, ...earlier],
    ...joinInvoices(placed, from.placed),
    ...(sharing.length > 0 && {
      sharing: { ...readSharing(placed), ...(Object.fromEntries(sharing) as Sharing) },
    }),
  });
}

/** The placed order without the lines of the merged one, and of those that were merged into that before. */
export function unmergePlaced(placed: Order, orderId: string): Order {
  const merged = listMergedOrders(placed);
  const entry = merged.find((each) => each.orderId === orderId);
  if (!entry) return placed;
  const left = merged.filter(({ roundsBefore: n }) => !isWithin(entry, n + 1));
  const { mergedOrders: _mergedOrders, sharing: _sharing, invoices: _invoices, ...rest } = placed;
  const gone = new Set(merged.filter((each) => !left.includes(each)).map((each) => each.orderId));
  const invoices = readInvoices(placed).filter(({ orderId: of }) => !gone.has(String(of)));
  const sharing = Object.entries(readSharing(placed)).filter(([id]) => !hasLine(entry, id));
  const hadSharing = placed['sharing'] !== undefined && (sharing.length > 0 || left.length > 0);
  return withMoney({
    ...rest,
    orderItems: placed.orderItems.filter(({ id }) => !hasLine(entry, id)),
    orderCoupons: placed.orderCoupons.filter(
      ({ userCouponId }) => !entry.userCouponIds.includes(userCouponId),
    ),
    guests: Math.max(1, placed.guests - entry.guests),
    ...(left.length > 0 && { mergedOrders: left }),
    ...(hadSharing && { sharing: Object.fromEntries(sharing) }),
    ...(invoices.length > 0 && { invoices }),
  });
}

/** The details for invoices of both orders. Those of the merged one name it, so that they can leave again. */
function joinInvoices(into: Order, from: Order) {
  const theirs = readInvoices(from).map((invoice) => ({ orderId: from.id, ...invoice }));
  return theirs.length > 0 ? { invoices: [...readInvoices(into), ...theirs] } : {};
}

/** The notes without those of an order that leaves again. */
export function removeNotes({ notes }: Order, { notes: theirs }: Order): Order['notes'] {
  if (!theirs) return notes;
  const end = `${notesBetween}${theirs}`;
  return notes === theirs ? '' : notes?.endsWith(end) ? notes.slice(0, -end.length) : notes;
}

/** The placed order as one that was merged into another one. */
export function markMerged(placed: Order, into: string, at: number): Order {
  return { ...placed, status: orderStatus.beMerged, mergedInto: { orderId: into, at } };
}

export function unmarkMerged({ mergedInto: _mergedInto, ...placed }: Order): Order {
  return { ...placed, status: orderStatus.progressing };
}

export function listMergedOrders(order: object): readonly MergedOrder[] {
  if (!('mergedOrders' in order)) return [];
  return z.safeParse(mergedOrdersSchema, order.mergedOrders).data ?? [];
}

/** The order that has the lines of this one since a merge, and the time of the merge, ms. */
export function readMergedInto(order: object): { readonly orderId: string; readonly at: number } | undefined {
  return 'mergedInto' in order ? z.safeParse(mergedIntoSchema, order.mergedInto).data : undefined;
}

/** The number of rounds of an order, after a merge was undone. */
export function countRounds(placed: Order, own: readonly ServiceEvent[]): number {
  return Math.max(
    1,
    ...placed.orderItems.map(({ round }) => round),
    ...listMergedOrders(placed).map(({ roundsBefore, rounds }) => roundsBefore + rounds),
    ...own.map((event) => (event.type === 'dishAdded' ? event.round : 1)),
  );
}

/** The events of the bill: its own and, translated, those of the merged orders. */
export function combineEvents(placed: Order, { own, merged }: EventParts): readonly ServiceEvent[] {
  const orders = listMergedOrders(placed);
  if (orders.length === 0) return own;
  const fixed = new Map(
    orders.flatMap(({ discounts }) => discounts.map(({ actId, amount }) => [actId, amount] as const)),
  );
  const theirs = orders.flatMap((order) =>
    (merged.get(order.orderId) ?? []).map((event) => shiftEvent(event, order.roundsBefore, placed.id)),
  );
  return [...own, ...theirs]
    .map((event) => fixDiscount(event, fixed.get(event.actId)))
    .toSorted((a, b) => a.at - b.at);
}

/** Translates a stored event of a merged order to the bill. @param to the id of the bill */
export function translateEvent(placed: Order, event: ServiceEvent, orderId: string): ServiceEvent {
  const entry = listMergedOrders(placed).find((each) => each.orderId === orderId);
  return entry ? shiftEvent(event, entry.roundsBefore, placed.id) : event;
}

/** Translates a command about a merged order to the bill, for a device that still shows the merged order. */
export function addressToBill<Command extends { readonly orderId: string }>(
  placed: Order,
  command: Command,
): Command {
  const entry = listMergedOrders(placed).find(({ orderId }) => orderId === command.orderId);
  if (command.orderId === placed.id) return command;
  return { ...command, ...shiftAct(command, entry?.roundsBefore ?? 0), orderId: placed.id };
}

interface PartOfAct {
  readonly orderId: string;
  readonly act: Act;
}

/**
 * The acts to store for an act about the bill. An act about a dish belongs to the order of that dish, so that it is still
 * known after the merge was undone. An act about a round may concern dishes of several orders.
 */
export function splitAct(
  { placed, life, ...stored }: Pick<MergeableOrder, 'placed' | 'life' | 'events' | 'parts'>,
  act: Act,
  actId: string,
): PartOfAct[] {
  const { parts } = stored;
  const whole = [{ orderId: placed.id, act }];
  if (!parts) return whole;
  const listPartsOfLines = (ids: readonly string[]): PartOfAct[] => {
    const entries = new Map(
      ids.map((id) => findEntryOfLine(placed, id)).map((entry) => [entry?.orderId ?? placed.id, entry]),
    );
    return [...entries].map(([orderId, entry]) => {
      const part = 'dishes' in act && act.dishes ? { ...act, dishes: act.dishes.filter(isOf(orderId)) } : act;
      return { orderId, act: { ...part, ...shiftAct(part, -(entry?.roundsBefore ?? 0)), orderId } as Act };
    });
  };
  const isOf =
    (orderId: string) =>
    ({ orderItemId }: { readonly orderItemId: string }): boolean =>
      (findEntryOfLine(placed, orderItemId)?.orderId ?? placed.id) === orderId;
  const hasAct = (events: readonly ServiceEvent[], id: string) => events.some((event) => event.actId === id);
  const listPartsOfAct = (id: string): PartOfAct[] => {
    const orders = [...parts.merged].flatMap(([orderId, events]) => (hasAct(events, id) ? orderId : []));
    return [...(hasAct(parts.own, id) ? [placed.id] : []), ...orders].map((orderId) => ({
      orderId,
      act: 'orderId' in act ? { ...act, orderId } : act,
    }));
  };
  switch (act.type) {
    case 'dishVoided':
      // A move to another bill is an act of the joint bill.
      return act.movedTo ? whole : listPartsOfLines([act.orderItemId]);
    case 'dishReady':
    case 'dishServed':
      return listPartsOfLines([act.orderItemId]);
    case 'orderReady':
      return listPartsOfLines(life.dishes.map(({ id }) => id));
    case 'roundSent':
      return listPartsOfLines(life.dishes.filter(({ round }) => round === act.round).map(({ id }) => id));
    case 'ticketBumped':
    case 'courseHeld':
    case 'courseFired':
      return listPartsOfLines(act.dishes.map(({ orderItemId }) => orderItemId));
    case 'takenBack':
      return listPartsOfAct(actId);
    case 'ticketRecalled':
      return listPartsOfAct(act.recalledId);
    default:
      return whole;
  }
}

/** Whether the line was ordered on this order, and not on one that was merged into it. */
export function isOwnLine(placed: Order, lineId: string): boolean {
  return findEntryOfLine(placed, lineId) === undefined;
}

/** The innermost merged order to which a line of the bill belongs. */
function findEntryOfLine(placed: Order, lineId: string): MergedOrder | undefined {
  return listMergedOrders(placed)
    .filter((entry) => hasLine(entry, lineId))
    .toSorted((a, b) => b.roundsBefore - a.roundsBefore)[0];
}

function hasLine(entry: MergedOrder, lineId: string): boolean {
  const { round, before } = parseLineId(lineId);
  return isWithin(entry, round ?? before + 1);
}

function isWithin({ roundsBefore, rounds }: MergedOrder, round: number): boolean {
  return round > roundsBefore && round <= roundsBefore + rounds;
}

/**
 * A line id names the round in which the dish was placed, such as `2-1`. Other ids, such as `desk-7` of a dish that staff
 * added, are prefixed when they are shifted: `m2-desk-7`.
 */
function parseLineId(id: string) {
  const [, round, place] = /^(\d+)-(\d+)$/.exec(id) ?? [];
  const [, before, name] = /^m(\d+)-(.+)$/.exec(id) ?? [];
  return {
    round: round === undefined ? undefined : Number(round),
    place,
    before: Number(before ?? 0),
    name: name ?? id,
  };
}

function shiftLineId(id: string, by: number): string {
  const { round, place, before, name } = parseLineId(id);
  if (round !== undefined) return `${round + by}-${place}`;
  return before + by === 0 ? name : `m${before + by}-${name}`;
}

function shiftLine(line: PlacedItem, by: number): PlacedItem {
  return { ...line, id: shiftLineId(line.id, by), round: line.round + by };
}

/** The shifted fields of an act. */
function shiftAct(act: object, by: number): object {
  const { orderItemId, round, dishes } = act as {
    readonly orderItemId?: string;
    readonly round?: number;
    readonly dishes?: readonly { readonly orderItemId: string }[];
  };
  return {
    ...(orderItemId !== undefined && { orderItemId: shiftLineId(orderItemId, by) }),
    ...(round !== undefined && { round: round + by }),
    ...(dishes && {
      dishes: dishes.map((dish) => ({ ...dish, orderItemId: shiftLineId(dish.orderItemId, by) })),
    }),
  };
}

function shiftEvent(event: ServiceEvent, by: number, orderId: string): ServiceEvent {
  const isOfOrder = 'orderId' in event;
  return {
    ...event,
    ...shiftAct(event, by),
    ...(isOfOrder && { orderId }),
    // The line of an added dish has its id from the event.
    ...(event.type === 'dishAdded' && { id: shiftLineId(event.id, by) }),
  };
}

/** The amount of each standing discount, at most what the bill could be reduced by. */
function fixDiscounts({ life, order, placed }: MergeableOrder): MergedOrder['discounts'] {
  const { subTotalAmount = zero } = order;
  const least = (a: Amount, b: Amount) => (compareAmounts(a, b) < 0 ? a : b);
  let room = calculateDifference(subTotalAmount, least(placed.totalDiscountAmount ?? zero, subTotalAmount));
  return life.discounts.map(({ actId, amount, percent = 0 }) => {
    const given = least(amount ?? share(subTotalAmount, (percent / 100).toFixed(6)), room);
    room = calculateDifference(room, given);
    return { actId, amount: given };
  });
}

function fixDiscount(event: ServiceEvent, amount: Amount | undefined): ServiceEvent {
  if (event.type !== 'orderDiscounted' || amount === undefined) return event;
  const { percent: _percent, ...fixed } = event;
  return { ...fixed, amount };
}

/** Acts since a merge that belong to the joint bill, so that the merge cannot be undone while they stand. */
const actsOnJointBill: ReadonlySet<ServiceEvent['type']> = new Set([
  'dishAdded',
  'orderDiscounted',
  'orderPaid',
  'orderRefunded',
  'orderClosed',
  'orderReopened',
]);

/** @param before how many own events the bill had at the merge */
export function hasJointActs({ own }: EventParts, before: number): boolean {
  const since = new Set(own.slice(before));
  const isJoint = (event: ServiceEvent) =>
    actsOnJointBill.has(event.type) || (event.type === 'dishVoided' && event.movedTo !== undefined);
  return dropUndone(own).some((event) => since.has(event) && isJoint(event));
}

function withMoney(placed: Order): Order {
  const { orderItems, orderCoupons, serviceChargeRate = '0' } = placed;
  const charges = { tax: readTaxTerms(placed), serviceChargeRate, decimals: countPlaces(placed.totalAmount) };
  return {
    ...placed,
    userCouponIds: orderCoupons.map(({ userCouponId }) => userCouponId),
    ...calculateMoney(orderItems, orderCoupons, charges),
  };
}

type Sharing = z.infer<typeof sharingSchema>;

function readSharing({ sharing }: Order): Sharing {
  return z.safeParse(sharingSchema, sharing).data ?? {};
}
