import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { placedNow } from '#src/navigation/placed-now.ts';
import { restoreMember } from '#src/diner/member.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { hasLeftOutLines, type PlaceCommand } from './send-order.ts';

/** Returns the function that leads the diner to the page of the order they placed, with everything fetched again. */
export function useShowPlaced() {
  const { t } = useTranslation('cart');
  const { merchantId } = useOrderPlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const links = useLinks();

  return async (orderId: string, engine: CartEngine, command: PlaceCommand): Promise<void> => {
    // Look now: the event that removes the ordered lines from the cart may come after the answer.
    const hasLeft = hasLeftOutLines(engine, command);
    logBehaviour('order-placed', { order: orderId });
    await queries.invalidateQueries({ queryKey: ['table-active-order'] });
    await queries.invalidateQueries({ queryKey: ['order', orderId] });
    for (const queryKey of [['orders'], ['coupons']]) void queries.invalidateQueries({ queryKey });
    // The member's data contains the number of coupons, and the order may have used one.
    void restoreMember().catch((error: unknown) => console.warn('the member could not be read', error));
    await navigate(links.orderDetail(merchantId, orderId), { replace: true, state: placedNow });
    // A preview of the same dishes would now be a further round, without the coupon. So drop the stored one.
    queries.removeQueries({ queryKey: ['preview'] });
    // A toast would cover the page, which shows the ordered dishes and the rest. So only screen readers get words.
    announce(t(hasLeft ? 'place.placedPart' : 'place.placed'));
  };
}
