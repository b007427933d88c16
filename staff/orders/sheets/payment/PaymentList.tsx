import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';
import { isRefund, listPayments, type Payment } from '#contract/payments/payment-fields.ts';
import { useClock } from '../../../use-clock.ts';

/** The payments of an order. */
export function PaymentList({ placed, currency }: { placed: Order; currency: string }) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const clock = useClock({ timeStyle: 'short' });
  const names = new Map(placed.orderItems.map(({ userId, userName }) => [userId, userName]));
  const methodOf = useMethodWords();
  const payments = listPayments(placed);
  if (payments.length === 0) return null;
  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('pay.payments')}
      </Text>
      <ul>
        {payments.map((payment) => {
          const { id, amount, tip, userId, createAt } = payment;
          const method = methodOf(payment);
          const name = userId ? names.get(userId) : undefined;
          return (
            <Row as="li" key={id} $gap="md" $wrap $justify="space-between" $padBlock="xs">
              <span>
                {t('pay.payment', {
                  time: createAt ? clock.format(createAt) : '',
                  method: name ? t('pay.forShare', { method, name }) : method,
                })}
              </span>
              <Text as="span" $type="strong" $figures $end>
                {money(amount)}
                {compareAmounts(tip, zero) !== 0 && (
                  <Small as="span"> {t('pay.withTip', { tip: money(tip) })}</Small>
                )}
              </Text>
            </Row>
          );
        })}
      </ul>
    </section>
  );
}

const ownMethods = ['cash', 'card', 'online'] as const;

/** Names a payment method. A POS may send methods with its own names. */
function useMethodWords(): (payment: Payment) => string {
  const { t } = useTranslation('staff');
  return (payment) => {
    const own = ownMethods.find((each) => each === payment.method);
    const method = own ? t(`pay.${own}`) : payment.method;
    return isRefund(payment) ? t('pay.returned', { method }) : method;
  };
}
