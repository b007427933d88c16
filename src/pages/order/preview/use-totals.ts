import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#src/api/api-error.ts';
import { usePreview } from '#src/api/queries.ts';
import { useDiner } from '#src/app/diner.ts';
import { useTableCart } from '#src/cart/hooks.ts';
import { showToast } from '#src/ui/show-toast.ts';
import { previewBody } from './preview-body.ts';

/** The totals of the cart with the coupon that the diner wishes, at first the best one. */
export function useTotals(enabled: boolean) {
  const { t } = useTranslation('cart');
  const cart = useTableCart();
  const { table } = useDiner();
  /** undefined: the best; empty: none. */
  const [wish, setWish] = useState<string[]>();
  const wished = usePreview(previewBody(cart, table, wish), enabled);
  // Somebody took a dish away, or used the coupon on another phone: the best one takes its place.
  const isUnusable = wished.error instanceof ApiError && wished.error.code === codes.couponUnusable;
  const best = usePreview(previewBody(cart, table), enabled && isUnusable);
  const totals = isUnusable ? best : wished;

  const tell = useEffectEvent(() => showToast(t('place.couponUnusable')));
  useEffect(() => {
    if (isUnusable) tell();
  }, [isUnusable]);

  return {
    totals,
    /** The coupon that the totals are with. */
    coupon: totals.data?.orderCoupons[0],
    /** @param userCouponId undefined: none */
    choose: (userCouponId: string | undefined) => setWish(userCouponId === undefined ? [] : [userCouponId]),
  };
}
