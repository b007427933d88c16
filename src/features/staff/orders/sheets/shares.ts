/** Each diner's part of an order, and what of it is paid. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { ownParts } from '#projections/bill/split.ts';
import { orderBill } from '#src/kit/split/order-bill.ts';
import { coinPlaces } from '#src/kit/split/table-bill.ts';
import { paymentsOf } from './payments.ts';

export interface Share {
  readonly userId: string;
  readonly name: string;
  readonly amount: Amount;
  /** What of it is still to be paid, and no more than the order owes. */
  readonly owed: Amount;
}

/**
 * What everybody had, with their part of tax, charges and discounts: together it is the order's total, to the cent.
 * @param someone a diner without a name  @param owed by the whole order
 */
export function sharesOf(
  order: Order,
  { someone, currency, owed }: { readonly someone: string; readonly currency: string; readonly owed: Amount },
): Share[] {
  const { diners, lines, charges } = orderBill(order, { me: undefined, myName: '', someone, currency });
  const names = new Map(diners.map(({ userId, name }) => [userId, name]));
  const payments = paymentsOf(order);
  const parts = ownParts({ lines, charges, diners: [...names.keys()] }, undefined, coinPlaces(currency));
  return parts.map(({ userId, amount }) => {
    const paid = sum(
      payments.filter((payment) => payment.userId === userId).map((payment) => payment.amount),
    );
    const left = difference(amount, paid);
    return { userId, name: names.get(userId) ?? someone, amount, owed: atMost(left, owed) };
  });
}

function atMost(left: Amount, owed: Amount): Amount {
  if (compareAmounts(left, zero) <= 0) return zero;
  return compareAmounts(left, owed) > 0 ? owed : left;
}
