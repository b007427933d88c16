import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { compareAmounts, calculateDifference, sum, zero } from '#projections/bill/money.ts';
import type { BillDiner, NamedLine, TableBill } from '#ui/bill/table-bill.ts';
import { getLineAmount, isShown, isFullyVoided } from '#ui/bill/order-rounds.ts';

/** The person who reads the bill, and the words for diners without a name. */
export interface Reader {
  readonly me: string | undefined;
  readonly myName: string;
  readonly someone: string;
  readonly currency: string;
}

/** Turns an order into a bill that can be split: all lines that cost something, and the server's charges. */
export function buildOrderBill(order: Order, { me, myName, someone, currency }: Reader): TableBill {
  const items = order.orderItems.filter(isPaid);
  const subtotal = sum(items.map(getLineAmount));
  const named = new Map<string, BillDiner>();
  // Diners whose dishes cost nothing are included, because they may share a dish.
  for (const { userId, userName } of order.orderItems.filter((item) => isShown(item) || isPaid(item))) {
    const mine = userId === me;
    const name = (mine && myName) || userName || named.get(userId)?.name || someone;
    named.set(userId, { userId, name, mine });
  }
  const diners = [...named.values()].sort((a, b) => Number(b.mine) - Number(a.mine));
  return {
    diners,
    lines: diners.flatMap(({ userId }) => items.filter((item) => item.userId === userId).map(toNamedLine)),
    // One sum for tax, charges and discounts. With it the parts add up to the order's total.
    charges: [calculateDifference(order.totalAmount ?? subtotal, subtotal)],
    guests: order.guests,
    currency,
    isBeforeCharges: false,
  };
}

function isPaid(line: PlacedItem): boolean {
  return !isFullyVoided(line) && compareAmounts(getLineAmount(line), zero) !== 0;
}

function toNamedLine(line: PlacedItem): NamedLine {
  const { id, userId, quantity, unitLabel, name = '' } = line;
  return { lineId: id, userId, quantity, unitLabel, name, amount: getLineAmount(line) };
}
