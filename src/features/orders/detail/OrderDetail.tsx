import { currencyOf } from '#src/kit/i18n/currency.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus, wordOf } from '#contract/states.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { useFailureText } from '#src/kit/i18n/failure-text.ts';
import { useOrderDetail } from '#src/kit/api/answers/own-queries.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { useLanguage, useLinks } from '#src/kit/routes/language.ts';
import { MessagePage } from '#src/kit/page/MessagePage.tsx';
import { SplitBill } from '#src/kit/split/SplitBill.tsx';
import { colour, space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Column, ColumnFoot } from '#src/kit/ui/Column.tsx';
import { Button, LinkButton } from '#src/kit/ui/controls/Button.tsx';
import { orderBill } from './order-bill.ts';
import { useNamedOrder } from './use-named-order.ts';
import { roundsOf } from '#src/kit/cart/order-rounds.ts';
import { Stack, Text, VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import { RoundList } from './RoundList.tsx';
import { use, type ReactNode } from 'react';
import { dinerHues, DinerHuesContext } from '#src/kit/ui/diners/diner-colour.ts';
import { ChefHat, ReceiptText, Wallet } from 'lucide-react';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { MoneyLine } from '#src/kit/ui/text/MoneyLine.tsx';

/** One order: what was sent in which round, how it stands, what it costs. */
export default function OrderDetail() {
  const { t } = useTranslation(['order', 'common']);
  const { merchantId = '', orderId = '' } = useParams();
  const links = useLinks();
  const failureText = useFailureText();
  const { data: order, error, isFetching, isPaused, refetch } = useOrderDetail(orderId);

  if (order) return <Loaded order={order} merchantId={merchantId} isStale={error !== null || isPaused} />;
  if (error === null && !isPaused) return <MessagePage title={t('common:loading')} turning />;
  const isClosed = error instanceof ApiError && error.code === codes.notFound;
  return (
    <MessagePage
      title={t(isClosed ? 'detail.closedTitle' : 'detail.loadFailed')}
      failed={!isClosed}
      actions={
        <>
          {!isClosed && (
            <Button wide busy={isFetching} onClick={() => void refetch()}>
              {t('common:retry')}
            </Button>
          )}
          <LinkButton variant={isClosed ? 'primary' : 'secondary'} wide to={links.order(merchantId)}>
            {t('detail.toMenu')}
          </LinkButton>
        </>
      }
    >
      <p>{isClosed ? t('detail.closedText') : failureText(error)}</p>
    </MessagePage>
  );
}

interface LoadedProps {
  readonly order: Order;
  readonly merchantId: string;
  /** The last attempt to ask for it failed, or waits for the network. */
  readonly isStale: boolean;
}

function Loaded({ order: told, merchantId, isStale }: LoadedProps) {
  const order = useNamedOrder(told, merchantId);
  const { t } = useTranslation('order');
  const { merchant } = useCurrentMerchant();
  const { member } = useDiner();
  const links = useLinks();
  const language = useLanguage();
  const currency = currencyOf(merchant, language);
  const takesMore = order.status === orderStatus.progressing && order.paymentStatus === paymentStatus.unpaid;
  const bill = orderBill(order, {
    me: member?.id,
    myName: member?.firstName ?? '',
    someone: t('detail.someone'),
    currency,
  });
  const mayBeSplit = bill.lines.length > 0 && (bill.diners.length > 1 || order.guests > 1);
  // P5: where every amount is 0 none was told.
  const isPriced = [order.totalAmount ?? zero, ...bill.lines.map(({ amount }) => amount)].some(
    (amount) => compareAmounts(amount, zero) !== 0,
  );
  const facts = [
    order.serial && t('detail.serial', { serial: order.serial }),
    order.tableName && t('detail.table', { name: order.tableName }),
    order.guests > 0 && t('detail.guests', { count: order.guests }),
    // P5: 0 is a time that the server did not tell.
    order.createAt > 0 && new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(order.createAt),
  ].filter(isText);

  return (
    <AbsentHues userIds={order.orderItems.map(({ userId }) => userId)}>
      <Column $footed>
        <Stack as="header" $gap="xs">
          <Text as="h1" $type="display">
            {t('detail.title')}
          </Text>
          <Facts>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </Facts>
        </Stack>
        {isStale && <Banner tone="warning">{t('detail.stale')}</Banner>}
        <OrderStates order={order} />
        {roundsOf(order, member?.id).map((round) => (
          <RoundList
            key={round.round}
            round={round}
            me={member?.id}
            currency={isPriced ? currency : undefined}
          />
        ))}
        {isPriced && <Totals order={order} currency={currency} taxName={merchant?.taxName} />}
        <SplitBill variant="secondary" wide bill={bill} offered={mayBeSplit && isPriced} />
        <ColumnFoot>
          <LinkButton wide to={links.order(merchantId)}>
            {t(takesMore ? 'detail.addMore' : 'detail.toMenu')}
          </LinkButton>
        </ColumnFoot>
      </Column>
    </AbsentHues>
  );
}

function isText(fact: string | false | null | undefined): fact is string {
  return typeof fact === 'string' && fact !== '';
}

/** Gives colours also to those who are spoken of and have left the table; who is there keeps their own. */
function AbsentHues({ userIds, children }: { userIds: readonly string[]; children: ReactNode }) {
  const present = use(DinerHuesContext);
  return <DinerHuesContext value={dinerHues(userIds, present)}>{children}</DinerHuesContext>;
}

const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  column-gap: ${space.sm};
  ${type.small};
  color: ${colour('textMuted')};

  > li:not(:last-child)::after {
    content: ' ·';
  }
`;

/** How the order stands: with the restaurant, in the kitchen, and what is paid. */
function OrderStates({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const states = [
    {
      icon: <ReceiptText aria-hidden />,
      label: t('detail.orderLabel'),
      word: t(`orderStatus.${wordOf(orderStatus, order.status)}`),
    },
    {
      icon: <ChefHat aria-hidden />,
      label: t('detail.kitchenLabel'),
      word: t(`sendStatus.${wordOf(sendStatus, order.sendStatus)}`),
    },
    {
      icon: <Wallet aria-hidden />,
      label: t('detail.paymentLabel'),
      word: t(`paymentStatus.${wordOf(paymentStatus, order.paymentStatus)}`),
    },
  ];

  return (
    <Stack as="dl" $gap="sm" $pad="lg" $card aria-label={t('detail.state')} aria-live="polite">
      {states.map(({ icon, label, word }) => (
        <Item key={label}>
          {icon}
          <dt>{label}</dt>
          <dd>{word}</dd>
        </Item>
      ))}
    </Stack>
  );
}

const Item = styled.div`
  display: flex;
  align-items: center;
  gap: ${space.sm};

  > svg {
    color: ${colour('accentText')};
  }
  > dt {
    ${type.small};
    color: ${colour('textMuted')};
  }
  > dd {
    flex: 1;
    ${type.strong};
    text-align: end;
  }
`;

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

/** The money lines under the order (D22). */
function Totals({ order, currency, taxName }: Props) {
  const { t } = useTranslation('order');
  const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = order;
  const coupons = order.orderCoupons.map(({ name }) => name).join(' · ');
  const taxes: Line[] = order.orderTaxes.map(({ name, amount }) => ({
    label: (order.orderTaxes.length === 1 && taxName) || name,
    amount,
  }));
  if (taxes.length === 0) taxes.push({ label: t('detail.tax'), amount: totalTaxAmount ?? zero });
  const lines = [
    { label: t('detail.subtotal'), amount: subTotalAmount ?? zero },
    { label: coupons || t('detail.discount'), amount: `-${totalDiscountAmount ?? zero}` },
    { label: t('detail.service'), amount: totalChargeAmount ?? zero },
    ...taxes,
  ].filter(({ amount }) => compareAmounts(amount, zero) !== 0);

  return (
    <section>
      <VisuallyHidden as="h2">{t('detail.totals')}</VisuallyHidden>
      <Stack as="dl" $gap="xs" $padInline="lg">
        {lines.map((line) => (
          <MoneyLine key={line.label} {...line} currency={currency} />
        ))}
        <MoneyLine label={t('detail.total')} amount={totalAmount ?? zero} currency={currency} isTotal />
      </Stack>
    </section>
  );
}
