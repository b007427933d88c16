import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { itemMode } from '#contract/states.ts';
import { calculateLineAmount, type Amount } from '#projections/bill/money.ts';

interface DinerLines {
  readonly userId: string;
  readonly userName: string;
  readonly lines: readonly PlacedItem[];
}

export interface Round {
  readonly round: number;
  /** Mine first, then in order of appearance. */
  readonly diners: readonly DinerLines[];
}

/** Groups the lines of an order by round, and each round by diner. */
export function listRounds(order: Pick<Order, 'orderItems'>, me: string | undefined): Round[] {
  const rounds = groupBy(order.orderItems.filter(isShown), (line) => line.round);
  return [...rounds]
    .sort(([a], [b]) => a - b)
    .map(([round, lines]) => ({ round, diners: listRoundDiners(lines, me) }));
}

function listRoundDiners(lines: readonly PlacedItem[], me: string | undefined): DinerLines[] {
  const diners = [...groupBy(lines, (line) => line.userId)].map(([userId, own]) => ({
    userId,
    userName: own[0]?.userName ?? '',
    lines: own,
  }));
  return diners.sort((a, b) => Number(b.userId === me) - Number(a.userId === me));
}

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Whether a line is shown. Recharges are no dishes, and lines that were removed before they reached the kitchen do not count. */
export function isShown({ mode, quantity, qtySentToKitchen = 0 }: PlacedItem): boolean {
  return mode !== itemMode.recharge && (quantity > 0 || qtySentToKitchen > 0);
}

/** Whether the restaurant has taken the whole line off the bill. */
export function isFullyVoided({ quantity, qtyVoid = 0, qtySentToKitchen = 0 }: PlacedItem): boolean {
  return qtyVoid > 0 && qtyVoid === qtySentToKitchen && quantity === 0;
}

/** The price of a line: the server's amount, or else calculated from its price and modifiers. */
export function getLineAmount(line: PlacedItem): Amount {
  if (line.itemWithAdjustmentAmount !== undefined) return line.itemWithAdjustmentAmount;
  const { productId, categoryId, notes, price, orderItemModifiers: modifiers } = line;
  return calculateLineAmount({ productId, categoryId, notes, price, modifiers }, line.quantity);
}

/**
 * Returns the currency of an order. The restaurant may have changed its own since.
 * @param present the restaurant's currency, for an order without one
 */
export function getOrderCurrency({ currency }: Pick<Order, 'currency'>, present: string): string {
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : present;
}
