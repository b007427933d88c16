/**
 * Lowers the bill of an order by its refunds. Pure.
 *
 * A refund reduces sales: the total, and the tax in it. So nobody owes it again. What was paid beyond the total and given
 * back does not change the bill. A part of a refund counts as overpaid if it was so at the refund, or if a later void made
 * it so.
 *
 * Example: 20.00 are paid by card and again in cash. Staff refund 25.00. Of these, 20.00 were overpaid, and the bill falls
 * by 5.00.
 */
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { toRefundedAmounts } from '#contract/payments/order-charges.ts';
import { adjustmentCategory, adjustmentTarget } from '#contract/states.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { calculateBillAfterRefunds } from '#projections/bill/refunds.ts';
import { calculateBillTotals, type BillTerms } from '#projections/bill/taxes.ts';
import type { OrderLife } from '#projections/service/order-life.ts';

type Payments = OrderLife['payments'];

/** The amounts of an order that a refund may change. */
export interface OrderMoney extends Pick<Order, 'totalTaxAmount' | 'orderTaxes'> {
  readonly totalAmount: Amount;
  readonly priceAdjustments: NonNullable<Order['priceAdjustments']>;
}

interface Paid {
  readonly lines: readonly PlacedItem[];
  readonly terms: BillTerms;
  readonly payments: Payments;
}

/**
 * @param money the amounts before refunds
 * @returns the amounts after refunds, and how much each refund takes off the bill, by its id
 */
export function addRefunds(
  money: OrderMoney,
  { lines, terms, payments }: Paid,
): { readonly money: OrderMoney; readonly counted: ReadonlyMap<string, Amount> } {
  const all = countRefunds(payments, money.totalAmount);
  const counted = new Map(all.map((refund) => [refund.payment.actId, refund.counted]));
  const refunds = all.filter((refund) => !isZero(refund.counted));
  if (refunds.length === 0) return { money, counted };
  // An order of an older server may have other totals. Its taxes stay as they are.
  const isSame = compareAmounts(calculateBillTotals(lines, terms).totalAmount, money.totalAmount) === 0;
  const amounts = refunds.map(({ payment: { dishes, at }, counted: taken }) =>
    toRefundedAmounts(lines, { counted: taken, dishes, at }),
  );
  const bill = isSame ? calculateBillAfterRefunds(lines, terms, amounts) : undefined;
  const target = adjustmentTarget.entireOrder;
  const shown = refunds.map(({ payment: { actId: id, reason, by }, counted: paid }, n) => {
    const amount = calculateDifference(zero, bill?.shown[n] ?? paid);
    return { category: adjustmentCategory.refund, target, amount, id, reason, by: by.name };
  });
  const { totalTaxAmount, taxLines } = bill?.totals ?? {};
  const lowered = {
    ...money,
    ...(taxLines && { totalTaxAmount, orderTaxes: [...taxLines] }),
    totalAmount: calculateDifference(money.totalAmount, sum(refunds.map((refund) => refund.counted))),
    priceAdjustments: [
      ...money.priceAdjustments.flatMap((each) => {
        if (each.category !== adjustmentCategory.tax || totalTaxAmount === undefined) return each;
        return isZero(totalTaxAmount) ? [] : { ...each, amount: totalTaxAmount };
      }),
      ...shown,
    ],
  };
  return { money: lowered, counted };
}

/** Returns how much of each refund reduces the bill. @param total of the order before refunds */
function countRefunds(payments: Payments, total: Amount) {
  const isPaid = ({ amount }: Payments[number]) => compareAmounts(amount, zero) > 0;
  const overNow = calculateDifference(sum(payments.filter(isPaid).map(({ amount }) => amount)), total);
  const overThen = sum(payments.map(({ overpaid = zero }) => overpaid));
  // What later voids made overpaid. It is taken from the latest refunds.
  let over = calculateDifference(overNow, overThen);
  const refunds = payments.filter((payment) => !isPaid(payment));
  return refunds
    .toReversed()
    .map((payment) => {
      const { amount, overpaid = zero } = payment;
      const paid = calculateDifference(zero, sum([amount, overpaid]));
      const uncounted = chooseSmaller(paid, chooseLarger(over, zero));
      over = calculateDifference(over, uncounted);
      return { payment, counted: calculateDifference(paid, uncounted) };
    })
    .toReversed();
}

function chooseSmaller(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) <= 0 ? a : b;
}

function chooseLarger(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) >= 0 ? a : b;
}

/** What refunds take off the total of an order. */
export function calculateRefunded({ priceAdjustments = [] }: Pick<Order, 'priceAdjustments'>): Amount {
  const refunds = priceAdjustments.filter(({ category }) => category === adjustmentCategory.refund);
  return calculateDifference(zero, sum(refunds.map(({ amount }) => amount)));
}
