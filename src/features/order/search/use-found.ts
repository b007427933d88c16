import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Category, Product } from '#contract/calls/merchant.ts';
import { noFilter, suits } from '#projections/menu/menu-filter.ts';
import { useProductSearch } from '#client/api/answers/queries.ts';
import { useMenuSearch } from '#ui/dish/use-menu-search.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { conditionsOf, type Condition } from '../filter/conditions.ts';
import { useDishFilter, useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';

/** ms without a key before the restaurant is asked. */
const askAfter = 250;

export interface Found {
  readonly keyword: string;
  readonly products: readonly Product[];
  /** Found as well, but kept out of sight by the diner's filter. */
  readonly hidden: number;
  readonly sections: readonly Category[];
  /** What was said of diets and of what somebody does not eat, and is not in the filter yet. */
  readonly offered: readonly Condition[];
  /** Nothing was found; the dishes are for this spelling instead. */
  readonly similar: string | undefined;
  /** To be marked, as `plain` writes it. */
  readonly marks: readonly string[];
  /** There may be more: the restaurant has not answered yet, or a key was just typed. */
  readonly isAsking: boolean;
}

/**
 * The dishes for some words: at once from the menu at hand, which needs no network, then with what the restaurant finds
 * beyond that (it may know more words).
 */
export function useFound(typed: string): Found {
  const { merchantId, index, menu } = useOrderPlace();
  const search = useMenuSearch(menu);
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
    const here = search?.find(keyword);
    // The search may be of the menu as it was a moment ago.
    const now = (found: readonly Product[]) => found.flatMap(({ id }) => index.get(id) ?? []);
    const known = new Set(here?.products.map(({ id }) => id));
    const isMore = here && here.query.words.length > 0 && here.query.refusedWords.length === 0;
    const beyond = now(isMore ? (answer ?? []) : []).filter(
      (product) => !known.has(product.id) && suits(product, here?.query.filter ?? noFilter),
    );
    // What the restaurant finds for the words as they were typed goes before a guess; ours guesses the same.
    const isGuess = here?.similar !== undefined;
    const isSimilar = isGuess && beyond.length === 0 && !isAsking;
    const found = isGuess && !isSimilar ? beyond : [...now(here?.products ?? []), ...beyond];
    const products = found.filter((product) => suits(product, filter));
    const set = conditionsOf(filter).map(({ of }) => of);
    return {
      keyword,
      products,
      hidden: found.length - products.length,
      sections: shown.filter(({ id }) => here?.sections.some((section) => section.id === id)),
      offered: conditionsOf(here?.query.filter ?? noFilter).filter(({ of }) => !set.includes(of)),
      similar: isSimilar ? here.similar : undefined,
      marks: here?.marks ?? [],
      isAsking: isAsking || here === undefined,
    };
  }, [search, index, keyword, answer, isAsking, shown, filter]);
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
