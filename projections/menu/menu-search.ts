import { plain, wordsOf } from './plain-text.ts';

/** What a dish or a section is called; the names in the menu's other languages where they are known. */
interface Named {
  readonly name: string;
  readonly otherNames?: readonly string[] | undefined;
}

/** What of a dish is searched. */
interface Searchable extends Named {
  readonly description: string;
}

export interface SearchedMenu<Dish> {
  readonly categories: readonly (Named & { readonly products: readonly Dish[] })[];
}

/** What is looked for: every one of them, each in any of its spellings; as `plain` writes them. */
export type Wanted = readonly (readonly string[])[];

/**
 * The dishes of a menu that hold every word of `keyword` in a name or the description, without regard to case, accents
 * and width; the menu's order, names before other languages' names before descriptions. One reading for the server and
 * for a phone without network.
 */
export function matching<Dish extends Searchable>(menu: SearchedMenu<Dish>, keyword: string): Dish[] {
  return holding(
    menu,
    wordsOf(keyword).map((word) => [word]),
  );
}

/** The same for words of which some may be spelt in several ways. */
export function holding<Dish extends Searchable>(menu: SearchedMenu<Dish>, wanted: Wanted): Dish[] {
  if (wanted.length === 0) return [];
  const ranks: Dish[][] = [[], [], []];
  for (const dish of menu.categories.flatMap(({ products }) => products)) {
    const rank = textsOf(dish).findIndex((text) => holds(plain(text), wanted));
    ranks[rank]?.push(dish);
  }
  return ranks.flat();
}

/** The sections that are called so, in whichever language. */
export function matchingSections<Section extends Named>(
  sections: readonly Section[],
  keyword: string,
): Section[] {
  const wanted = wordsOf(keyword).map((word) => [word]);
  if (wanted.length === 0) return [];
  return sections.filter((section) => holds(plain(namesOf(section).join(' ')), wanted));
}

/** Each holds the one before: a word of the name and one of the description are found together. */
function textsOf(dish: Searchable): string[] {
  const names = namesOf(dish).join(' ');
  return [dish.name, names, `${names} ${dish.description}`];
}

function namesOf({ name, otherNames = [] }: Named): string[] {
  return [name, ...otherNames];
}

function holds(text: string, wanted: Wanted): boolean {
  return wanted.every((spellings) => spellings.some((spelling) => text.includes(spelling)));
}
