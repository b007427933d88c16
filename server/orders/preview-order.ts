import type { BodyOf } from '#contract/call.ts';
import type { Preview } from '#contract/order-fields.ts';
import type { previewOrder } from '#contract/order.ts';
import { itemOf } from '#server/cart/plain-phone.ts';
import { pricedLine } from '#server/cart/priced-lines.ts';
import type { MenuIndex } from '#server/cart/rules/menu-index.ts';
import { moneyOf, type MerchantCharges } from './order-body.ts';
import { lineRefusal, type PlacementRefusal } from './placement-rules.ts';

/**
 * Lines and totals of an order that is not placed yet, at the menu's prices whatever the phone claimed; or what of it
 * cannot be ordered. Lines without a quantity are left out.
 */
export function previewOf(
  body: BodyOf<typeof previewOrder>,
  menu: MenuIndex,
  charges: MerchantCharges,
): { readonly ok: true; readonly preview: Preview } | PlacementRefusal {
  const lines = body.orderItems
    .filter(({ quantity }) => quantity > 0)
    .map((orderItem) => ({
      lineId: orderItem.id,
      aliases: [],
      item: itemOf(orderItem),
      quantity: orderItem.quantity,
      fromBase: false,
    }));
  const refusal = lineRefusal({ carts: [{ userId: '', lines }] }, menu);
  if (refusal) return refusal;
  const orderItems = lines.map((line) => pricedLine(line, menu).orderItem);
  return {
    ok: true,
    preview: { orderItems, orderCoupons: [], guests: body.guests ?? 1, ...moneyOf(orderItems, charges) },
  };
}
