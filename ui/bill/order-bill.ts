import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { compareAmounts, difference, sum, zero } from '#projections/bill/money.ts';
import type { BillDiner, NamedLine, TableBill } from '#ui/bill/table-bill.ts';
import { amountOf, isShown, isFullyVoided } from '#ui/bill/order-rounds.ts';

/** Who looks at the bill, and in which words. */
export interface Reader {
  readonly me: string | undefined;
  readonly myName: string;
  readonly someone: string;
  readonly currency: string;
}

/** The whole order, to be split: everything that costs something, with what the server puts on top of it. */
export function buildOrderBill(order: Order, { me, myName, someone, currency }: Reader): TableBill {
  const items = order.orderItems.filter(isPaid);
  const subtotal = sum(items.map(amountOf));
  const named = new Map<string, BillDiner>();
  // Who had only what costs nothing may still share a dish.
  for (const { userId, userName } of order.orderItems.filter((item) => isShown(item) || isPaid(item))) {
    const mine = userId === me;
    const name = (mine && myName) || userName || named.get(userId)?.name || someone;
    named.set(userId, { userId, name, mine });
  }
  const diners = [...named.values()].sort((a, b) => Number(b.mine) - Number(a.mine));
  return {
    diners,
    lines: diners.flatMap(({ userId }) => items.filter((item) => item.userId === userId).map(asLine)),
    // Whatever it is made of: what is paid is the order's total.
    charges: [difference(order.totalAmount ?? subtotal, subtotal)],
    guests: order.guests,
    currency,
    isBeforeCharges: false,
  };
}

function isPaid(line: PlacedItem): boolean {
  return !isFullyVoided(line) && compareAmounts(amountOf(line), zero) !== 0;
}

function asLine(line: PlacedItem): NamedLine {
  const { id, userId, quantity, unitLabel, name = '' } = line;
  return { lineId: id, userId, quantity, unitLabel, name, amount: amountOf(line) };
}
