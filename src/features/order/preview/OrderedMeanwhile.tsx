import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useAnnouncedOrder } from '#src/cart/order/announced-order.ts';
import { useLinks } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';

/** Explains why the review has become shorter: somebody else ordered while it was open. */
export function OrderedMeanwhile({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('cart');
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  const order = useAnnouncedOrder();
  const [before] = useState(order);
  if (!order || order === before) return null;
  return (
    <Banner tone="info">
      <p>{order.userName ? t('meanwhile.by', { name: order.userName }) : t('meanwhile.bySomebody')}</p>
      <p>{t(isEmpty ? 'meanwhile.none' : 'meanwhile.left')}</p>
      <LinkButton variant="quiet" to={links.orderDetail(merchantId, order.orderId)}>
        {t('ordered.see')}
      </LinkButton>
    </Banner>
  );
}
