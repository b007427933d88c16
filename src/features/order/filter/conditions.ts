import type { TFunction } from 'i18next';
import { allergens } from '#contract/dish-labels.ts';
import {
  dishNeeds,
  foods,
  type DishFilter,
  type DishNeed,
  type Food,
} from '#projections/menu/menu-filter.ts';
import { changeFilter } from './dish-filter.ts';

type Allergen = (typeof allergens)[number];

/** One condition of the filter. */
export type Condition =
  | { readonly kind: 'need'; readonly of: DishNeed }
  | { readonly kind: 'avoid'; readonly of: Allergen }
  | { readonly kind: 'food'; readonly of: Food };

/** Sets a condition, or removes it if it is set. */
export function toggleCondition({ kind, of }: Condition): void {
  changeFilter(({ needs, avoid, foods: named }) => ({
    needs: kind === 'need' ? toggle(dishNeeds, needs, of) : needs,
    avoid: kind === 'avoid' ? toggle(allergens, avoid, of) : avoid,
    foods: kind === 'food' ? toggle(foods, named, of) : named,
  }));
}

function toggle<Word extends string>(words: readonly Word[], set: readonly string[], word: Word): Word[] {
  return words.filter((each) => set.includes(each) !== (each === word));
}

/** The conditions that are set, in the order of the form. */
export function listConditions(filter: DishFilter): Condition[] {
  return [
    ...dishNeeds.filter((of) => filter.needs.includes(of)).map((of) => ({ kind: 'need', of }) as const),
    ...foods.filter((of) => filter.foods.includes(of)).map((of) => ({ kind: 'food', of }) as const),
    ...allergens.filter((of) => filter.avoid.includes(of)).map((of) => ({ kind: 'avoid', of }) as const),
  ];
}

type Words = TFunction<['menu', 'filter']>;

export function nameNeed(t: Words, need: DishNeed): string {
  return need === 'notSpicy' ? t('filter.notSpicy') : t(`diet.${need}`);
}

/** The name of a food or an allergen: "peanuts", "pork". */
export function nameAvoided(t: Words, { kind, of }: Exclude<Condition, { kind: 'need' }>): string {
  return kind === 'food' ? t(`filter:food.${of}`) : t(`allergen.${of}`);
}

/** The name of a condition: "Vegan", "No peanuts". */
export function nameCondition(t: Words, condition: Condition): string {
  return condition.kind === 'need'
    ? nameNeed(t, condition.of)
    : t('filter.without', { name: nameAvoided(t, condition) });
}
