import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PaymentAttempt } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { isZero, sum } from '#projections/bill/money.ts';
import { useDiner } from '#src/diner/diner.ts';
import { listAllPayers, type Payer } from '#ui/bill/payers.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { colour, radius, size } from '#ui/theme/tokens.ts';
import { Receipt } from '../receipt/Receipt.tsx';

interface Props {
  /** With the diners' newest names. */
  readonly order: Order;
  readonly currency: string;
  /** The payment of this diner from which they come back; undefined if another diner or the counter paid. */
  readonly own: PaymentAttempt | undefined;
}

/** The end of the visit: thanks, what was paid with the tip, by whom, what is left, and the receipt. */
export function ThankYou({ order, currency, own }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const name = useDiner().member?.firstName;
  const namePayer = usePayerNames(order);
  const format = (amount: string) => formatMoney(amount, currency, language);
  const payers = listAllPayers(order);
  const owed = getOwed(order);
  const total = sum(payers.map(({ amount }) => amount));
  return (
    <Stack $gap="lg" $pad="lg" $card>
      <Row as="output" $gap="md" $align="center">
        <Tick>
          <Check aria-hidden />
        </Tick>
        <span>
          <Text as="span" $block $type="title">
            {name ? t('paying.thanks', { name }) : t('paying.thanksAll')}
          </Text>
          <Text as="span" $block $colour="textMuted">
            {own === undefined
              ? t('paying.done.all', { price: format(total) })
              : t(isZero(own.tip) ? 'paying.done.you' : 'paying.done.youTip', {
                  price: format(sum([own.amount, own.tip])),
                  tip: format(own.tip),
                })}
          </Text>
        </span>
      </Row>
      {(payers.length > 1 || !isZero(owed)) && (
        <dl aria-label={t('paying.done.who')}>
          {payers.map((payer) => (
            <MoneyLine
              key={`${payer.userIds.join(' ')} ${payer.method}`}
              label={namePayer(payer)}
              amount={payer.amount}
              currency={currency}
            />
          ))}
          {isZero(owed) ? (
            <MoneyLine label={t('paying.done.together')} amount={total} currency={currency} isTotal />
          ) : (
            <MoneyLine label={t('money.owed')} amount={owed} currency={currency} isTotal />
          )}
        </dl>
      )}
      <Receipt order={order} />
    </Stack>
  );
}

const ownMethods = ['cash', 'card', 'online'] as const;

/** Names who paid: the diners, or else the way of a payment at the counter. */
function usePayerNames(order: Order): (payer: Payer) => string {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const names = new Map(order.orderItems.map(({ userId, userName }) => [userId, userName]));
  return ({ userIds, method }) => {
    const known = userIds.map((userId) => names.get(userId) || t('detail.someone'));
    if (known.length > 0) return new Intl.ListFormat(language).format(known);
    const own = ownMethods.find((each) => each === method);
    return own ? t(`money.${own}`) : t('detail.forTable');
  };
}

const Tick = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.avatarLg};
  height: ${size.avatarLg};
  color: ${colour('onAccent')};
  background: ${colour('accent')};
  border-radius: ${radius.round};
`;
