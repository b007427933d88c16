import { useMemo, useState } from 'react';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { Preview } from '#contract/order-fields.ts';
import type { DinerCart } from '#client/cart/table-cart.ts';
import { addSeen, listChangesSince, nothingSeen, recordSeen, type TotalChange } from './total-changes.ts';

/**
 * The prices that have changed since the diner first saw them in this review.
 *
 * @param carts the order; undefined while the review is closed, so that the next review starts from its own prices
 */
export function useTotalChanges(
  carts: readonly DinerCart[] | undefined,
  menu: MenuIndex,
  totals: Preview | undefined,
): readonly TotalChange[] {
  const now = useMemo(() => carts && recordSeen(carts, menu, totals), [carts, menu, totals]);
  const [first, setFirst] = useState(nothingSeen);
  const seen = now ? addSeen(first, now) : nothingSeen;
  if (seen !== first) setFirst(seen);
  return useMemo(() => (now ? listChangesSince(first, now) : []), [first, now]);
}
