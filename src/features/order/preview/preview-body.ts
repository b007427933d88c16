import type { BodyOf } from '#contract/http/call.ts';
import type { previewOrder } from '#contract/calls/order.ts';
import type { Preview } from '#contract/order-fields.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { listUnreadItems, createOrderItem } from '#sync/wire/order-detail.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/** P5: a total of 0 that no discount makes was not told. */
export function saysTotal({ totalAmount, subTotalAmount, totalDiscountAmount }: Preview): boolean {
  const isFree =
    compareAmounts(subTotalAmount, zero) > 0 && compareAmounts(totalDiscountAmount, subTotalAmount) >= 0;
  return compareAmounts(totalAmount, zero) !== 0 || isFree;
}

/**
 * D27: the whole table's cart as the server is asked to total it, in the contract's shape; a line that the server has
 * not named yet has id 0 (P1). What it costs is the server's to say.
 * @param userCouponIds at most one; undefined: the best that the member has
 */
export function previewBody(
  cart: TableCart,
  table: AtTable | undefined,
  memberId: string | undefined,
  userCouponIds?: string[],
): BodyOf<typeof previewOrder> {
  return {
    // A table id is sent only when present.
    tableId: table?.tableId || undefined,
    type: cart.orderType,
    guests: cart.guests || 1,
    memberId,
    userCouponIds,
    orderItems: [
      ...cart.carts.flatMap(({ lines }) => lines).map(createOrderItem),
      ...listUnreadItems(cart.unread),
    ],
  };
}
