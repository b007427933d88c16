import { findCurrency } from '#ui/i18n/currency.ts';
import { ChevronRight, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import { countDishes } from '#contract/dish/quantity.ts';
import type { ListedOrder } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import { orderStatus, findWord } from '#contract/states.ts';
import { ApiError } from '#client/api/api-error.ts';
import { listUniqueOrders, useOrderList } from '#client/api/queries/diner-queries.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { ListEmpty, ListFailed } from '#ui/page/ListStates.tsx';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { colour, hoverable, radius, space } from '#ui/theme/tokens.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { isShown, getOrderCurrency } from '#ui/bill/order-rounds.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { isTableNumber } from '#ui/text/is-table-number.ts';

/** The page with the diner's orders at this restaurant, newest first. More orders load as the diner nears the end. */
export default function OrderList() {
  const { t } = useTranslation('order');
  const { merchantId = '', merchant } = useCurrentMerchant();
  const links = useLinks();
  const language = useLanguage();
  const orders = useOrderList(merchantId);
  const { data, error, isPaused, isFetching, hasNextPage, fetchNextPage, refetch } = orders;
  // A phone without a login or a guest's token cannot have ordered, so its list is empty.
  const isNobody = error instanceof ApiError && error.code === codes.unauthorized;
  const list = data ? listUniqueOrders(data.pages) : isNobody ? [] : undefined;
  const hasFailed = ((error !== null && !isNobody) || isPaused) && !isFetching;
  const canLoadMore = hasNextPage && !hasFailed && !isFetching;
  const end = useWhenSeen<HTMLDivElement>(canLoadMore, () => void fetchNextPage());

  return (
    <HeaderOnlyLayout title={t('list.title')} fallback={links.account(merchantId)}>
      {list && list.length > 0 && (
        <Stack as="ul" $gap="md">
          {list.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              to={links.orderDetail(merchantId, order.id)}
              currency={getOrderCurrency(order, findCurrency(merchant, language))}
            />
          ))}
        </Stack>
      )}
      {!list && !hasFailed && <Skeleton $height="6rem" />}
      {list?.length === 0 && (
        <ListEmpty>
          <ReceiptText aria-hidden />
          <p>{t('list.empty')}</p>
          <LinkButton to={links.order(merchantId)}>{t('detail.toMenu')}</LinkButton>
        </ListEmpty>
      )}
      {hasFailed && <ListFailed error={error} onRetry={() => void (list ? fetchNextPage() : refetch())} />}
      {list && hasNextPage && !hasFailed && (
        <div ref={end}>
          <Button variant="secondary" wide busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </HeaderOnlyLayout>
  );
}

function OrderRow({ order, to, currency }: { order: ListedOrder; to: string; currency: string }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const dishes =
    order.pieces ??
    order.orderItems
      .filter(isShown)
      .reduce((sum, { quantity, unitLabel }) => sum + countDishes(quantity, unitLabel), 0);

  return (
    <li>
      <Row to={to}>
        <Text as="div" $grow="readable">
          <Text as="h2" $type="strong">
            {order.serial ? t('detail.serial', { serial: order.serial }) : t('detail.orderLabel')}
          </Text>
          {/* Some servers send 0 instead of a time. */}
          {order.createAt > 0 && <Small>{when.format(order.createAt)}</Small>}
          <Small>
            {[
              t('list.dishes', { count: dishes }),
              order.tableName &&
                (isTableNumber(order.tableName)
                  ? t('detail.table', { name: order.tableName })
                  : order.tableName),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Small>
        </Text>
        <Stack $gap="xs" $align="flex-end" $end $type="strong">
          {Number(order.totalAmount ?? 0) !== 0 && <Price amount={order.totalAmount!} currency={currency} />}
          <Small as="span">{t(`orderStatus.${findWord(orderStatus, order.status)}`)}</Small>
        </Stack>
        <ChevronRight aria-hidden />
      </Row>
    </li>
  );
}

const Row = styled(Link)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm} ${space.lg};
  padding: ${space.lg};
  color: ${colour('text')};
  text-decoration: none;
  background: ${colour('surface')};
  border-radius: ${radius.lg};

  > svg {
    flex: none;
    color: ${colour('textMuted')};
  }
  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
`;

/** The distance below the screen at which loading starts. */
const ahead = '400px';

/** Calls `onSeen` each time the element comes near the screen, while `enabled`. */
function useWhenSeen<Element extends HTMLElement>(
  enabled: boolean,
  onSeen: () => void,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const seen = useEffectEvent(onSeen);

  useEffect(() => {
    if (!enabled || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
      },
      { rootMargin: ahead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [enabled]);

  return element;
}
