import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useOrderDetail } from '#client/api/queries/diner-queries.ts';
import type { Order } from '#contract/order-fields.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { payNow } from '#src/navigation/pay-now.ts';
import { summariseAwaited } from '#src/progress/awaited-dishes.ts';
import { LinkButton } from '#ui/controls/Button.tsx';
import { Link } from '#ui/controls/Link.tsx';
import { VisuallyHidden } from '#ui/primitives.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { Price } from '#ui/text/Price.tsx';
import { border, colour, motion, radius, size, space, type } from '#ui/theme/tokens.ts';
import { useOrderDue } from './use-order-due.ts';

interface Props {
  readonly orderId: string;
  /** Part of the bar at the bottom, or of the cart's footer. */
  readonly place: 'bar' | 'footer';
  /** The cart is empty. Once everything is served, the payment is then the next step. */
  readonly isNext: boolean;
}

/** The way to the payment while something else is the next step: dishes are in the cart, or still cook. */
export function PayLink({ orderId, ...rest }: Props) {
  const { data: order } = useOrderDetail(orderId);
  return order ? <OfOrder order={order} {...rest} /> : null;
}

function OfOrder({ order, place, isNext }: Omit<Props, 'orderId'> & { readonly order: Order }) {
  const { t } = useTranslation('cart');
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  const { due, mayPay, currency } = useOrderDue(order);
  const isServed = summariseAwaited(order) === undefined;
  const isLoud = isNext && isServed && due !== undefined;
  // The bar itself is then the way to the payment.
  if (!mayPay || (isLoud && place === 'bar')) return null;
  const target = { to: links.orderDetail(merchantId, order.id), state: payNow };
  const sum = due && <Price amount={due.amount} currency={currency} />;
  if (place === 'footer')
    return (
      <Foot {...target} variant={isLoud ? 'primary' : 'secondary'}>
        {t(!isLoud ? 'live.payShort' : due.isShare ? 'live.payShare' : 'live.pay')}
        {sum}
      </Foot>
    );
  return (
    <Round {...target}>
      <Wallet aria-hidden />
      {t('live.payShort')}
      <VisuallyHidden> {sum}</VisuallyHidden>
    </Round>
  );
}

const Foot = styled(LinkButton)`
  flex: 1 1 auto;
  flex-wrap: wrap;
  padding-inline: ${space.md};
`;

const Round = styled(Link)`
  position: relative;
  display: grid;
  flex: none;
  align-content: center;
  justify-items: center;
  min-width: min(${size.bar}, 25cqi);
  min-height: ${size.touch};
  padding-inline: ${space.xs};
  ${type.label};
  color: ${colour('text')};
  text-decoration: none;
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.xl};
  box-shadow: ${colour('shadow')};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.98);
  }
`;
