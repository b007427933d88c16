import { useTranslation } from 'react-i18next';
import { orderStatus } from '#contract/states.ts';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { Text, Tiles } from '#src/kit/ui/primitives.tsx';
import { OrderCard } from './OrderCard.tsx';

/** The open orders, those with new dishes first, the longest waiting on top; below them what is done. */
export function OrderBoard({
  orders,
  staff,
}: {
  orders: readonly StaffOrder[] | undefined;
  staff: StaffIdentity;
}) {
  const { t } = useTranslation('staff');
  if (!orders) return null;
  const open = orders
    .filter(({ status }) => status === orderStatus.progressing)
    .toSorted((a, b) => Number(b.newPieces > 0) - Number(a.newPieces > 0) || a.updateAt - b.updateAt);
  const done = orders.filter(({ status }) => status !== orderStatus.progressing);

  return (
    <>
      <section aria-labelledby="open-orders">
        <Text as="h2" $above="lg" $below="sm" $type="title" id="open-orders">
          {t('orders.open')}
        </Text>
        {open.length === 0 && <Text $colour="textMuted">{t('orders.none')}</Text>}
        <Tiles $least="card" $gap="lg">
          {open.map((order) => (
            <OrderCard key={order.id} order={order} staff={staff} />
          ))}
        </Tiles>
      </section>
      <section aria-labelledby="done-orders">
        <Text as="h2" $above="lg" $below="sm" $type="title" id="done-orders">
          {t('orders.done')}
        </Text>
        {done.length === 0 && <Text $colour="textMuted">{t('orders.noneDone')}</Text>}
        <Tiles $least="card" $gap="lg">
          {done.map((order) => (
            <OrderCard key={order.id} order={order} staff={staff} />
          ))}
        </Tiles>
      </section>
    </>
  );
}
