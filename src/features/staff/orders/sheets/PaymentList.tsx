import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Row, Small, Text } from '#src/kit/ui/primitives.tsx';
import { useMoney } from '../../use-money.ts';
import { paymentsOf } from './payments.ts';

/** What was paid of an order, and how. */
export function PaymentList({ placed, currency }: { placed: Order; currency: string }) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const clock = new Intl.DateTimeFormat(useLanguage(), { timeStyle: 'short' });
  const payments = paymentsOf(placed);
  if (payments.length === 0) return null;
  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('pay.payments')}
      </Text>
      <ul>
        {payments.map(({ id, amount, tip, method, createAt }) => (
          <Row as="li" key={id} $gap="md" $wrap $justify="space-between" $padBlock="xs">
            <span>{t('pay.payment', { time: clock.format(createAt), method: named(method, t) })}</span>
            <Text as="span" $type="strong" $figures>
              {money(amount)}
              {compareAmounts(tip, zero) > 0 && (
                <Small as="span"> {t('pay.withTip', { tip: money(tip) })}</Small>
              )}
            </Text>
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** A till may have methods of its own, which it names itself. */
function named(method: string, t: (key: 'pay.cash' | 'pay.card') => string): string {
  return method === 'cash' || method === 'card' ? t(`pay.${method}`) : method;
}
