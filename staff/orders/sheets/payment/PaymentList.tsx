import { useTranslation } from 'react-i18next';
import { translateReason } from '#staff/usual-reasons.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { describeQuantity } from '#contract/dish/quantity.ts';
import { paidOnline } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, isZero, zero, type Amount } from '#projections/bill/money.ts';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';
import {
  isRefund,
  listPayments,
  type Payment,
  type RefundedDish,
} from '#contract/payments/payment-fields.ts';
import { useOrderAtProvider } from '../../../calls/staff-queries.ts';
import { useClock } from '../../../use-clock.ts';

/** The payments of an order. */
export function PaymentList({ order, currency }: { order: Order; currency: string }) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const words = usePaymentWords(order, money);
  const payments = listPayments(order);
  const refundWords = useRefundWords(order, payments);
  if (payments.length === 0) return null;
  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('pay.payments')}
      </Text>
      <ul>
        {payments.map((payment) => (
          <Row as="li" key={payment.id} $gap="md" $justify="space-between" $padBlock="xs">
            <Stack as="span" $grow>
              <span>{words.title(payment)}</span>
              {[...words.details(payment), ...refundWords(payment)].map((detail) => (
                <Small as="span" key={detail}>
                  {detail}
                </Small>
              ))}
            </Stack>
            <Text as="span" $type="strong" $figures $end>
              {money(payment.amount)}
              {compareAmounts(payment.tip, zero) !== 0 && (
                <Small as="span"> {t('pay.withTip', { tip: money(payment.tip) })}</Small>
              )}
            </Text>
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** The words for a payment: when and how, for whom, by whom and why. */
function usePaymentWords(order: Order, money: (amount: Amount) => string) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const clock = useClock({ timeStyle: 'short' });
  const methodOf = useMethodWords();
  const names = new Map(order.orderItems.map(({ userId, userName }) => [userId, userName]));
  const someone = t('tables.nameless');
  const title = (payment: Payment) => {
    const { userId, parts = [], createAt } = payment;
    const method = methodOf(payment);
    const ids = userId ? [userId] : parts.map((part) => part.userId);
    const payers = ids.map((id) => names.get(id) || someone).join(t('separator'));
    return t('pay.payment', {
      time: createAt ? clock.format(createAt) : '',
      method: payers === '' ? method : t('pay.forShare', { method, name: payers }),
    });
  };
  const lines = new Map(order.orderItems.map((line) => [line.id, line]));
  const describeDish = ({ orderItemId, quantity }: RefundedDish) => {
    const { name = '', unitLabel } = lines.get(orderItemId) ?? {};
    return `${describeQuantity(quantity, unitLabel)} ${name}`;
  };
  const describePayment = ({
    dishes = [],
    reason = '',
    by = '',
    rounding,
    tendered,
    change = zero,
  }: Payment) =>
    [
      dishes.map(describeDish).join(t('separator')),
      [translateReason(language, reason), by].filter(Boolean).join(t('separator')),
      isZero(rounding) ? '' : `${t('pay.rounding')} ${money(rounding)}`,
      tendered === undefined ? '' : t('pay.handedOver', { price: money(tendered), change: money(change) }),
    ].filter((detail) => detail !== '');
  return { title, details: describePayment };
}

/** How far a refund has come at the payment provider. */
function useRefundWords(placed: Order, payments: readonly Payment[]): (payment: Payment) => string[] {
  const { t } = useTranslation('staff');
  const hasAny = payments.some((each) => isRefund(each) && each.method === paidOnline);
  const refunds = useOrderAtProvider(placed, hasAny)?.providerRefunds ?? [];
  return ({ id }) =>
    refunds
      .filter(({ paymentId }) => paymentId === id)
      .map(({ provider, state }) =>
        t(`refund.state.${state}`, { provider: t('providers.name', { context: provider }) }),
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
