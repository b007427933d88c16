/** What of a dish is searched. */
interface Searchable {
  readonly name: string;
  readonly description: string;
}

/**
 * The dishes of a menu that hold every word of `keyword` in name or description, without regard to case, accents and
 * width; the menu's order, names before descriptions. One reading for the server and for a phone without network.
 */
export function matching<Dish extends Searchable>(
  menu: { readonly categories: readonly { readonly products: readonly Dish[] }[] },
  keyword: string,
): Dish[] {
  const words = plain(keyword).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (text: string) => words.every((word) => text.includes(word));
  const dishes = menu.categories.flatMap(({ products }) => products);
  const byName = dishes.filter(({ name }) => holds(plain(name)));
  const named = new Set(byName);
  const byText = dishes.filter(
    (dish) => !named.has(dish) && holds(`${plain(dish.name)} ${plain(dish.description)}`),
  );
  return [...byName, ...byText];
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
}
