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
import { createStoredValue, storageKeys, useStoredValue } from '#client/values/web-storage.ts';

const storedFilter = createStoredValue<DishFilter>(storageKeys.dishFilter, readFilter);

/** The diner's filter, which applies at all restaurants. It never leaves the phone. */
export function useDishFilter(): DishFilter {
  return useStoredValue(storedFilter);
}

export function changeFilter(next: (filter: DishFilter) => DishFilter): void {
  storedFilter.set(next(storedFilter.get()));
}

export function clearFilter(): void {
  storedFilter.set(noFilter);
}

/** Reads the stored filter. Another version of the app may have stored conditions that this one does not know. */
export function readFilter(value: unknown): DishFilter {
  const from = (value ?? {}) as Partial<Record<keyof DishFilter, unknown>>;
  return {
    needs: filterKnown(dishNeeds, from.needs),
    avoid: filterKnown(allergens, from.avoid),
    foods: filterKnown(foods, from.foods),
  };
}

function filterKnown<Word extends string>(words: readonly Word[], value: unknown): Word[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return words.filter((word) => list.includes(word));
}

/** The menu with only the dishes that match the filter, without empty sections, and the number of hidden dishes. */
export function useSuitable() {
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  return useMemo(() => filterSections(menu?.categories ?? [], filter), [menu, filter]);
}
