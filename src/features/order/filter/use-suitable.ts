import { useMemo } from 'react';
import type { Category } from '#contract/calls/merchant.ts';
import { suitable } from '#projections/menu/menu-filter.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import { useDishFilter } from './dish-filter.ts';

interface SuitableMenu {
  /** Sections with the dishes that suit; none is empty. */
  readonly sections: readonly Category[];
  /** Dishes that the diner's filter keeps out of sight. */
  readonly hidden: number;
}

/** The menu as this diner sees it. What is in the cart stays there. */
export function useSuitable(): SuitableMenu {
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  return useMemo(() => suitable(menu?.categories ?? [], filter), [menu, filter]);
}
