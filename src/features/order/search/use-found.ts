import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Category, Product } from '#contract/calls/merchant.ts';
import { noFilter, isSuitable } from '#projections/menu/menu-filter.ts';
import { useProductSearch } from '#client/api/queries/merchant-queries.ts';
import { useMenuSearch } from '#ui/dish/use-menu-search.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { listConditions, type Condition } from '../filter/conditions.ts';
import { useDishFilter, useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';

/** The pause in typing after which the server is asked, ms. */
const askAfterMs = 250;

export interface Found {
  readonly keyword: string;
  readonly products: readonly Product[];
  /** The number of matching dishes that the diner's filter hides. */
  readonly hidden: number;
  readonly sections: readonly Category[];
  /** Diets and foods in the typed words, such as "no peanuts", that are not in the filter yet. */
  readonly offered: readonly Condition[];
  /** The typed words have no match. The dishes match this similar spelling. */
  readonly similar: string | undefined;
  /** The words to highlight, normalised by `plain`. */
  readonly marks: readonly string[];
  /** More may follow, because the server has not answered yet or the diner has just typed. */
  readonly isAsking: boolean;
}

/**
 * Searches the menu. The phone searches its own copy at once, without a network. The results of the server follow, because
 * it may know more words.
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
  // After a first failure the page no longer waits for the answer, although a retry may still bring it.
  const isAsking = (isFetching && failureCount === 0) || asked !== latest;
  const answer = asked === keyword ? data?.products : undefined;

  return useMemo(() => {
    const here = search?.find(keyword);
    // The search index may be older than the menu, so look each dish up again.
    const listCurrent = (found: readonly Product[]) => found.flatMap(({ id }) => index.get(id) ?? []);
    const known = new Set(here?.products.map(({ id }) => id));
    const isMore = here && here.query.words.length > 0 && here.query.refusedWords.length === 0;
    const beyond = listCurrent(isMore ? (answer ?? []) : []).filter(
      (product) => !known.has(product.id) && isSuitable(product, here?.query.filter ?? noFilter),
    );
    // If the phone only found a similar spelling, the server's results for the typed words are better.
    const isGuess = here?.similar !== undefined;
    const isSimilar = isGuess && beyond.length === 0 && !isAsking;
    const found = isGuess && !isSimilar ? beyond : [...listCurrent(here?.products ?? []), ...beyond];
    const products = found.filter((product) => isSuitable(product, filter));
    const set = listConditions(filter).map(({ of }) => of);
    return {
      keyword,
      products,
      hidden: found.length - products.length,
      sections: shown.filter(({ id }) => here?.sections.some((section) => section.id === id)),
      offered: listConditions(here?.query.filter ?? noFilter).filter(({ of }) => !set.includes(of)),
      similar: isSimilar ? here.similar : undefined,
      marks: here?.marks ?? [],
      isAsking: isAsking || here === undefined,
    };
  }, [search, index, keyword, answer, isAsking, shown, filter]);
}

/** The value after it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), askAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
