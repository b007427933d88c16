import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useAnnouncedOrder } from '#src/cart/order/announced-order.ts';
import { useLinks } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';

/** Somebody else ordered while this review stood open: why it is shorter now. */
export function OrderedMeanwhile({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('cart');
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  const told = useAnnouncedOrder();
  const [before] = useState(told);
  if (!told || told === before) return null;
  return (
    <Banner tone="info">
      <p>{told.userName ? t('meanwhile.by', { name: told.userName }) : t('meanwhile.bySomebody')}</p>
      <p>{t(isEmpty ? 'meanwhile.none' : 'meanwhile.left')}</p>
      <LinkButton variant="quiet" to={links.orderDetail(merchantId, told.orderId)}>
        {t('ordered.see')}
      </LinkButton>
    </Banner>
  );
}
