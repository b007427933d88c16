import type { BodyOf } from '#contract/http/call.ts';
import type { previewOrder } from '#contract/calls/order.ts';
import type { Preview } from '#contract/order-fields.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { listUnreadItems, createOrderItem } from '#sync/wire/order-detail.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/** False if the server sends no total. It then sends 0, although no discount makes the order free. */
export function hasShownTotal({ totalAmount, subTotalAmount, totalDiscountAmount }: Preview): boolean {
  const isFree =
    compareAmounts(subTotalAmount, zero) > 0 && compareAmounts(totalDiscountAmount, subTotalAmount) >= 0;
  return compareAmounts(totalAmount, zero) !== 0 || isFree;
}

/**
 * The body of the request that asks for the totals of the table's cart. A line that has no id from the server yet has
 * the id 0. Prices are left out, because the server has its own.
 *
 * @param userCouponIds at most one; undefined asks for the best coupon that the member has
 */
export function createPreviewBody(
  cart: TableCart,
  table: AtTable | undefined,
  memberId: string | undefined,
  userCouponIds?: string[],
): BodyOf<typeof previewOrder> {
  return {
    // The contract does not allow an empty table id.
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
