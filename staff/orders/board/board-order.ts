/** Which orders are open, in which order, and how long they have waited. Pure. */
import type { StaffOrder } from '#contract/calls/staff.ts';
import { usualDishMinutes } from '#contract/limits.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';

export type Urgency = 'fine' | 'late' | 'overdue';

/** True until the order is closed, or everything is served and nothing is owed or overpaid (A2). */
export function isOpen(order: StaffOrder): boolean {
  if (isPaidTooMuch(order)) return true;
  if (order.isClosed || order.status === orderStatus.cancelled || order.status === orderStatus.beMerged)
    return false;
  return order.unserved > 0 || isOwed(order);
}

export function isOwed({ owed }: Pick<StaffOrder, 'owed'>): boolean {
  return compareAmounts(owed, zero) > 0;
}

/** True if more was paid than was owed (A3). */
export function isPaidTooMuch({ paidTooMuch }: Pick<StaffOrder, 'paidTooMuch'>): boolean {
  return compareAmounts(paidTooMuch, zero) > 0;
}

/** The open orders, oldest first. An order keeps its place whatever is done about it. */
export function listOpenOrders(orders: readonly StaffOrder[]): StaffOrder[] {
  return orders.filter(isOpen).toSorted((a, b) => a.createAt - b.createAt);
}

/** The orders that are not open, newest first. */
export function listDoneOrders(orders: readonly StaffOrder[]): StaffOrder[] {
  return orders.filter((order) => !isOpen(order)).toSorted((a, b) => b.updateAt - a.updateAt);
}

/** Whole minutes between two moments, both in ms. */
export function countMinutesSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / 60_000));
}

/** A wait is late after the usual time of its slowest dish, and overdue after twice that time. @param usual minutes */
export function rateUrgency(minutes: number, usual: number = usualDishMinutes): Urgency {
  if (minutes >= 2 * usual) return 'overdue';
  return minutes >= usual ? 'late' : 'fine';
}
