/**
 * Decides whether staff may record a payment or a refund, and adds what only the server knows: the rounding of cash, the
 * overpaid part of a refund, and what was paid for refunded dishes. Pure.
 */
import { paidCash, type OrderActOf } from '#contract/calls/service.ts';
import { calculatePaidForDishes } from '#contract/payments/order-charges.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Act } from '#events/fulfilment/service-event.ts';
import { calculateCashRounding, type CashCoin } from '#projections/bill/cash.ts';
import { compareAmounts, isZero, sum, zero, type Amount } from '#projections/bill/money.ts';
import { calculateOverpaid, calculateOwed } from '#server/ordering/orders/order-state.ts';

type Refused = 'moreThanOwed' | 'moreThanPaid' | 'changed' | 'tooLittleCash';
type Decision = { readonly ok: true; readonly act: Act } | { readonly ok: false; readonly reason: Refused };

const allow = (act: Act): Decision => ({ ok: true, act });
const refuse = (reason: Refused): Decision => ({ ok: false, reason });

/** @param coin the smallest coin; undefined if cash is not rounded */
export function decidePayment(
  order: Order,
  { actId: _actId, owed: shown, tendered, ...paid }: OrderActOf<'orderPaid'>,
  coin: CashCoin | undefined,
): Decision {
  const owed = calculateOwed(order);
  if (compareAmounts(paid.amount, owed) > 0) return refuse('moreThanOwed');
  if (shown !== undefined && compareAmounts(shown, owed) !== 0) return refuse('changed');
  if (paid.parts && compareAmounts(sum(paid.parts.map(({ amount }) => amount)), paid.amount) !== 0)
    return refuse('changed');
  if (paid.method !== paidCash) return allow(paid);
  const due = sum([paid.amount, paid.tip ?? zero]);
  const rounding = calculateCashRounding(due, coin);
  if (tendered !== undefined && compareAmounts(tendered, sum([due, rounding])) < 0)
    return refuse('tooLittleCash');
  return allow({ ...paid, ...pickRounding(rounding), ...(tendered !== undefined && { tendered }) });
}

export function decideRefund(
  order: Order,
  { actId: _actId, dishes: pieces, amount: asked, ...refund }: OrderActOf<'orderRefunded'>,
  coin: CashCoin | undefined,
): Decision {
  const dishes = pieces && calculatePaidForDishes(order, pieces);
  if (pieces && !dishes) return refuse('changed');
  const amount = dishes ? sum(dishes.map((dish) => dish.amount)) : (asked ?? zero);
  if (asked !== undefined && compareAmounts(asked, amount) !== 0) return refuse('changed');
  const { paymentsTotal = zero, paymentsTips = zero } = order;
  const { tip = zero } = refund;
  if (isZero(amount) || compareAmounts(amount, paymentsTotal) > 0 || compareAmounts(tip, paymentsTips) > 0)
    return refuse('moreThanPaid');
  const over = calculateOverpaid(order);
  const overpaid = compareAmounts(over, amount) < 0 ? over : amount;
  return allow({
    ...refund,
    amount,
    ...(!isZero(overpaid) && { overpaid }),
    ...(dishes && { dishes }),
    ...(refund.method === paidCash && pickRounding(calculateCashRounding(sum([amount, tip]), coin))),
  });
}

function pickRounding(rounding: Amount): { readonly rounding?: Amount } {
  return isZero(rounding) ? {} : { rounding };
}
