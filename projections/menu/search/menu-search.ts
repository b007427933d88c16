import { dishNeeds, isNeedMet, noFilter, isSuitable } from '../menu-filter.ts';
import { toPlainText } from '../plain-text.ts';
import { allergenWords, dietWords, namedAllergens } from './food-words.ts';
import { findSimilarWords } from './similar-words.ts';
import { readBopomofo, normalisePinyin, findSound, findStretches } from './sounds.ts';
import { isHan, splitIntoRuns, toSingular, createSearchTokens, dropNegated } from './tokens.ts';
import { readQuery, type MenuQuery } from './query.ts';
import {
  readAsOption, readBySound, readAsWritten, readAsInitials, findEntries, replaceBy, nameTokens, createIndex, readScattered, type Called, type Entry, type Reading,
} from './word-index.ts'; // prettier-ignore

/** The texts of a dish that are searched. */
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
  /** The best match first. */
  readonly products: readonly Dish[];
  /** Sections whose name matches. */
  readonly sections: readonly Part[];
  /** The query as it was understood. All `products` satisfy it. */
  readonly query: MenuQuery;
  /** Words to mark in the menu's texts, normalised by `plain`. */
  readonly marks: readonly string[];
  /** Set if nothing was found: the results are for this spelling instead. */
  readonly similar?: string;
}

export interface MenuSearch<Dish, Part> {
  find(keyword: string): Found<Dish, Part>;
}

/** Creates the search of a menu in one go. */
export function createSearch<Dish extends Searched, Part extends Section<Dish>>(menu: {
  readonly categories: readonly (Part & Section<Dish>)[];
}): MenuSearch<Dish, Part> {
  const making = makeSearch<Dish, Part>(menu);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/**
 * Creates the search of a menu dish by dish, so that a page can render between them. The server uses the same search as
 * a phone without network.
 */
export function* makeSearch<Dish extends Searched, Part extends Section<Dish>>({
  categories,
}: {
  readonly categories: readonly (Part & Section<Dish>)[];
}): Generator<undefined, MenuSearch<Dish, Part>, undefined> {
  const dishes = categories.flatMap(({ products }) => products);
  const dishIndex = createIndex();
  const sectionIndex = createIndex();
  const vocabulary = new Set<string>();
  let id = 0;
  for (const [place, category] of categories.entries()) {
    sectionIndex.add({ id: place, isFavourite: false, ...nameTokens(category) });
    const { name, otherNames, aliases } = nameTokens(category);
    const section = [...name, ...otherNames, ...aliases];
    addWords(vocabulary, category, '');
    for (const dish of category.products) {
      dishIndex.add(createEntry(id, dish, section));
      addWords(vocabulary, dish, dish.description);
      id += 1;
      yield undefined;
    }
  }
  const offered = new Set(dishNeeds.filter((need) => dishes.some((dish) => hasDeclared(dish, need))));

  const pick = (places: readonly number[]) => places.map((place) => dishes[place]!);
  const findDishes = (words: readonly string[], reading: Reading) => pick(findEntries(dishIndex, words, reading));

  const createDishFilter = ({ filter, refusedWords }: MenuQuery) => {
    const named = filter.avoid.flatMap((allergen) => namedAllergens[allergen] ?? []);
    const refused = new Set([...refusedWords, ...named].flatMap((word) => findDishes([word], readAsWritten)));
    return (dish: Dish) => isSuitable(dish, filter) && !refused.has(dish);
  };

  return {
    find(keyword) {
      const query = readQuery(keyword, (need) => offered.has(need));
      const { words, filter, refusedWords } = query;
      const isAllowed = createDishFilter(query);
      const found = { query, sections: [] };
      if (words.length === 0) {
        const isAny = filter === noFilter && refusedWords.length === 0;
        return { ...found, products: isAny ? [] : dishes.filter(isAllowed), marks: [] };
      }
      for (const reading of [readAsWritten, readBySound, readAsOption, readAsInitials, readScattered]) {
        const products = findDishes(words, reading).filter(isAllowed);
        const sections = findEntries(sectionIndex, words, reading).map((place) => categories[place]!);
        if (products.length + sections.length > 0)
          return { ...found, products, sections, marks: listMarks(words, products) };
      }
      const spellings = new Map(words.map((word) => [word, findSimilarWords(word, vocabulary)] as const));
      const products = findDishes(words, replaceBy(spellings)).filter(isAllowed);
      if (products.length === 0) return { ...found, products, marks: [] };
      const similar = words.map((word) => spellings.get(word)?.[0] ?? word).join(' ');
      return { ...found, products, similar, marks: words.flatMap((word) => [word, ...spellings.get(word)!]) };
    },
  };
} // prettier-ignore

function createEntry(id: number, dish: Searched, section: readonly string[]): Entry {
  return {
    id,
    isFavourite: dish.diets.includes('signature'),
    ...nameTokens(dish),
    section,
    diets: createSearchTokens(listDiets(dish).map((diet) => dietWords[diet] ?? '').join(' ')),
    allergens: createSearchTokens(dish.allergens.map((allergen) => allergenWords[allergen] ?? '').join(' ')),
    description: createSearchTokens(dropNegated(dish.description)).filter((token) => !saysDiet.has(token)),
    options: dish.modifierGroups.flatMap(({ modifiers }) =>
      modifiers.flatMap(({ name }) => createSearchTokens(toPlainText(name).replaceAll(/not spicy|不辣/g, ' '))),
    ),
  };
} // prettier-ignore

/** Diets come from declarations only: the text "ask for no egg if you are vegan" does not make a dish vegan. */
const saysDiet = new Set(['vegan', 'vegetarian', 'halal', '素', '吃素', '素食', '全素']);

/** Returns the declared diets that the allergens do not contradict. */
function listDiets(dish: Searched): string[] {
  const needs = dishNeeds.filter((need) => need !== 'notSpicy' && isNeedMet(dish, need));
  const isFull = needs.includes('vegan') && needs.includes('noPungentRoots');
  return [
    ...needs,
    ...(isFull ? ['full'] : []),
    ...dish.diets.filter((diet) => diet === 'spicy' || diet === 'signature'),
  ];
}

function hasDeclared(dish: Searched, need: (typeof dishNeeds)[number]): boolean {
  return need === 'notSpicy' ? dish.diets.includes('spicy') : isNeedMet(dish, need);
}

function addWords(vocabulary: Set<string>, { name, otherNames = [], aliases = [] }: Called, description: string): void {
  for (const text of [name, ...otherNames, ...aliases, description])
    for (const word of splitIntoRuns(toPlainText(text))) if (/^[a-z]{4,}$/.test(word)) vocabulary.add(word);
} // prettier-ignore

/** Returns the words themselves, and words of the dishes' names that sound like them. */
function listMarks(words: readonly string[], dishes: readonly Called[]): string[] {
  const names = dishes.flatMap(({ name, otherNames = [], aliases = [] }) => [name, ...otherNames, ...aliases]);
  const sounds = words.flatMap((word) => toSound(word) ?? []);
  const matches = sounds.flatMap((sound) => names.flatMap((name) => findStretches(name, sound)));
  return [...new Set([...words, ...words.map(toSingular), ...matches])];
} // prettier-ignore

function toSound(word: string): string | undefined {
  if (isHan(word)) return findSound(word);
  const spoken = readBopomofo(word);
  if (spoken) return 'sound' in spoken ? spoken.sound : undefined;
  return normalisePinyin(word);
}
