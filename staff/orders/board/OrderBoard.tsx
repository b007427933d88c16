import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffIdentity, StaffOrder, StaffOverview } from '#contract/calls/staff.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack, Text, Tiles } from '#ui/primitives.tsx';
import { useOlderOrders } from '../../calls/staff-queries.ts';
import { useNow } from '../../use-now.ts';
import type { Ask } from '../asked.ts';
import { listDoneOrders, listOpenOrders } from './board-order.ts';
import { OrderCard } from './OrderCard.tsx';
import { useOrderSheet } from '../use-order-sheet.tsx';

/** How often the waiting times are updated, ms. */
const minutesPassMs = 10_000;

interface Props {
  readonly overview: Pick<StaffOverview, 'orders' | 'moreOrders'> | undefined;
  readonly staff: StaffIdentity;
  /** Called when somebody opens the order. */
  onSeen(order: Pick<StaffOrder, 'id' | 'rounds'>): void;
}

/** The open orders, oldest first, and below them the completed ones. */
export function OrderBoard({ overview, staff, onSeen }: Props) {
  const { t } = useTranslation(['staff', 'common']);
  const now = useNow(minutesPassMs);
  const [isAsked, setAsked] = useState(false);
  const older = useOlderOrders(isAsked ? overview?.moreOrders : undefined);
  const newest = overview?.orders ?? [];
  // An order that changed since then is in the newest answer.
  const there = new Set(newest.map(({ id }) => id));
  const orders = [...newest, ...(older.data ?? []).filter(({ id }) => !there.has(id))];
  const { ask, sheet } = useOrderSheet(orders, staff);
  if (!overview) return null;
  const hasMore = overview.moreOrders !== undefined && !older.isSuccess;

  const handleAsk: Ask = (next) => {
    ask(next);
    const opened = orders.find(({ id }) => id === next.orderId);
    if (opened) onSeen(opened);
  };
  const renderCards = (some: readonly StaffOrder[]) =>
    some.map((each) => <OrderCard key={each.id} order={each} staff={staff} now={now} onAsk={handleAsk} />);

  return (
    <>
      <Part id="open-orders" title={t('orders.open')} none={t('orders.none')}>
        {renderCards(listOpenOrders(orders))}
      </Part>
      <Part id="done-orders" title={t('orders.done')} none={t('orders.noneDone')}>
        {renderCards(listDoneOrders(orders))}
      </Part>
      {hasMore && (
        <Stack $gap="sm" $align="center" $above="lg">
          {older.isError && (
            <Text role="alert" $colour="danger">
              {t('orders.olderFailed')}
            </Text>
          )}
          <Button
            variant="secondary"
            busy={older.isFetching}
            onClick={() => (isAsked ? void older.refetch() : setAsked(true))}
          >
            {older.isError ? t('common:retry') : t('orders.older')}
          </Button>
        </Stack>
      )}
      {sheet}
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function Part({ id, title, none, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <Text as="h2" $above="xxl" $below="sm" $type="title" id={id}>
        {title}
      </Text>
      {children.length === 0 && <Text $colour="textMuted">{none}</Text>}
      <Tiles $least="card" $gap="lg">
        {children}
      </Tiles>
    </section>
  );
}
