/**
 * What lowers the sales of an order, or leaves them unpaid: who did it, and why. Pure.
 *
 * A discount of 10 % takes off more when another round is ordered. The journal therefore compares the discounts at each
 * moment, so that the reductions of a day add up to the discounts of that day's report:
 *
 *   Mon 20:00  10 % of 40.00 by Mo   discount +4.00 by Mo
 *   Mon 21:00  a round of 10.00      discount +1.00 by Mo
 *   Tue 00:10  it is removed         discount −5.00 by Mo
 */
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory } from '#contract/states.ts';
import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import type { Item } from '#events/item.ts';
import {
  calculateDifference,
  calculateLineAmount,
  countPlaces,
  isZero,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { getAddedLineId } from '#projections/service/order-life.ts';

/** `cancelled` and `unpaid` are orders that staff closed. The others are parts of an order. */
export const reductionKinds = ['discount', 'coupon', 'void', 'cancelled', 'unpaid'] as const;
export type ReductionKind = (typeof reductionKinds)[number];

export interface Reduction {
  readonly kind: ReductionKind;
  /** Below zero if it was taken back. */
  readonly amount: Amount;
  /** The person's name. "" for a coupon. */
  readonly by: string;
  /** The manager who allowed it, or "". */
  readonly approvedBy: string;
  readonly reason: string;
  /** Only for a void. */
  readonly dish?: string;
  readonly quantity?: number;
  /** The unit of the quantity, for a dish that is sold by weight. Otherwise "". */
  readonly unit?: string;
}

/** What an order is reduced by at a moment. `id` is the discount's act, or "". */
export interface Given extends Pick<Reduction, 'kind' | 'amount' | 'by' | 'approvedBy' | 'reason'> {
  readonly id: string;
}

/** @param coupons what the coupons of the order take off @param events of the bill, until this moment */
export function listGiven(order: Order, coupons: Amount, events: readonly ServiceEvent[]): Given[] {
  const discounts = (order.priceAdjustments ?? []).filter(
    ({ category }) => category === adjustmentCategory.discount,
  );
  return [
    { kind: 'coupon', id: '', amount: coupons, by: '', approvedBy: '', reason: '' },
    ...discounts.map(({ id, amount, by, reason }) => ({
      kind: 'discount' as const,
      id: id ?? '',
      amount: calculateDifference(zero, amount),
      by: by ?? '',
      approvedBy: readApprover(events, id ?? ''),
      reason: reason ?? '',
    })),
  ];
}

/** Compares two moments of an order. */
export function diffGiven(before: readonly Given[], after: readonly Given[]): Reduction[] {
  const buildKey = ({ kind, id }: Given) => `${kind} ${id}`;
  const was = new Map(before.map((each) => [buildKey(each), each]));
  const is = new Map(after.map((each) => [buildKey(each), each]));
  return [...new Map([...was, ...is])].flatMap(([key, { kind, by, approvedBy, reason }]) => {
    const amount = calculateDifference(is.get(key)?.amount ?? zero, was.get(key)?.amount ?? zero);
    return isZero(amount) ? [] : { kind, amount, by, approvedBy, reason };
  });
}

/** The name of the manager who allowed an act, or "". */
export function readApprover(events: readonly ServiceEvent[], actId: string): string {
  const event = events.find((each) => each.actId === actId);
  return event && 'approvedBy' in event ? (event.approvedBy ?? '') : '';
}

interface Closer extends Pick<Reduction, 'by' | 'approvedBy' | 'reason'> {
  readonly owed: Amount;
}

const describe = (
  by: Actor,
  event: { readonly approvedBy?: string | undefined; readonly reason: string },
) => ({
  by: by.name,
  approvedBy: event.approvedBy ?? '',
  reason: event.reason,
});

/** Who closed the order last. Older servers stored no event for it. */
export function findCloser(events: readonly ServiceEvent[]): Closer {
  const closed = events.findLast((event) => event.type === 'orderClosed');
  return closed
    ? { ...describe(closed.by, closed), owed: closed.owed }
    : { by: '', approvedBy: '', reason: '', owed: zero };
}

interface Line {
  readonly item: Item;
  readonly name?: string | undefined;
  readonly unitLabel?: string | undefined;
  readonly left: number;
}

type Timed = Reduction & { readonly at: number };

/** The voids of an order, each with the amount of its pieces. @param events own ones, without undone ones */
export function listVoids(placed: Order, events: readonly ServiceEvent[]): Timed[] {
  const places = countPlaces(placed.totalAmount);
  const lines = new Map<string, Line>(
    placed.orderItems.map((line) => [
      line.id,
      { ...line, item: { ...line, modifiers: line.orderItemModifiers }, left: line.quantity },
    ]),
  );
  return events.flatMap((event): Timed | [] => {
    if (event.type === 'dishAdded')
      lines.set(getAddedLineId(event), { ...event, name: event.item.name, left: event.quantity });
    if (event.type !== 'dishVoided') return [];
    const line = lines.get(event.orderItemId);
    if (!line) return [];
    const left = Math.max(0, line.left - event.quantity);
    const calculateAmount = (pieces: number) => calculateLineAmount(line.item, pieces, places);
    const amount = calculateDifference(calculateAmount(line.left), calculateAmount(left));
    const quantity = line.left - left;
    lines.set(event.orderItemId, { ...line, left });
    if (event.movedTo) return [];
    const dish = { dish: line.name ?? event.dish ?? '', quantity, unit: line.unitLabel ?? '' };
    return { at: event.at, kind: 'void', amount, ...dish, ...describe(event.by, event) };
  });
}

/** The orders that were closed although something was owed. @param events own ones, without undone ones */
export function listUnpaid(events: readonly ServiceEvent[]): Timed[] {
  let unpaid: Reduction | undefined;
  const found: Timed[] = [];
  for (const event of events) {
    const { at } = event;
    if (event.type === 'orderReopened' && unpaid) {
      found.push({ ...unpaid, at, amount: calculateDifference(zero, unpaid.amount) });
      unpaid = undefined;
    }
    if (event.type === 'orderClosed' && event.outcome === 'completed' && !isZero(event.owed)) {
      unpaid = { kind: 'unpaid', amount: event.owed, ...describe(event.by, event) };
      found.push({ ...unpaid, at });
    }
  }
  return found;
}
