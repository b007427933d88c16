import { useEffect, useState } from 'react';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { makeSearch, type MenuSearch } from '#projections/menu/search/menu-search.ts';

/** Building the search blocks the page for at most so many ms at a time: less than a frame, also on a slow phone. */
const sliceMs = 8;

type Search = MenuSearch<Product, Category>;

/** Finished searches. Several components search the same menu. */
const made = new WeakMap<Menu, Search>();

/** Returns the search of a menu. It is undefined until the first one is built; a new menu uses the old one meanwhile. */
export function useMenuSearch(menu: Menu | undefined): Search | undefined {
  const [search, setSearch] = useState(menu && made.get(menu));
  useEffect(() => menu && buildInSlices(menu, setSearch), [menu]);
  return search;
}

/** @returns a function that cancels the work */
function buildInSlices(menu: Menu, done: (search: Search) => void): () => void {
  const making = makeSearch<Product, Category>(menu);
  const go = () => {
    const known = made.get(menu);
    if (known) return done(known);
    const until = performance.now() + sliceMs;
    do {
      const step = making.next();
      if (step.done === true) {
        made.set(menu, step.value);
        return done(step.value);
      }
    } while (performance.now() < until);
    timer = setTimeout(go);
  };
  let timer = setTimeout(go);
  return () => clearTimeout(timer);
}
