import type { CartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';

/** The JSON of a view, with the fields that find a line and price it. */
export function toFullJson(view: CartView) {
  const lines = view.carts.map((cart) =>
    cart.lines.map(({ aliases, item, fromBase }) => ({ aliases, item, fromBase })),
  );
  return { ...convertViewToJson(view), lines };
}
