import type { CartView } from '#projections/merge/cart-view.ts';
import { viewJson } from '#projections/merge/view-json.ts';

/** V6, and beyond it what finds a line and what it costs. */
export function everythingOf(view: CartView) {
  const lines = view.carts.map((cart) =>
    cart.lines.map(({ aliases, item, fromBase }) => ({ aliases, item, fromBase })),
  );
  return { ...viewJson(view), lines };
}
