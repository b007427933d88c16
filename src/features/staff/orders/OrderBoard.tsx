import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { Text, Tiles } from '#src/kit/ui/primitives.tsx';
import { useNow } from '../use-now.ts';
import type { Ask, Asked } from './asked.ts';
import { doneOrders, openOrders } from './board-order.ts';
import { cardId, OrderCard } from './OrderCard.tsx';
import { OrderSheet } from './OrderSheet.tsx';

/** How long something waits is told anew so often, ms. */
const minutesPassMs = 10_000;

interface Props {
  readonly orders: readonly StaffOrder[] | undefined;
  readonly staff: StaffIdentity;
  /** Somebody has opened it. */
  onSeen(order: Pick<StaffOrder, 'id' | 'rounds'>): void;
}

/** The open orders, whose turn it is first; below them what is done. */
export function OrderBoard({ orders, staff, onSeen }: Props) {
  const { t } = useTranslation('staff');
  const now = useNow(minutesPassMs);
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<Element>(null);
  if (!orders) return null;
  const order = orders.find(({ id }) => id === asked?.orderId);

  const handleAsk: Ask = (next) => {
    if (!isAsking) opener.current = document.activeElement;
    setAsked(next);
    setAsking(true);
    const opened = orders.find(({ id }) => id === next.orderId);
    if (opened) onSeen(opened);
  };
  /** The card may have gone to another place with what was tapped in it. */
  const handleClosed = () => {
    const before = opener.current;
    if (before instanceof HTMLElement && before.isConnected) return before;
    return document.getElementById(cardId(asked?.orderId ?? ''));
  };
  const cards = (some: readonly StaffOrder[]) =>
    some.map((each) => <OrderCard key={each.id} order={each} staff={staff} now={now} onAsk={handleAsk} />);

  return (
    <>
      <Part id="open-orders" title={t('orders.open')} none={t('orders.none')}>
        {cards(openOrders(orders))}
      </Part>
      <Part id="done-orders" title={t('orders.done')} none={t('orders.noneDone')}>
        {cards(doneOrders(orders))}
      </Part>
      {asked && order && (
        <OrderSheet
          asked={asked}
          order={order}
          staff={staff}
          open={isAsking}
          onAsk={handleAsk}
          onClose={() => setAsking(false)}
          onClosed={handleClosed}
        />
      )}
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
