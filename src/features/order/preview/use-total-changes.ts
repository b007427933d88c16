import { useMemo, useState } from 'react';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { Preview } from '#contract/order-fields.ts';
import type { DinerCart } from '#client/cart/table-cart.ts';
import { addSeen, changesSince, nothingSeen, seenOf, type TotalChange } from './total-changes.ts';

/**
 * What changed in price since the diner saw it in this review.
 * @param carts what is to be ordered; undefined while the review is closed, which forgets what was seen
 */
export function useTotalChanges(
  carts: readonly DinerCart[] | undefined,
  menu: MenuIndex,
  totals: Preview | undefined,
): readonly TotalChange[] {
  const now = useMemo(() => carts && seenOf(carts, menu, totals), [carts, menu, totals]);
  const [first, setFirst] = useState(nothingSeen);
  const seen = now ? addSeen(first, now) : nothingSeen;
  if (seen !== first) setFirst(seen);
  return useMemo(() => (now ? changesSince(first, now) : []), [first, now]);
}
