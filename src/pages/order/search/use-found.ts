import { useDeferredValue, useEffect, useState } from 'react';
import type { Menu, Product } from '#contract/merchant.ts';
import { matching } from '#projections/menu-search.ts';
import { useProductSearch } from '#src/api/queries.ts';
import { useLanguage } from '#src/app/language.ts';
import { useOrderPlace } from '../order-place.ts';

/** ms without a key before the restaurant is asked. */
const askAfter = 250;

export interface Found {
  readonly products: readonly Product[];
  /** The restaurant has not answered yet. */
  readonly isAsking: boolean;
}

/**
 * The dishes for some words: at once from the menu at hand, which needs no network, then with what the restaurant finds
 * beyond that (it may know other names).
 */
export function useFound(keyword: string): Found {
  const { merchantId, menu, index } = useOrderPlace();
  const words = useDeferredValue(keyword.trim());
  const asked = useSettled(words);
  const answer = useProductSearch(merchantId, asked, useLanguage());
  const here = menu ? matching<Product>(menu satisfies Menu, words) : [];
  const known = new Set(here.map(({ id }) => id));
  const beyond =
    asked === words
      ? (answer.data?.products ?? []).filter(({ id }) => !known.has(id) && index.product(id))
      : [];
  return { products: [...here, ...beyond], isAsking: answer.isFetching || asked !== words };
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), askAfter);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
