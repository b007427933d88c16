import type { MenuTree, TreeDish } from '#contract/menu-file/menu-tree.ts';
import { toPlainText } from '#projections/menu/plain-text.ts';

/** Finds the dishes whose names or aliases contain all words, in either language. undefined without a search. */
export function findDishes({ dishes, sections }: MenuTree, words: string): ReadonlySet<string> | undefined {
  const parts = toPlainText(words)
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const has = (texts: string) => parts.every((part) => texts.includes(part));
  const found = new Set(Object.values(dishes).flatMap((dish) => (has(getTexts(dish)) ? [dish.id] : [])));
  for (const { name, dishes: ids } of Object.values(sections))
    if (has(toPlainText(Object.values(name).join(' ')))) for (const id of ids) found.add(id);
  return found;
}

/** By dish. A changed dish is another object. */
const known = new WeakMap<TreeDish, string>();

function getTexts(dish: TreeDish): string {
  let texts = known.get(dish);
  if (texts === undefined) {
    texts = toPlainText([...Object.values(dish.name), ...(dish.aliases ?? [])].join(' '));
    known.set(dish, texts);
  }
  return texts;
}
