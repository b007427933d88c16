/**
 * What a dish may be labelled with, in the order in which it is shown: the 14 allergens of EU regulation 1169/2011 annex II,
 * mango as Taiwan's food allergen labelling rules ask, and alcohol.
 */
export const allergens = [
  'gluten', 'crustacean', 'egg', 'fish', 'peanut', 'soy', 'milk', 'nut', 'celery', 'mustard', 'sesame',
  'mollusc', 'lupin', 'sulphite', 'mango', 'alcohol',
] as const; // prettier-ignore
export const diets = [
  'vegetarian', 'vegan', 'noPungentRoots', 'spicy', 'glutenFree', 'halal', 'signature',
] as const; // prettier-ignore

/**
 * Which kind of vegetarian food a dish is, as Taiwan's labelling rules tell them apart; undefined: none. What does not
 * say that it is without the five pungent roots (scallion, garlic, chive, shallot, asafoetida) may hold them.
 */
export function vegetarianKind({ diets: declared, allergens: contained }: Labels) {
  const isVegan = declared.includes('vegan');
  if (!isVegan && !declared.includes('vegetarian')) return undefined;
  if (!declared.includes('noPungentRoots')) return isVegan ? 'pungentVegan' : 'pungent';
  if (isVegan) return 'full';
  const hasEgg = contained.includes('egg');
  if (hasEgg === contained.includes('milk')) return 'eggMilk';
  return hasEgg ? 'egg' : 'milk';
}

interface Labels {
  readonly diets: readonly string[];
  readonly allergens: readonly string[];
}
