import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { usePreview } from '#client/api/answers/own-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { browserEnvironment } from '#client/environment/browser-environment.ts';
import { sleep } from '#client/environment/environment.ts';
import { useCartEngine, useCartStatus } from '#src/cart/hooks.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { TableCart } from '#client/cart/table-cart.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { previewBody, saysTotal } from './preview-body.ts';
import { useWhen } from '#ui/timing/use-steady.ts';

/** How long to wait before the total is asked for again, ms; the network's return cuts it short. */
const againMs = 15_000;

/**
 * The totals of the cart with the coupon that the diner wishes, and the best one as an offer: none is spent by itself.
 * @param mayOffer the order bears no coupon yet
 */
export function useTotals(cart: TableCart, menu: MenuIndex, enabled: boolean, mayOffer: boolean) {
  const { t } = useTranslation('cart');
  const { table, member, isMember } = useDiner();
  const [wish, setWish] = useState<string>();
  const engine = useCartEngine();
  const version = () => engine?.getCartVersion() ?? {};
  // CA17: who says nothing of coupons is answered with the best; a guest has none.
  const without = previewBody(cart, table, member?.id, isMember ? [] : undefined);
  const wished = usePreview(
    wish === undefined ? without : previewBody(cart, table, member?.id, [wish]),
    menu,
    version,
    enabled,
  );
  // Somebody took a dish away, or used the coupon on another phone.
  const isUnusable = wished.error instanceof ApiError && wished.error.code === codes.couponUnusable;
  const plain = usePreview(without, menu, version, enabled && isUnusable);
  const totals = isUnusable ? plain : wished;
  const isOffered = mayOffer && isMember && (wish === undefined || isUnusable);
  const best = usePreview(previewBody(cart, table, member?.id), menu, version, enabled && isOffered);

  useWhen(isUnusable, () => showToast(t('place.couponUnusable')));

  const { refetch, isError } = totals;
  const isUnsaid = totals.data !== undefined && !saysTotal(totals.data);
  const data = isUnsaid ? undefined : totals.data;
  const { network } = useCartStatus();
  const isSilent = isError && totals.error instanceof ApiError && totals.error.isWorthAnotherTry;
  useEffect(() => {
    if (!isSilent) return;
    let left = false;
    void sleep(browserEnvironment(), againMs).then(() => (left ? undefined : refetch()));
    return () => {
      left = true;
    };
  }, [isSilent, refetch]);
  // The engine hears first that the restaurant answers again.
  useWhen(network === 'online', () => {
    if (isSilent) void refetch();
  });

  // While it is asked for once more, what failed goes on saying so.
  const [hasFailed, setFailed] = useState(false);
  const failsNow = !data && (isError || isUnsaid || totals.isPaused);
  if (failsNow && !hasFailed) setFailed(true);
  if (data && hasFailed) setFailed(false);

  return {
    /** By the prices of this moment; undefined while they are worked out, and where that came to nothing. */
    totals: data,
    refusal: isError && !isSilent ? totals.error : undefined,
    failed: hasFailed && !data,
    /** P5: the server takes orders, and tells no total. */
    isUnsaid,
    isAsking: totals.isFetching,
    retry: () => void refetch(),
    coupon: data?.orderCoupons[0],
    /** What would take off most. */
    offer: isOffered ? best.data?.orderCoupons[0] : undefined,
    /** @param userCouponId undefined: none */
    choose: setWish,
  };
}
