/** What a dish may be labelled with, in the order in which it is shown. */
export const allergens = [
  'gluten', 'crustacean', 'egg', 'fish', 'peanut', 'soy', 'milk', 'nut', 'celery', 'mustard', 'sesame',
  'mollusc', 'alcohol',
] as const; // prettier-ignore
export const diets = ['vegetarian', 'vegan', 'spicy', 'glutenFree', 'halal', 'signature'] as const;
