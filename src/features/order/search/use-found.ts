import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Category, Product } from '#contract/calls/merchant.ts';
import { suits } from '#projections/menu/menu-filter.ts';
import { matching, matchingSections } from '#projections/menu/menu-search.ts';
import { wordsOf } from '#projections/menu/plain-text.ts';
import { similarTo } from '#projections/menu/similar-words.ts';
import { useProductSearch } from '#src/kit/api/answers/queries.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { useDishFilter, useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';

/** ms without a key before the restaurant is asked. */
const askAfter = 250;
const nothing: { readonly categories: readonly Category[] } = { categories: [] };

export interface Found {
  readonly keyword: string;
  readonly products: readonly Product[];
  /** Found as well, but kept out of sight by the diner's filter. */
  readonly hidden: number;
  readonly sections: readonly Category[];
  /** Nothing was found; the dishes are for this spelling instead. */
  readonly similar: string | undefined;
  /** To be marked. */
  readonly words: readonly string[];
  /** There may be more: the restaurant has not answered yet, or a key was just typed. */
  readonly isAsking: boolean;
}

/**
 * The dishes for some words: at once from the menu at hand, which needs no network, then with what the restaurant finds
 * beyond that (it may know more words).
 */
export function useFound(typed: string): Found {
  const { merchantId, index, menu = nothing } = useOrderPlace();
  const filter = useDishFilter();
  const { sections: shown } = useSuitable();
  const latest = typed.trim();
  const keyword = useDeferredValue(latest);
  const asked = useSettled(keyword);
  const { data, isFetching, failureCount } = useProductSearch(merchantId, asked, useLanguage());
  // An answer that has failed once is waited for no longer, though it may still come.
  const isAsking = (isFetching && failureCount === 0) || asked !== latest;
  const answer = asked === keyword ? data?.products : undefined;

  return useMemo(() => {
    const here = matching<Product>(menu, keyword);
    const known = new Set(here.map(({ id }) => id));
    const beyond = (answer ?? []).filter(({ id }) => !known.has(id) && index.get(id));
    const exact = [...here, ...beyond];
    const sections = matchingSections(shown, keyword);
    const isNothing = exact.length + sections.length === 0 && !isAsking;
    const similar = isNothing ? similarTo<Product>(menu, keyword) : undefined;
    const found = similar?.products ?? exact;
    const products = found.filter((product) => suits(product, filter));
    return {
      keyword,
      products,
      hidden: found.length - products.length,
      sections,
      similar: similar?.keyword,
      words: similar?.words ?? wordsOf(keyword),
      isAsking,
    };
  }, [menu, index, keyword, answer, isAsking, shown, filter]);
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
