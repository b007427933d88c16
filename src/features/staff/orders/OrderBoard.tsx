import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { orderStatus } from '#contract/states.ts';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { size, space, type } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import { OrderCard } from './OrderCard.tsx';

interface Props {
  /** undefined: not here yet. */
  readonly orders: readonly StaffOrder[] | undefined;
  readonly staff: StaffIdentity;
}

/** The open orders, those with new dishes first, the longest waiting on top; below them what is done. */
export function OrderBoard({ orders, staff }: Props) {
  const { t } = useTranslation('staff');
  if (!orders) return null;
  const open = orders
    .filter(({ status }) => status === orderStatus.progressing)
    .toSorted((a, b) => Number(b.newPieces > 0) - Number(a.newPieces > 0) || a.updateAt - b.updateAt);
  const done = orders.filter(({ status }) => status !== orderStatus.progressing);

  return (
    <>
      <section aria-labelledby="open-orders">
        <Title id="open-orders">{t('orders.open')}</Title>
        {open.length === 0 && <Text $colour="textMuted">{t('orders.none')}</Text>}
        <Grid>
          {open.map((order) => (
            <OrderCard key={order.id} order={order} staff={staff} />
          ))}
        </Grid>
      </section>
      <section aria-labelledby="done-orders">
        <Title id="done-orders">{t('orders.done')}</Title>
        {done.length === 0 && <Text $colour="textMuted">{t('orders.noneDone')}</Text>}
        <Grid>
          {done.map((order) => (
            <OrderCard key={order.id} order={order} staff={staff} />
          ))}
        </Grid>
      </section>
    </>
  );
}

const Title = styled.h2`
  padding-block: ${space.lg} ${space.sm};
  ${type.title};
`;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.card}), 1fr));
  align-items: start;
  gap: ${space.lg};
`;
