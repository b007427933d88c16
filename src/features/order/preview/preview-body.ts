import type { BodyOf } from '#contract/call.ts';
import type { previewOrder } from '#contract/calls/order.ts';
import { tidyModifiers } from '#events/item.ts';
import type { AtTable } from '#src/kit/api/diner-state.ts';
import type { TableCart } from '#src/runtime/cart/table-cart.ts';

/**
 * The whole table's cart as the server is asked to total it; what it costs is the server's to say.
 * @param userCouponIds at most one; undefined: the best that the member has
 */
export function previewBody(
  cart: TableCart,
  table: AtTable | undefined,
  userCouponIds?: string[],
): BodyOf<typeof previewOrder> {
  return {
    // A table id is sent only when present.
    tableId: table?.tableId || undefined,
    type: cart.orderType,
    guests: cart.guests || 1,
    userCouponIds,
    orderItems: cart.carts
      .flatMap(({ lines }) => lines)
      .map(({ item, quantity }) => ({
        id: '0',
        productId: item.productId,
        categoryId: item.categoryId,
        quantity,
        notes: item.notes,
        orderItemModifiers: tidyModifiers(item.modifiers),
      })),
  };
}
