import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { isReadyForPickup, readPickup } from '#contract/pickup.ts';
import { orderStatus } from '#contract/states.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Text } from '#ui/primitives.tsx';

/** When an order to go is picked up, and that it is ready. */
export function PickupNews({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const pickup = readPickup(order);
  if (!pickup || order.status !== orderStatus.progressing) return null;
  const { at, userName: name } = pickup;
  const day = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  if (isReadyForPickup(order.orderItems))
    return (
      <Banner tone="info">
        <Text $type="strong">{t('pickup.ready')}</Text>
        <p>{t('pickup.readyText', { name })}</p>
      </Banner>
    );
  return (
    <Banner tone="info">
      {at === null
        ? t('pickup.asap', { name })
        : t('pickup.at', { name, time: new Intl.DateTimeFormat(language, day).format(at) })}
    </Banner>
  );
}
