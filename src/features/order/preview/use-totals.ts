import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { usePreview } from '#client/api/queries/diner-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { createBrowserEnvironment } from '#client/environment/browser-environment.ts';
import { sleep } from '#client/environment/environment.ts';
import { useCartEngine, useCartStatus } from '#src/cart/hooks.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { TableCart } from '#client/cart/table-cart.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { createPreviewBody, hasShownTotal } from './preview-body.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** How long to wait before a failed request is repeated, ms. It is repeated at once when the network is back. */
const retryMs = 15_000;

/**
 * The totals of the cart with the coupon that the diner chose. It also returns the member's best coupon as an offer,
 * because no coupon is used unless the diner says so.
 *
 * There are up to three requests: with the chosen coupon, without any if the server refuses that one, and with the best.
 *
 * @param mayOffer false if an earlier round of the order has used a coupon
 */
export function useTotals(cart: TableCart, menu: MenuIndex, enabled: boolean, mayOffer: boolean) {
  const { t } = useTranslation('cart');
  const { table, member, isMember } = useDiner();
  const [chosenId, setChosenId] = useState<string>();
  const engine = useCartEngine();
  const getVersion = () => engine?.getCartVersion() ?? {};
  // Without a list of coupons the server applies the best. So a member sends an empty list; a guest has no coupons.
  const without = createPreviewBody(cart, table, member?.id, isMember ? [] : undefined);
  const chosen = usePreview(
    chosenId === undefined ? without : createPreviewBody(cart, table, member?.id, [chosenId]),
    menu,
    getVersion,
    enabled,
  );
  // Someone removed a dish that the coupon needs, or the member used the coupon on another phone.
  const isUnusable = chosen.error instanceof ApiError && chosen.error.code === codes.couponUnusable;
  const plain = usePreview(without, menu, getVersion, enabled && isUnusable);
  const totals = isUnusable ? plain : chosen;
  const isOffered = mayOffer && isMember && (chosenId === undefined || isUnusable);
  const best = usePreview(createPreviewBody(cart, table, member?.id), menu, getVersion, enabled && isOffered);

  useEffectWhen(isUnusable, () => showToast(t('place.couponUnusable')));

  const { refetch, isError } = totals;
  const isUnsaid = totals.data !== undefined && !hasShownTotal(totals.data);
  const data = isUnsaid ? undefined : totals.data;
  const { network } = useCartStatus();
  const isSilent = isError && totals.error instanceof ApiError && totals.error.isWorthAnotherTry;
  useEffect(() => {
    if (!isSilent) return;
    let left = false;
    void sleep(createBrowserEnvironment(), retryMs).then(() => (left ? undefined : refetch()));
    return () => {
      left = true;
    };
  }, [isSilent, refetch]);
  // The engine is the first to notice that the restaurant answers again.
  useEffectWhen(network === 'online', () => {
    if (isSilent) void refetch();
  });

  // Keep showing the failure during a retry.
  const [hasFailed, setFailed] = useState(false);
  const failsNow = !data && (isError || isUnsaid || totals.isPaused);
  if (failsNow && !hasFailed) setFailed(true);
  if (data && hasFailed) setFailed(false);

  return {
    /** undefined until the first answer, and if the server sends no totals. */
    totals: data,
    refusal: isError && !isSilent ? totals.error : undefined,
    failed: hasFailed && !data,
    /** The server takes orders but sends no totals. */
    isUnsaid,
    isAsking: totals.isFetching,
    retry: () => void refetch(),
    coupon: data?.orderCoupons[0],
    /** The coupon with the highest discount, which is not applied yet. */
    offer: isOffered ? best.data?.orderCoupons[0] : undefined,
    /** @param userCouponId undefined for none */
    choose: setChosenId,
  };
}
