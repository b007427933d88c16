import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { isRefund, type Payment } from '#contract/payments/payment-fields.ts';
import { computeOverpaid } from '#ui/bill/payments.ts';
import { summariseMoney } from '#ui/bill/order-money.ts';

export interface Line {
  readonly label: string;
  readonly amount: Amount;
  readonly isTotal?: boolean;
}

/**
 * The lines below an order: its totals, its payments and the amount still owed. Lines of 0 are left out.
 *
 * @param taxName the name of the tax in this diner's language; the order names it in the language of the diner who ordered
 */
export function useMoneyLines(order: Order, currency: string, taxName: string | undefined): Line[] {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const paymentWords = usePaymentWords(order);
  const { subTotalAmount, totalChargeAmount, totalTaxAmount, totalAmount } = order;
  const { coupons, discounts, refunds, payments, tips, rounding, owed } = summariseMoney(order);
  const over = computeOverpaid(order);
  const isOver = compareAmounts(over, zero) > 0;
  const couponNames = order.orderCoupons
    .map(({ name, countedAmount: counted }) =>
      counted === undefined
        ? name
        : t('detail.couponOn', { name, amount: formatMoney(counted, currency, language) }),
    )
    .join(' · ');
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const { isIncluded = false } = order.taxTerms ?? {};
  const taxes: Line[] = order.orderTaxes.map(({ id, name: ordered, rate: fraction, net, amount }) => {
    const name = (order.orderTaxes.length === 1 && (id ?? 'tax') === 'tax' && taxName) || ordered;
    const rate = percent.format(Number(fraction));
    const base = net === undefined ? '' : formatMoney(net, currency, language);
    if (base === '') return { label: name, amount };
    return { label: t(isIncluded ? 'detail.taxIncluded' : 'detail.taxOf', { name, rate, base }), amount };
  });
  if (taxes.length === 0) taxes.push({ label: t('detail.tax'), amount: totalTaxAmount ?? zero });
  const withReason =
    (name: 'detail.discount' | 'detail.refund') =>
    ({ amount, reason }: { readonly amount: Amount; readonly reason: string }): Line => ({
      label: reason === '' ? t(name) : t(name) + t('money.separator') + reason,
      amount: calculateDifference(zero, amount),
    });
  return [
    { label: t('detail.subtotal'), amount: subTotalAmount ?? zero },
    { label: couponNames || t('detail.discount'), amount: calculateDifference(zero, coupons) },
    ...discounts.map(withReason('detail.discount')),
    { label: t('detail.service'), amount: totalChargeAmount ?? zero },
    ...refunds.map(withReason('detail.refund')),
    ...(isIncluded ? [] : taxes),
    { label: t('detail.total'), amount: totalAmount ?? zero, isTotal: true },
    ...(isIncluded ? taxes : []),
    { label: t('money.rounding'), amount: rounding },
    ...payments.map((each) => ({
      label: paymentWords(each),
      amount: calculateDifference(zero, sum([each.amount, each.rounding])),
    })),
    { label: t('money.tip'), amount: tips },
    ...(isOver ? [{ label: t('money.tooMuch'), amount: over, isTotal: true }] : []),
    ...(owed === undefined ? [] : [{ label: t('money.owed'), amount: owed, isTotal: true }]),
  ].filter(({ amount, isTotal }: Line) => isTotal || compareAmounts(amount, zero) !== 0);
}

const ownMethods = ['cash', 'card', 'online'] as const;

/** Returns a function that describes a payment: its method, diner and time, as far as the restaurant sends them. */
function usePaymentWords(order: Order): (payment: Payment) => string {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const names = new Map(order.orderItems.map(({ userId, userName }) => [userId, userName]));
  const nameMethod = (method: string) => {
    const own = ownMethods.find((each) => each === method);
    if (own) return t(`money.${own}`);
    // An older version of the server did not store the method.
    return method === 'unknown' ? '' : method;
  };
  return (payment) => {
    const { method, userId, parts = [], createAt } = payment;
    const payers = userId ? [userId] : parts.map((part) => part.userId);
    const name = new Intl.ListFormat(language).format(payers.flatMap((id) => names.get(id) || []));
    return [
      t(isRefund(payment) ? 'money.back' : 'money.paid'),
      name,
      nameMethod(method),
      createAt ? time.format(createAt) : '',
    ]
      .filter((part) => part !== '')
      .join(t('money.separator'));
  };
}
