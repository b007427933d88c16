/** What a diner may need a dish to be; the house's favourites and "spicy" are told, not needed. */
export const dishNeeds = [
  'vegetarian',
  'vegan',
  'noPungentRoots',
  'glutenFree',
  'halal',
  'notSpicy',
] as const;
export type DishNeed = (typeof dishNeeds)[number];

/** Meat that many do not eat, and that no restaurant has to declare. */
export const foods = ['pork', 'beef', 'chicken', 'lamb'] as const;
export type Food = (typeof foods)[number];

/** What a diner eats: a dish has to meet every need, to hold none of the allergens and to name none of the foods. */
export interface DishFilter {
  readonly needs: readonly DishNeed[];
  readonly avoid: readonly string[];
  readonly foods: readonly Food[];
}

/** What of a dish is declared. Its options are not looked at: nobody says what is in them. */
interface Declared {
  readonly diets: readonly string[];
  readonly allergens: readonly string[];
}

/** What it is called and how it is told. */
interface Told {
  readonly name: string;
  readonly otherNames?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly description: string;
}

interface Section<Dish> {
  readonly products: readonly Dish[];
}

export const noFilter: DishFilter = { needs: [], avoid: [], foods: [] };

/** Declared diets of which any one meets the need. */
const metBy: Readonly<Record<Exclude<DishNeed, 'notSpicy'>, readonly string[]>> = {
  vegetarian: ['vegetarian', 'vegan'],
  vegan: ['vegan'],
  noPungentRoots: ['noPungentRoots'],
  glutenFree: ['glutenFree'],
  halal: ['halal'],
};

/** Where a restaurant contradicts itself, its list of allergens is believed. */
const brokenBy: Readonly<Record<DishNeed, readonly string[]>> = {
  vegetarian: ['crustacean', 'fish', 'mollusc'],
  vegan: ['crustacean', 'fish', 'mollusc', 'egg', 'milk'],
  noPungentRoots: [],
  glutenFree: ['gluten'],
  halal: ['alcohol'],
  notSpicy: [],
};

/** D53: rather a dish too many: minced meat, dumplings and sausages are of pork unless somebody says otherwise. */
const namedBy: Readonly<Record<Food, RegExp>> = {
  pork: /pork|\bpig|bacon|\bham\b|\blard|sausage|\bribs?\b|chashu|char siu|tonkotsu|dumpling|wonton|potsticker|豬|猪|豚|排骨|大排|五花|培根|火腿|香腸|叉燒|角煮|餃|饺|餛飩|抄手|鍋貼|湯包|小籠|貢丸|mapo|麻婆|[滷絞鮮]肉|(?<![牛雞羊鴨鵝魚蟹蝦])肉[燥絲末鬆餡羹圓包丁]/i,
  beef: /beef|wagyu|oxtail|\bveal|brisket|shank|tendon|牛(?![奶乳蒡油軋])/i,
  chicken: /chicken|karaage|yakitori|poultry|雞(?!蛋)|鸡(?!蛋)|唐揚|親子/i,
  lamb: /lamb|mutton|羊(?![羹奶])/i,
};

/** By what the restaurant says of a dish; one that is declared to be without meat holds none. */
export function namesFood(dish: Declared & Told, food: Food): boolean {
  if (meets(dish, 'vegetarian')) return false;
  const { name, otherNames = [], aliases = [], description } = dish;
  return [name, ...otherNames, ...aliases, description].some((text) => namedBy[food].test(text));
}

/** Whether a dish meets one need, by what the restaurant declares. */
export function meets({ diets, allergens }: Declared, need: DishNeed): boolean {
  if (need === 'notSpicy') return !diets.includes('spicy');
  return (
    metBy[need].some((diet) => diets.includes(diet)) &&
    !brokenBy[need].some((allergen) => allergens.includes(allergen))
  );
}

export function suits(dish: Declared & Told, filter: DishFilter): boolean {
  return (
    filter.needs.every((need) => meets(dish, need)) &&
    !filter.avoid.some((allergen) => dish.allergens.includes(allergen)) &&
    !filter.foods.some((food) => namesFood(dish, food))
  );
}

/** How many conditions it sets. */
export function filterSize(filter: DishFilter): number {
  return Object.values(filter).flat().length;
}

/** The sections with what suits, in their order; one that is left without dishes is not shown. */
export function suitable<Dish extends Declared & Told, Part extends Section<Dish>>(
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
