import { allergens } from '#contract/calls/merchant.ts';
import {
  dishNeeds,
  noFilter,
  suitable,
  type DishFilter,
  type DishNeed,
} from '#projections/menu/menu-filter.ts';
import { keptValue, storageKeys, useKeptValue } from '#src/kit/storage/web-storage.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';

export type Allergen = (typeof allergens)[number];
/** One condition of the filter. */
export type Condition =
  | { readonly kind: 'need'; readonly of: DishNeed }
  | { readonly kind: 'avoid'; readonly of: Allergen };

const kept = keptValue<DishFilter>(storageKeys.dishFilter, readFilter);

/** What this phone's diner eats, at whichever restaurant; it never leaves the phone. */
export function useDishFilter(): DishFilter {
  return useKeptValue(kept);
}

/** Sets a condition, or takes it away. */
export function toggleCondition({ kind, of }: Condition): void {
  const { needs, avoid } = kept.get();
  kept.set(
    kind === 'need'
      ? { needs: toggled(dishNeeds, needs, of), avoid }
      : { needs, avoid: toggled(allergens, avoid, of) },
  );
}

export function clearFilter(): void {
  kept.set(noFilter);
}

/** Every condition that is set, in the order in which they are offered. */
export function conditionsOf(filter: DishFilter): Condition[] {
  return [
    ...dishNeeds.filter((of) => filter.needs.includes(of)).map((of) => ({ kind: 'need', of }) as const),
    ...allergens.filter((of) => filter.avoid.includes(of)).map((of) => ({ kind: 'avoid', of }) as const),
  ];
}

/** What this app knows of a kept filter; another version may have kept more. */
export function readFilter(value: unknown): DishFilter {
  const { needs, avoid } = (value ?? {}) as Partial<Record<keyof DishFilter, unknown>>;
  return { needs: known(dishNeeds, needs), avoid: known(allergens, avoid) };
}

function known<Word extends string>(words: readonly Word[], value: unknown): Word[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return words.filter((word) => list.includes(word));
}

function toggled<Word extends string>(words: readonly Word[], set: readonly string[], word: Word): Word[] {
  return words.filter((each) => set.includes(each) !== (each === word));
}

type OfMenu = TFunction<'menu'>;

export function needName(t: OfMenu, need: DishNeed): string {
  return need === 'notSpicy' ? t('filter.notSpicy') : t(`diet.${need}`);
}

/** A condition on its own: "Vegan", "No peanuts". */
export function conditionName(t: OfMenu, condition: Condition): string {
  return condition.kind === 'need'
    ? needName(t, condition.of)
    : t('filter.without', { allergen: t(`allergen.${condition.of}`) });
}

/** The menu as this diner sees it: sections of dishes that suit, none of them empty, and how many dishes are hidden. */
export function useSuitable() {
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  return useMemo(() => suitable(menu?.categories ?? [], filter), [menu, filter]);
}
