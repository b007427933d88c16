/** What a diner may require of a dish. "Favourite" and "spicy" are shown on dishes but cannot be required. */
export const dishNeeds = [
  'vegetarian',
  'vegan',
  'noPungentRoots',
  'glutenFree',
  'halal',
  'notSpicy',
] as const;
export type DishNeed = (typeof dishNeeds)[number];

/** Meat that many people do not eat, and that restaurants do not have to declare. */
export const foods = ['pork', 'beef', 'chicken', 'lamb'] as const;
export type Food = (typeof foods)[number];

/** What a diner eats. A dish must meet every need, contain none of the allergens and name none of the foods. */
export interface DishFilter {
  readonly needs: readonly DishNeed[];
  readonly avoid: readonly string[];
  readonly foods: readonly Food[];
}

/**
 * What the restaurant declares about a dish. Options are ignored, because restaurants do not declare what is in them.
 */
interface Declared {
  readonly diets: readonly string[];
  readonly allergens: readonly string[];
}

/** The texts about a dish. */
interface Described {
  readonly name: string;
  readonly otherNames?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly description: string;
}

interface Section<Dish> {
  readonly products: readonly Dish[];
}

export const noFilter: DishFilter = { needs: [], avoid: [], foods: [] };

/** The declared diets that meet a need. One of them is enough. */
const metBy: Readonly<Record<Exclude<DishNeed, 'notSpicy'>, readonly string[]>> = {
  vegetarian: ['vegetarian', 'vegan'],
  vegan: ['vegan'],
  noPungentRoots: ['noPungentRoots'],
  glutenFree: ['glutenFree'],
  halal: ['halal'],
};

/** Allergens that contradict a need. If a restaurant contradicts itself, its allergens count. */
const brokenBy: Readonly<Record<DishNeed, readonly string[]>> = {
  vegetarian: ['crustacean', 'fish', 'mollusc'],
  vegan: ['crustacean', 'fish', 'mollusc', 'egg', 'milk'],
  noPungentRoots: [],
  glutenFree: ['gluten'],
  halal: ['alcohol'],
  notSpicy: [],
};

/**
 * Prefers to hide a dish too many: minced meat, dumplings and sausages count as pork unless the text says otherwise
 * (CA4).
 */
const namedBy: Readonly<Record<Food, RegExp>> = {
  pork: /pork|\bpig|bacon|\bham\b|\blard|sausage|\bribs?\b|chashu|char siu|tonkotsu|dumpling|wonton|potsticker|豬|猪|豚|排骨|大排|五花|培根|火腿|香腸|叉燒|角煮|餃|饺|餛飩|抄手|鍋貼|湯包|小籠|貢丸|mapo|麻婆|[滷絞鮮]肉|(?<![牛雞羊鴨鵝魚蟹蝦])肉[燥絲末鬆餡羹圓包丁]/i,
  beef: /beef|wagyu|oxtail|\bveal|brisket|shank|tendon|牛(?![奶乳蒡油軋])/i,
  chicken: /chicken|karaage|yakitori|poultry|雞(?!蛋)|鸡(?!蛋)|唐揚|親子/i,
  lamb: /lamb|mutton|羊(?![羹奶])/i,
};

/** Whether the texts of a dish name a food. A dish that is declared vegetarian contains none of them. */
export function isFoodNamed(dish: Declared & Described, food: Food): boolean {
  if (isNeedMet(dish, 'vegetarian')) return false;
  const { name, otherNames = [], aliases = [], description } = dish;
  return [name, ...otherNames, ...aliases, description].some((text) => namedBy[food].test(text));
}

/** Whether a dish meets one need, by what the restaurant declares. */
export function isNeedMet({ diets, allergens }: Declared, need: DishNeed): boolean {
  if (need === 'notSpicy') return !diets.includes('spicy');
  return (
    metBy[need].some((diet) => diets.includes(diet)) &&
    !brokenBy[need].some((allergen) => allergens.includes(allergen))
  );
}

export function isSuitable(dish: Declared & Described, filter: DishFilter): boolean {
  return (
    filter.needs.every((need) => isNeedMet(dish, need)) &&
    !filter.avoid.some((allergen) => dish.allergens.includes(allergen)) &&
    !filter.foods.some((food) => isFoodNamed(dish, food))
  );
}

/** Returns the number of conditions. */
export function filterSize(filter: DishFilter): number {
  return Object.values(filter).flat().length;
}

/** Returns the sections with suitable dishes only, in their order. Sections without any are left out. */
export function filterSections<Dish extends Declared & Described, Part extends Section<Dish>>(
  sections: readonly (Part & Section<Dish>)[],
  filter: DishFilter,
): { sections: (Part & { products: Dish[] })[]; hidden: number } {
  const kept = sections.map((section) => ({
    ...section,
    products: section.products.filter((dish) => isSuitable(dish, filter)),
  }));
  return {
    sections: kept.filter(({ products }) => products.length > 0),
    hidden: countDishes(sections) - countDishes(kept),
  };
}

/** Returns the number of dishes in all sections. */
export function countDishes(sections: readonly Section<unknown>[]): number {
  return sections.reduce((count, { products }) => count + products.length, 0);
}
