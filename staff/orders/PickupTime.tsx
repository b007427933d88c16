import { ShoppingBag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Pickup } from '#contract/pickup.ts';
import { Row } from '#ui/primitives.tsx';
import { useClock } from '../use-clock.ts';
import { Chip } from './Chip.tsx';

/** When and by whom an order to go is picked up. */
export function PickupTime({ pickup: { at, userName }, isReady }: { pickup: Pickup; isReady?: boolean }) {
  const { t } = useTranslation('staff');
  const clock = useClock({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
  return (
    <Row $gap="sm" $wrap>
      <Chip $look="plain">
        <ShoppingBag aria-hidden />
        {at === null
          ? t('pickup.asap', { name: userName })
          : t('pickup.at', { time: clock.format(at), name: userName })}
      </Chip>
      {isReady === true && <Chip $look="plain">{t('pickup.ready')}</Chip>}
    </Row>
  );
}
