/**
 * The allergens of a dish, in the order in which they are shown: the 14 of EU regulation 1169/2011 annex II, mango as
 * Taiwan's rules require, and alcohol.
 */
export const allergens = [
  'gluten', 'crustacean', 'egg', 'fish', 'peanut', 'soy', 'milk', 'nut', 'celery', 'mustard', 'sesame',
  'mollusc', 'lupin', 'sulphite', 'mango', 'alcohol',
] as const; // prettier-ignore
export const diets = [
  'vegetarian', 'vegan', 'noPungentRoots', 'spicy', 'glutenFree', 'halal', 'signature',
] as const; // prettier-ignore

/**
 * Returns the kind of vegetarian food by Taiwan's labelling rules, or undefined. A dish that is not declared free of
 * the five pungent roots (scallion, garlic, chive, shallot, asafoetida) may contain them.
 */
export function findVegetarianKind({ diets: declared, allergens: contained }: Labels) {
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
