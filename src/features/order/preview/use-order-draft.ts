import { ApiError } from '#client/api/api-error.ts';
import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { codes } from '#contract/codes.ts';
import { useCartStatus, useOrderPlace, useTableCartWhile } from '#src/cart/hooks.ts';
import { findBlockedLines, pricedCart } from '#src/cart/priced-line.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useLeftOut } from './use-left-out.ts';
import { useTotalChanges } from './use-total-changes.ts';
import { useTotals } from './use-totals.ts';

/** The order as this diner would place it now: its lines, its totals, and whether it can be placed. */
export type OrderDraft = ReturnType<typeof useOrderDraft>;

/** Refusals that name a dish, or an option of one, that the menu on this phone still offers. */
const lineRefusals: readonly number[] = [codes.soldOut, codes.fewerLeft, codes.pleaseAddItAgainToYourCart];

export function useOrderDraft(open: boolean) {
  const { index } = useOrderPlace();
  const { isMember, table } = useDiner();
  const { network, mayLeaveOut } = useCartStatus();
  const whole = useTableCartWhile(open);
  const choice = useLeftOut(whole.carts, mayLeaveOut);
  const cart = { ...whole, carts: choice.ordered };
  const priced = pricedCart(cart.carts, index);
  const blocked = findBlockedLines(priced, mayLeaveOut);
  // A server that cannot leave lines out expects each diner to take their own blocked lines out. It names them itself.
  const isStopped = mayLeaveOut ? blocked.anybodys : blocked.mine;
  const isEmpty = whole.quantity === 0;
  // An order can have one coupon, and an earlier round may have used it.
  const hadCoupon = (useTableActiveOrder(table).data?.orderCoupons.length ?? 0) > 0;
  const totalling = useTotals(cart, index, open && !isEmpty, !hadCoupon);
  const { totals, refusal, failed, isUnsaid } = totalling;
  const changes = useTotalChanges(open ? cart.carts : undefined, index, totals);

  const refusalCode = refusal instanceof ApiError ? refusal.code : undefined;
  const total = isEmpty || refusal ? undefined : totals?.totalAmount;
  // If only members may see the total, a guest can still tap the button, and it leads to the login.
  const isForMembers = refusalCode === codes.guestModeDoesNotSupportPlacingOrders;
  const canPlace = (total !== undefined || isUnsaid || isForMembers) && !isStopped;
  const lacksTotal = (failed || refusal !== undefined) && !canPlace;

  return {
    choice,
    cart,
    priced,
    blocked,
    totalling,
    changes,
    total,
    isEmpty,
    isOffline: network === 'offline',
    /** A line that cannot be ordered blocks the whole order. */
    isStopped,
    /** The server refused the totals because of a line. */
    isRefusedLine: refusalCode !== undefined && lineRefusals.includes(refusalCode),
    canPlace,
    /** The order cannot be placed because its total is missing. */
    lacksTotal,
    mayChooseCoupon: isMember && !hadCoupon && !lacksTotal,
  };
}
