/** Writes a payment as one of an order. Pure. */
import type { Payment } from '#contract/payments/payment-fields.ts';
import { calculateDifference, roundAmount, sum, zero, type Amount } from '#projections/bill/money.ts';
import type { OrderLife } from '#projections/service/order-life.ts';

type StoredPayment = OrderLife['payments'][number];

/**
 * @param places decimals of the order
 * @param counted how much each refund takes off the bill, by its id
 */
export function toOrderPayment(
  payment: StoredPayment,
  places: number,
  counted: ReadonlyMap<string, Amount>,
): Payment {
  const { actId: id, at, by, method, share: userId, tip = zero, rounding = zero } = payment;
  const { parts, tendered, reason, dishes } = payment;
  const round = (amount: Amount) => roundAmount(amount, places);
  const counts = counted.get(id);
  return {
    id,
    amount: round(payment.amount),
    tip: round(tip),
    method,
    userId,
    createAt: at,
    by: by.name,
    rounding: round(rounding),
    ...(parts && { parts }),
    ...(reason !== undefined && { reason }),
    ...(tendered !== undefined && { tendered: round(tendered), change: round(changeOf(payment)) }),
    ...(counts !== undefined && { counted: round(counts) }),
    ...(dishes && { dishes }),
  };
}

/** What the payer gets back of the cash that was handed over. */
function changeOf({ tendered = zero, amount, tip = zero, rounding = zero }: StoredPayment): Amount {
  return calculateDifference(tendered, sum([amount, tip, rounding]));
}
