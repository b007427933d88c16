/**
 * What a dish may be labelled with, in the order in which it is shown: the 14 allergens of EU regulation 1169/2011 annex II,
 * mango as Taiwan's food allergen labelling rules ask, and alcohol.
 */
export const allergens = [
  'gluten', 'crustacean', 'egg', 'fish', 'peanut', 'soy', 'milk', 'nut', 'celery', 'mustard', 'sesame',
  'mollusc', 'lupin', 'sulphite', 'mango', 'alcohol',
] as const; // prettier-ignore
export const diets = ['vegetarian', 'vegan', 'spicy', 'glutenFree', 'halal', 'signature'] as const;
