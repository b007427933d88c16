import type { diets } from '#contract/dish-labels.ts';

type Diet = (typeof diets)[number];

/** The diets of schema.org that a menu has. */
export const schemaDiets: Readonly<Record<string, Diet>> = {
  VegetarianDiet: 'vegetarian',
  VeganDiet: 'vegan',
  GlutenFreeDiet: 'glutenFree',
  HalalDiet: 'halal',
};

export function listSayableDiets(): readonly Diet[] {
  return Object.values(schemaDiets);
}
