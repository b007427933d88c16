import { useTranslation } from 'react-i18next';
import type { StaffOverview } from '#contract/calls/staff.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { useDishWords } from './dishes/use-dish-words.ts';
import { useClock } from '../use-clock.ts';

interface Props {
  readonly orders: StaffOverview['lostOrders'];
  readonly merchantId: string;
}

/** Orders that are missing since a backup was restored, as the phones remember them (S2). */
export function LostOrders({ orders, merchantId }: Props) {
  const words = useDishWords(merchantId);
  const { t } = useTranslation('staff');
  const time = useClock({ timeStyle: 'short' });
  if (orders.length === 0) return null;

  return (
    <Banner tone="danger">
      <Text as="h2" $type="strong">
        {t('lost.title')}
      </Text>
      <p>{t('lost.text')}</p>
      {orders.map(({ orderId, tableName, serial, at, dishes }) => (
        <section key={orderId} aria-label={t('lost.order', { serial, time: time.format(at) })}>
          <Text as="h3" $type="strong" $above="md">
            {tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}
            {' · '}
            {t('lost.order', { serial, time: time.format(at) })}
          </Text>
          <ul>
            {dishes.map((dish) => (
              <li key={`${dish.userName} ${dish.productId} ${dish.name}`}>
                {words.piecesOf(dish)} <Small as="span">{dish.userName}</Small>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Banner>
  );
}
