/** Which orders are open, whose turn it is, and how long they have waited. Pure. */
import type { StaffOrder } from '#contract/calls/staff.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';

/** After so many minutes without being sent an order is late, and after so many it is overdue. */
const lateMinutes = 5;
const overdueMinutes = 10;

export type Urgency = 'fine' | 'late' | 'overdue';

/** What is to be done about an order first. */
type Need = 'send' | 'serve' | 'settle';
const needs: readonly Need[] = ['send', 'serve', 'settle'];

/** A2: until everything is on the table and nothing is owed or to be given back, or somebody has closed it. */
export function isOpen(order: StaffOrder): boolean {
  if (isPaidTooMuch(order)) return true;
  if (order.isClosed || order.status === orderStatus.cancelled || order.status === orderStatus.beMerged)
    return false;
  return order.unserved > 0 || isOwed(order);
}

export function isOwed({ owed }: Pick<StaffOrder, 'owed'>): boolean {
  return compareAmounts(owed, zero) > 0;
}

/** D51: somebody is to get money back. */
export function isPaidTooMuch({ paidTooMuch }: Pick<StaffOrder, 'paidTooMuch'>): boolean {
  return compareAmounts(paidTooMuch, zero) > 0;
}

/** The open ones: first what the kitchen lacks, by its oldest dish, then what is not on the table, then what is not paid. */
export function listOpenOrders(orders: readonly StaffOrder[]): StaffOrder[] {
  return orders
    .filter(isOpen)
    .toSorted((a, b) => needs.indexOf(needOf(a)) - needs.indexOf(needOf(b)) || waitedFrom(a) - waitedFrom(b));
}

/** The others, the newest first. */
export function listDoneOrders(orders: readonly StaffOrder[]): StaffOrder[] {
  return orders.filter((order) => !isOpen(order)).toSorted((a, b) => b.updateAt - a.updateAt);
}

/** Whole minutes since a moment; both ms. */
export function minutesSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / 60_000));
}

export function urgencyOf(minutes: number): Urgency {
  if (minutes >= overdueMinutes) return 'overdue';
  return minutes >= lateMinutes ? 'late' : 'fine';
}

function needOf({ waitsSince, unserved }: StaffOrder): Need {
  if (waitsSince !== null) return 'send';
  return unserved > 0 ? 'serve' : 'settle';
}

/** A new round is younger than what waits already, so it moves nobody. */
function waitedFrom({ waitsSince, createAt }: StaffOrder): number {
  return waitsSince ?? createAt;
}
