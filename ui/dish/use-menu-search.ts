import { useEffect, useState } from 'react';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { makeSearch, type MenuSearch } from '#projections/menu/search/menu-search.ts';

/** ms that the page waits at most while the search is made: less than a frame, also on a slow phone. */
const turn = 8;

type Search = MenuSearch<Product, Category>;

/** The same menu is searched again and again. */
const made = new WeakMap<Menu, Search>();

/** The search of a menu; undefined until it is made, of a newer menu the one before it. */
export function useMenuSearch(menu: Menu | undefined): Search | undefined {
  const [search, setSearch] = useState(menu && made.get(menu));
  useEffect(() => menu && buildInSlices(menu, setSearch), [menu]);
  return search;
}

/** @returns what gives it up */
function buildInSlices(menu: Menu, done: (search: Search) => void): () => void {
  const making = makeSearch<Product, Category>(menu);
  const go = () => {
    const known = made.get(menu);
    if (known) return done(known);
    const until = performance.now() + turn;
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
