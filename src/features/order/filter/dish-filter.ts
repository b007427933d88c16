import { useMemo } from 'react';
import { allergens } from '#contract/dish-labels.ts';
import {
  dishNeeds,
  foods,
  noFilter,
  filterSections,
  type DishFilter,
} from '#projections/menu/menu-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { keptValue, storageKeys, useKeptValue } from '#client/values/web-storage.ts';

const kept = keptValue<DishFilter>(storageKeys.dishFilter, readFilter);

/** What this phone's diner eats, at whichever restaurant; it never leaves the phone. */
export function useDishFilter(): DishFilter {
  return useKeptValue(kept);
}

export function changeFilter(next: (filter: DishFilter) => DishFilter): void {
  kept.set(next(kept.get()));
}

export function clearFilter(): void {
  kept.set(noFilter);
}

/** What this app knows of a kept filter; another version may have kept more, or less. */
export function readFilter(value: unknown): DishFilter {
  const from = (value ?? {}) as Partial<Record<keyof DishFilter, unknown>>;
  return {
    needs: known(dishNeeds, from.needs),
    avoid: known(allergens, from.avoid),
    foods: known(foods, from.foods),
  };
}

function known<Word extends string>(words: readonly Word[], value: unknown): Word[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return words.filter((word) => list.includes(word));
}

/** The menu as this diner sees it: sections of dishes that suit, none of them empty, and how many dishes are hidden. */
export function useSuitable() {
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  return useMemo(() => filterSections(menu?.categories ?? [], filter), [menu, filter]);
}
