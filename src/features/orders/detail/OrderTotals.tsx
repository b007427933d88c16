import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, difference, zero, type Amount } from '#projections/bill/money.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Stack, VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import { MoneyLine } from '#src/kit/ui/text/MoneyLine.tsx';
import { moneyOf, type Payment } from './order-money.ts';

interface Line {
  readonly label: string;
  readonly amount: Amount;
}

interface Props {
  readonly order: Order;
  readonly currency: string;
  /** In the diner's language; the order has it in the language of who placed it. */
  readonly taxName: string | undefined;
}

/** The money lines under the order (D22), what was paid of it, and what is still owed. */
export function OrderTotals({ order, currency, taxName }: Props) {
  const { t } = useTranslation('order');
  const paymentWords = usePaymentWords();
  const { subTotalAmount, totalChargeAmount, totalTaxAmount, totalAmount } = order;
  const { coupons, discounts, payments, tips, owed } = moneyOf(order);
  const couponNames = order.orderCoupons.map(({ name }) => name).join(' · ');
  const taxes: Line[] = order.orderTaxes.map(({ name, amount }) => ({
    label: (order.orderTaxes.length === 1 && taxName) || name,
    amount,
  }));
  if (taxes.length === 0) taxes.push({ label: t('detail.tax'), amount: totalTaxAmount ?? zero });
  const lines = [
    { label: t('detail.subtotal'), amount: subTotalAmount ?? zero },
    { label: couponNames || t('detail.discount'), amount: difference(zero, coupons) },
    { label: t('detail.discount'), amount: difference(zero, discounts) },
    { label: t('detail.service'), amount: totalChargeAmount ?? zero },
    ...taxes,
  ].filter(isSome);
  const paid = [
    ...payments.map((each) => ({ label: paymentWords(each), amount: difference(zero, each.amount) })),
    { label: t('money.tip'), amount: tips },
  ].filter(isSome);

  return (
    <section>
      <VisuallyHidden as="h2">{t('detail.totals')}</VisuallyHidden>
      <Stack as="dl" $gap="xs" $padInline="lg">
        {lines.map((line, index) => (
          <MoneyLine key={index} {...line} currency={currency} />
        ))}
        <MoneyLine label={t('detail.total')} amount={totalAmount ?? zero} currency={currency} isTotal />
        {paid.map((line, index) => (
          <MoneyLine key={index} {...line} currency={currency} />
        ))}
        {owed !== undefined && (
          <MoneyLine label={t('money.owed')} amount={owed} currency={currency} isTotal />
        )}
      </Stack>
    </section>
  );
}

function isSome({ amount }: Line): boolean {
  return compareAmounts(amount, zero) !== 0;
}

/** What a payment is called: how and when, as far as the restaurant tells. */
function usePaymentWords(): (payment: Payment) => string {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const wordFor = (method: string) => {
    if (method === 'cash' || method === 'card') return t(`money.${method}`);
    // Of a payment from before this server wrote down how it was made.
    return method === 'unknown' ? '' : method;
  };
  return ({ method = '', createAt }) => {
    return [t('money.paid'), wordFor(method), createAt ? time.format(createAt) : '']
      .filter((part) => part !== '')
      .join(t('money.separator'));
  };
}
