import { ReceiptText, Wallet } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useRouteParams } from '#ui/routes/navigation.ts';
import { styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import { readUnreadLines, type Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, findWord } from '#contract/states.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { useOrderDetail } from '#client/api/queries/diner-queries.ts';
import { ApiError } from '#client/api/api-error.ts';
import { CallStaff } from '#src/help/CallStaff.tsx';
import { useCartEngine, useCartPart, useCarts, useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { findBlockedLines, pricedCart } from '#src/cart/priced-line.ts';
import { useNamedOrder } from '#src/cart/order/named-order.ts';
import { OrderPlaceProvider } from '#src/cart/order/OrderPlaceProvider.tsx';
import { UnreadLines } from '#src/cart/UnreadLines.tsx';
import { useDiner } from '#src/diner/diner.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useIsPlacedNow } from '#src/navigation/placed-now.ts';
import { stepState } from '#src/navigation/order-step.ts';
import { MessagePage, ReportSlot } from '#ui/page/MessagePage.tsx';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { SplitBill } from '#src/split/SplitBill.tsx';
import { colour, space, type } from '#ui/theme/tokens.ts';
import { Column, ColumnFoot } from '#ui/Column.tsx';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { assignHues, DinerHuesContext } from '#ui/diners/diner-colour.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { buildOrderBill } from '#ui/bill/order-bill.ts';
import { OrderTotals } from './OrderTotals.tsx';
import { summariseAwaited } from '#src/progress/awaited-dishes.ts';
import { isAwaited } from '#src/progress/order-steps.ts';
import { useRefetchOften } from '#src/progress/use-refetch-often.ts';
import { PickupNews } from './PickupNews.tsx';
import { PaymentNews, useOwnAttempt } from '../paying/PaymentNews.tsx';
import { PayButton } from '../paying/PayButton.tsx';
import { PayOrder, usePaySheet } from '../paying/PayOrder.tsx';
import { usePaying, useSharing } from '#src/paying/use-paying.ts';
import { Receipt } from '../receipt/Receipt.tsx';
import { RoundList } from './round/RoundList.tsx';
import { listShownRounds } from './round/shown-rounds.ts';
import { getOrderCurrency } from '#ui/bill/order-rounds.ts';
import { isTableNumber } from '#ui/text/is-table-number.ts';

/** The page of one order, with its rounds, its state and its totals. */
export default function OrderDetail() {
  const { t } = useTranslation(['order', 'common']);
  const { merchantId = '', orderId = '' } = useRouteParams();
  const links = useLinks();
  const failureText = useFailureText();
  const { data: order, error, isFetching, isPaused, refetch } = useOrderDetail(orderId);
  const isHere = useDiner().table?.merchantId === merchantId;
  useRefetchOften(order !== undefined && (isHere || isAwaited(order)), () => void refetch());

  if (order)
    return (
      <OrderPlaceProvider merchantId={merchantId}>
        {() => <Loaded order={order} isStale={error !== null || isPaused} />}
      </OrderPlaceProvider>
    );
  if (error === null && !isPaused) return <MessagePage title={t('common:loading')} turning />;
  const code = error instanceof ApiError ? error.code : undefined;
  const isClosed = code === codes.notFound;
  if (code === codes.unauthorized || code === codes.forbidden) return <NotOpen />;
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

/** Shown to a diner who opened the link to an order of others. */
function NotOpen() {
  const { t } = useTranslation(['order', 'account']);
  const { merchantId = '' } = useRouteParams();
  const { isMember } = useDiner();
  const { pathname } = useLocation();
  const links = useLinks();
  return (
    <MessagePage
      title={t('detail.hiddenTitle')}
      failed
      actions={
        <>
          {!isMember && (
            <LinkButton wide to={links.login(merchantId)} state={{ from: pathname }}>
              {t('account:login.title')}
            </LinkButton>
          )}
          <LinkButton variant="secondary" wide to={links.order(merchantId)}>
            {t('detail.toMenu')}
          </LinkButton>
        </>
      }
    >
      <p>{t('detail.hiddenText')}</p>
    </MessagePage>
  );
}

interface LoadedProps {
  readonly order: Order;
  /** The last request for the order failed or waits for the network. */
  readonly isStale: boolean;
}

function Loaded({ order: received, isStale }: LoadedProps) {
  const { t } = useTranslation('order');
  const { t: ofCart } = useTranslation('cart');
  const { merchant, currency: present } = useOrderPlace();
  const order = useNamedOrder(received);
  const currency = getOrderCurrency(order, present);
  const { member } = useDiner();
  const language = useLanguage();
  const { isHere, mayAdd } = useTableOf(order);
  const reader = {
    me: member?.id,
    myName: member?.firstName ?? '',
    someone: t('detail.someone'),
    currency,
  };
  const bill = buildOrderBill(order, reader);
  const isPlacedNow = useIsPlacedNow();
  const paying = usePaying(order.id);
  const own = useOwnAttempt(paying);
  const isThanked = own ? own.state === 'paid' : isSettled(order);
  const sheet = usePaySheet(order, reader, paying);
  const shared = useSharing(order, paying !== undefined);
  const mayBeSplit = bill.lines.length > 0 && (bill.diners.length > 1 || order.guests > 1);
  // A server that does not send prices sends 0 for every amount.
  const isPriced = [order.totalAmount ?? zero, ...bill.lines.map(({ amount }) => amount)].some(
    (amount) => compareAmounts(amount, zero) !== 0,
  );
  const facts = [
    order.serial && t('detail.serial', { serial: order.serial }),
    order.tableName &&
      (isTableNumber(order.tableName) ? t('detail.table', { name: order.tableName }) : order.tableName),
    order.guests > 0 && t('detail.guests', { count: order.guests }),
    isOfAnotherDay(order) &&
      new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(order.createAt),
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
        <PaymentNews {...{ order, currency, own, isThanked }} />
        <PickupNews order={order} />
        {isStale && <Banner tone="warning">{t('detail.stale')}</Banner>}
        {listShownRounds(order, member?.id).map((round, place) => (
          <RoundList
            key={round.round}
            {...{ order, round, mayAdd }}
            isNewest={place === 0}
            isPlacedNow={isPlacedNow}
            me={member?.id}
            currency={isPriced ? currency : undefined}
          />
        ))}
        <UnreadLines
          text={ofCart('staffLines.ordered')}
          lines={readUnreadLines(order).map((line) => ({ line }))}
        />
        <OrderStates order={order} />
        {isPriced && <OrderTotals order={order} currency={currency} taxName={merchant?.taxName} />}
        {isPriced && <PayOrder {...{ order, reader, paying, sheet }} />}
        {isHere && isAwaited(order) && <CallStaff />}
        <Stack $gap="sm">
          <SplitBill variant="secondary" wide bill={bill} shared={shared} offered={mayBeSplit && isPriced} />
          {isPriced && !isThanked && <Receipt order={order} />}
        </Stack>
        <ReportSlot />
        <Foot {...{ order, mayAdd, isThanked, sheet, currency }} />
      </Column>
    </AbsentHues>
  );
}

/** Whether the diner sits at a table of this restaurant, and whether dishes can be added to this order or a next one. */
function useTableOf(order: Order): { readonly isHere: boolean; readonly mayAdd: boolean } {
  const { merchantId } = useOrderPlace();
  const { table } = useDiner();
  const lastOrderId = useCartPart((cart) => cart.lastOrderId);
  const isHere = useCartEngine() !== undefined && table?.merchantId === merchantId;
  const mayAdd = isHere && (lastOrderId === order.id ? canOrderMore(order) : !isAwaited(order));
  return { isHere, mayAdd };
}

/** True if the table can order another round. It joins this order, or starts a new one if this order is paid. */
function canOrderMore({ status, paymentStatus: payment }: Order): boolean {
  const { unpaid, partiallyPaid, fullyPaid } = paymentStatus;
  return (
    status === orderStatus.progressing && [unpaid, partiallyPaid, fullyPaid].some((each) => each === payment)
  );
}

interface FootProps {
  readonly order: Order;
  readonly mayAdd: boolean;
  readonly isThanked: boolean;
  readonly sheet: ReturnType<typeof usePaySheet>;
  readonly currency: string;
}

/** The buttons at the bottom: to the menu, and to the review if the cart has new dishes, or else to the payment. */
function Foot({ order, mayAdd, isThanked, sheet, currency }: FootProps) {
  const { due, open } = sheet;
  const { t } = useTranslation('order');
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  const { index } = useOrderPlace();
  const carts = useCarts();
  const quantity = useCartPart((cart) => cart.quantity);
  const isReady = mayAdd && quantity > 0;
  const isBlocked = findBlockedLines(pricedCart(carts, index), useMayLeaveOut()).everything;
  // While dishes cook, another dish is more likely than the payment.
  const isPayNext = due !== undefined && summariseAwaited(order) === undefined;
  const isOtherNext = isReady ? !isBlocked : isPayNext || isThanked;
  return (
    <ColumnFoot>
      <Row $gap="sm" $wrap>
        <Wide variant={isOtherNext ? 'secondary' : 'primary'} to={links.order(merchantId)}>
          {t(canOrderMore(order) ? 'detail.addMore' : 'detail.toMenu')}
        </Wide>
        {!isReady && due && <PayButton {...{ due, currency }} isQuiet={!isPayNext} onClick={open} />}
        {isReady && (
          <Wide
            variant={isBlocked ? 'secondary' : 'primary'}
            to={links.order(merchantId)}
            state={stepState({ kind: 'preview' })}
          >
            {t('again.review', { count: quantity })}
          </Wide>
        )}
      </Row>
    </ColumnFoot>
  );
}

const Wide = styled(LinkButton)`
  flex: 1 1 auto;
  padding-inline: ${space.md};
`;

/** False on the same day, when the times of the rounds are enough, and if the server sent 0 instead of a time. */
function isOfAnotherDay({ createAt }: Order): boolean {
  return createAt > 0 && new Date(createAt).toDateString() !== new Date().toDateString();
}

function isSettled(order: Order): boolean {
  return order.paymentStatus === paymentStatus.fullyPaid && !isOfAnotherDay(order);
}

function isText(fact: string | false | null | undefined): fact is string {
  return typeof fact === 'string' && fact !== '';
}

/** Gives a colour to diners of the order who have left the table. Diners at the table keep their colours. */
function AbsentHues({ userIds, children }: { userIds: readonly string[]; children: ReactNode }) {
  const present = use(DinerHuesContext);
  return <DinerHuesContext value={assignHues(userIds, present)}>{children}</DinerHuesContext>;
}

const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  column-gap: ${space.xs};
  ${type.small};
  color: ${colour('textMuted')};

  > li:not(:last-child)::after {
    content: ' ·';
  }
`;

/** The state of the order and of its payment. */
function OrderStates({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const states = [
    // While dishes are on the way, each round shows its own state.
    ...(isAwaited(order)
      ? []
      : [
          {
            icon: <ReceiptText aria-hidden />,
            label: t('detail.orderLabel'),
            word: t(`orderStatus.${findWord(orderStatus, order.status)}`),
          },
        ]),
    {
      icon: <Wallet aria-hidden />,
      label: t('detail.paymentLabel'),
      word: t(`paymentStatus.${findWord(paymentStatus, order.paymentStatus)}`),
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
