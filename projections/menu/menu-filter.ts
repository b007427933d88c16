/** What a diner may need a dish to be; the house's favourites and "spicy" are told, not needed. */
export const dishNeeds = ['vegetarian', 'vegan', 'glutenFree', 'halal', 'notSpicy'] as const;
export type DishNeed = (typeof dishNeeds)[number];

/** What a diner eats: a dish has to meet every need and to hold none of the allergens. */
export interface DishFilter {
  readonly needs: readonly DishNeed[];
  readonly avoid: readonly string[];
}

/** What of a dish is looked at. Its options are not: nobody says what is in them. */
interface Declared {
  readonly diets: readonly string[];
  readonly allergens: readonly string[];
}

interface Section<Dish> {
  readonly products: readonly Dish[];
}

export const noFilter: DishFilter = { needs: [], avoid: [] };

/** Declared diets of which any one meets the need. */
const metBy: Readonly<Record<Exclude<DishNeed, 'notSpicy'>, readonly string[]>> = {
  vegetarian: ['vegetarian', 'vegan'],
  vegan: ['vegan'],
  glutenFree: ['glutenFree'],
  halal: ['halal'],
};

/** Where a restaurant contradicts itself, its list of allergens is believed. */
const brokenBy: Readonly<Record<DishNeed, readonly string[]>> = {
  vegetarian: ['crustacean', 'fish', 'mollusc'],
  vegan: ['crustacean', 'fish', 'mollusc', 'egg', 'milk'],
  glutenFree: ['gluten'],
  halal: ['alcohol'],
  notSpicy: [],
};

/** Whether a dish meets one need, by what the restaurant declares. */
export function meets({ diets, allergens }: Declared, need: DishNeed): boolean {
  if (need === 'notSpicy') return !diets.includes('spicy');
  return (
    metBy[need].some((diet) => diets.includes(diet)) &&
    !brokenBy[need].some((allergen) => allergens.includes(allergen))
  );
}

export function suits(dish: Declared, { needs, avoid }: DishFilter): boolean {
  return (
    needs.every((need) => meets(dish, need)) && !avoid.some((allergen) => dish.allergens.includes(allergen))
  );
}

/** How many conditions it sets. */
export function filterSize({ needs, avoid }: DishFilter): number {
  return needs.length + avoid.length;
}

/** The sections with what suits, in their order; one that is left without dishes is not shown. */
export function suitable<Dish extends Declared, Part extends Section<Dish>>(
  sections: readonly (Part & Section<Dish>)[],
  filter: DishFilter,
): { sections: (Part & { products: Dish[] })[]; hidden: number } {
  const kept = sections.map((section) => ({
    ...section,
    products: section.products.filter((dish) => suits(dish, filter)),
  }));
  return {
    sections: kept.filter(({ products }) => products.length > 0),
    hidden: dishCount(sections) - dishCount(kept),
  };
}

/** Dishes in all of some sections. */
export function dishCount(sections: readonly Section<unknown>[]): number {
  return sections.reduce((count, { products }) => count + products.length, 0);
}
