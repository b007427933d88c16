import { dishNeeds, meets, noFilter, suits } from '../menu-filter.ts';
import { plain } from '../plain-text.ts';
import { allergenWords, dietWords, namedAllergens } from './food-words.ts';
import { similarWords } from './similar-words.ts';
import { fromBopomofo, fromPinyin, soundOf, stretchesOf } from './sounds.ts';
import { isHan, runsOf, singular, tokensOf, withoutDenied } from './tokens.ts';
import { readQuery, type Wish } from './wish.ts';
import {
  asOffered, asSpoken, asWritten, byInitials, entriesFor, instead, nameTokens, newIndex, scattered, type Called, type Entry, type Reading,
} from './word-index.ts'; // prettier-ignore

/** What of a dish is searched. */
interface Searched extends Called {
  readonly description: string;
  readonly diets: readonly string[];
  readonly allergens: readonly string[];
  readonly modifierGroups: readonly { readonly modifiers: readonly { readonly name: string }[] }[];
}

interface Section<Dish> extends Called {
  readonly products: readonly Dish[];
}

export interface Found<Dish, Part> {
  /** The best first. */
  readonly products: readonly Dish[];
  /** Sections that are called so. */
  readonly sections: readonly Part[];
  /** What was typed, understood; `products` keep to all of it. */
  readonly wish: Wish;
  /** To be marked in the menu's texts; as `plain` writes them. */
  readonly marks: readonly string[];
  /** Nothing was found: these are for this spelling instead. */
  readonly similar?: string;
}

export interface MenuSearch<Dish, Part> {
  find(keyword: string): Found<Dish, Part>;
}

/** The search of a menu, made at once. */
export function searchOf<Dish extends Searched, Part extends Section<Dish>>(menu: {
  readonly categories: readonly (Part & Section<Dish>)[];
}): MenuSearch<Dish, Part> {
  const making = makeSearch<Dish, Part>(menu);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/**
 * The search of a menu, made dish by dish: who has to draw a page meanwhile makes a pause between them. One reading for
 * the server (CA4) and for a phone without network (D53).
 */
export function* makeSearch<Dish extends Searched, Part extends Section<Dish>>({
  categories,
}: {
  readonly categories: readonly (Part & Section<Dish>)[];
}): Generator<undefined, MenuSearch<Dish, Part>, undefined> {
  const dishes = categories.flatMap(({ products }) => products);
  const dishIndex = newIndex();
  const sectionIndex = newIndex();
  const vocabulary = new Set<string>();
  let id = 0;
  for (const [place, category] of categories.entries()) {
    sectionIndex.add({ id: place, isFavourite: false, ...nameTokens(category) });
    const { name, otherNames, aliases } = nameTokens(category);
    const section = [...name, ...otherNames, ...aliases];
    addWords(vocabulary, category, '');
    for (const dish of category.products) {
      dishIndex.add(entryOf(id, dish, section));
      addWords(vocabulary, dish, dish.description);
      id += 1;
      yield undefined;
    }
  }
  const offered = new Set(dishNeeds.filter((need) => dishes.some((dish) => declares(dish, need))));

  const pick = (places: readonly number[]) => places.map((place) => dishes[place]!);
  const findDishes = (words: readonly string[], reading: Reading) => pick(entriesFor(dishIndex, words, reading));

  const allowed = ({ filter, refusedWords }: Wish) => {
    const named = filter.avoid.flatMap((allergen) => namedAllergens[allergen] ?? []);
    const refused = new Set([...refusedWords, ...named].flatMap((word) => findDishes([word], asWritten)));
    return (dish: Dish) => suits(dish, filter) && !refused.has(dish);
  };

  return {
    find(keyword) {
      const wish = readQuery(keyword, (need) => offered.has(need));
      const { words, filter, refusedWords } = wish;
      const isAllowed = allowed(wish);
      const found = { wish, sections: [] };
      if (words.length === 0) {
        const isAny = filter === noFilter && refusedWords.length === 0;
        return { ...found, products: isAny ? [] : dishes.filter(isAllowed), marks: [] };
      }
      for (const reading of [asWritten, asSpoken, asOffered, byInitials, scattered]) {
        const products = findDishes(words, reading).filter(isAllowed);
        const sections = entriesFor(sectionIndex, words, reading).map((place) => categories[place]!);
        if (products.length + sections.length > 0)
          return { ...found, products, sections, marks: marksOf(words, products) };
      }
      const spellings = new Map(words.map((word) => [word, similarWords(word, vocabulary)] as const));
      const products = findDishes(words, instead(spellings)).filter(isAllowed);
      if (products.length === 0) return { ...found, products, marks: [] };
      const similar = words.map((word) => spellings.get(word)?.[0] ?? word).join(' ');
      return { ...found, products, similar, marks: words.flatMap((word) => [word, ...spellings.get(word)!]) };
    },
  };
} // prettier-ignore

function entryOf(id: number, dish: Searched, section: readonly string[]): Entry {
  return {
    id,
    isFavourite: dish.diets.includes('signature'),
    ...nameTokens(dish),
    section,
    diets: tokensOf(dietsOf(dish).map((diet) => dietWords[diet] ?? '').join(' ')),
    allergens: tokensOf(dish.allergens.map((allergen) => allergenWords[allergen] ?? '').join(' ')),
    description: tokensOf(withoutDenied(dish.description)).filter((token) => !saysDiet.has(token)),
    options: dish.modifierGroups.flatMap(({ modifiers }) =>
      modifiers.flatMap(({ name }) => tokensOf(plain(name).replaceAll(/not spicy|不辣/g, ' '))),
    ),
  };
} // prettier-ignore

/** What a dish is comes from what the restaurant declares: "ask for none if you are vegan" is no vegan dish. */
const saysDiet = new Set(['vegan', 'vegetarian', 'halal', '素', '吃素', '素食', '全素']);

/** What is believed of the declared ones. */
function dietsOf(dish: Searched): string[] {
  const needs = dishNeeds.filter((need) => need !== 'notSpicy' && meets(dish, need));
  const isFull = needs.includes('vegan') && needs.includes('noPungentRoots');
  return [
    ...needs,
    ...(isFull ? ['full'] : []),
    ...dish.diets.filter((diet) => diet === 'spicy' || diet === 'signature'),
  ];
}

function declares(dish: Searched, need: (typeof dishNeeds)[number]): boolean {
  return need === 'notSpicy' ? dish.diets.includes('spicy') : meets(dish, need);
}

function addWords(vocabulary: Set<string>, { name, otherNames = [], aliases = [] }: Called, told: string): void {
  for (const text of [name, ...otherNames, ...aliases, told])
    for (const word of runsOf(plain(text))) if (/^[a-z]{4,}$/.test(word)) vocabulary.add(word);
} // prettier-ignore

/** The words themselves, and what sounds like them in the dishes' names. */
function marksOf(words: readonly string[], dishes: readonly Called[]): string[] {
  const names = dishes.flatMap(({ name, otherNames = [], aliases = [] }) => [name, ...otherNames, ...aliases]);
  const sounds = words.flatMap((word) => soundsLike(word) ?? []);
  const heard = sounds.flatMap((sound) => names.flatMap((name) => stretchesOf(name, sound)));
  return [...new Set([...words, ...words.map(singular), ...heard])];
} // prettier-ignore

function soundsLike(word: string): string | undefined {
  if (isHan(word)) return soundOf(word);
  const spoken = fromBopomofo(word);
  if (spoken) return 'sound' in spoken ? spoken.sound : undefined;
  return fromPinyin(word);
}
