/** The menu as it is edited: every entry by its id, so that moving an entry changes no path to it. */
import { checkMenu } from './checked-menu.ts';
import { isSame, readOwn } from './edits.ts';
import type { Mistake, Path } from './mistake.ts';
import type { Station, WholeCategory, WholeMerchant, WholeProduct } from './whole-merchant.ts';

/** Sold-out marks are not part of it. They concern only today, and apply at once. */
export interface MenuTree {
  /** Ids of the sections. */
  readonly order: readonly string[];
  readonly sections: Readonly<Record<string, TreeSection>>;
  readonly dishes: Readonly<Record<string, TreeDish>>;
  readonly stationOrder: readonly string[];
  readonly stations: Readonly<Record<string, Station>>;
}

export type TreeDish = Omit<WholeProduct, 'soldOut'>;

export interface TreeSection extends Omit<WholeCategory, 'products'> {
  /** Ids, in their order. */
  readonly dishes: readonly string[];
}

export function createTree({
  categories,
  stations = [],
}: Pick<WholeMerchant, 'categories' | 'stations'>): MenuTree {
  return {
    order: categories.map(({ id }) => id),
    sections: indexById(
      categories.map(({ products, ...section }) => ({ ...section, dishes: products.map(({ id }) => id) })),
    ),
    dishes: indexById(categories.flatMap(({ products }) => products.map(dropSoldOut))),
    stationOrder: stations.map(({ id }) => id),
    stations: indexById(stations),
  };
}

function dropSoldOut({ soldOut: _soldOut, modifierGroups, ...dish }: WholeProduct): TreeDish {
  return {
    ...dish,
    modifierGroups: modifierGroups.map((group) => ({
      ...group,
      modifiers: group.modifiers.map(({ soldOut: _said, ...option }) => option),
    })),
  };
}

function indexById<Entry extends { readonly id: string }>(entries: readonly Entry[]): Record<string, Entry> {
  return Object.fromEntries(entries.map((entry) => [entry.id, entry]));
}

/**
 * Normalises a tree after edits of several people: lists name only existing ids, and each dish is in exactly one
 * section. That is the first section that names it, or else its section in one of `homes`, or else the first section.
 */
export function normaliseTree(tree: MenuTree, homes: readonly MenuTree[] = []): MenuTree {
  const order = listNames(tree.order, tree.sections);
  const stationOrder = listNames(tree.stationOrder, tree.stations);
  const seen = new Set<string>();
  const lists = new Map(
    order.map((id) => [
      id,
      tree.sections[id]!.dishes.filter(
        (dish) => readOwn(tree.dishes, dish) && !seen.has(dish) && seen.add(dish),
      ),
    ]),
  );
  const lost = Object.keys(tree.dishes).filter((id) => !seen.has(id));
  for (const id of lost) {
    const home = homes.map((each) => findSection(each, id)?.id ?? '').find((each) => lists.has(each));
    lists.get(home ?? order[0] ?? '')?.push(id);
  }
  const sections = Object.fromEntries(
    order.map((id) => {
      const section = tree.sections[id]!;
      const dishes = lists.get(id)!;
      return [id, isSame(dishes, section.dishes) ? section : { ...section, dishes }];
    }),
  );
  const isTidy =
    isSame(order, tree.order) &&
    isSame(stationOrder, tree.stationOrder) &&
    order.every((id) => sections[id] === tree.sections[id]);
  return isTidy ? tree : { ...tree, order, stationOrder, sections };
}

/** Returns the section of a dish. */
export function findSection({ order, sections }: MenuTree, dishId: string): TreeSection | undefined {
  return order.map((id) => readOwn(sections, id)).find((section) => section?.dishes.includes(dishId));
}

/** Returns the names in `order`, each once, and then all others. */
function listNames(order: readonly string[], entries: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...order, ...Object.keys(entries)])].filter((id) => readOwn(entries, id) !== undefined);
}

/** Returns the sections with their dishes, in the order of the menu. */
export function listCategories({ order, sections, dishes }: MenuTree): WholeCategory[] {
  return order.flatMap((id) => {
    const section = readOwn(sections, id);
    return section
      ? [{ ...section, products: section.dishes.flatMap((dish) => readOwn(dishes, dish) ?? []) }]
      : [];
  });
}

/** Returns sections and stations as in a menu file. */
export function writeTree(tree: MenuTree): { readonly stations: unknown; readonly categories: unknown } {
  return {
    stations: writeNumbers(tree.stationOrder.map((id) => readOwn(tree.stations, id))),
    categories: writeNumbers(
      tree.order.map((id) => {
        const { dishes = [], ...section } = readOwn(tree.sections, id) ?? {};
        return { ...section, products: dishes.map((dish) => toFileDish(readOwn(tree.dishes, dish), tree)) };
      }),
    ),
  };
}

/** A dish that was removed goes with no other dish. */
function toFileDish(dish: TreeDish | undefined, { dishes }: MenuTree): unknown {
  if (!dish) return undefined;
  const { description, picture, goesWith, ...rest } = dish;
  return {
    ...rest,
    ...(!isBlank(description) && { description }),
    ...(picture !== '' && { picture }),
    ...(goesWith && { goesWith: goesWith.filter((id) => readOwn(dishes, id) !== undefined) }),
  };
}

function isBlank(text: WholeProduct['description'] | undefined): boolean {
  return Object.values(text ?? {}).every((each) => each === '');
}

/** Writes numbers as text, as the reader of menu files expects them. */
export function writeNumbers(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(writeNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, writeNumbers(each)]));
}

/** The settings of a restaurant that its menu must match. */
export interface MenuRules {
  /** The decimals of a price. */
  readonly decimals: number;
  /** The list of taxes, of which a dish names one. */
  readonly taxes?: readonly { readonly id: string }[] | undefined;
}

/** Returns the mistakes with paths in the tree: `dishes`, an id, `price`. */
export function findTreeMistakes(tree: MenuTree, { decimals, taxes = [] }: MenuRules): Mistake[] {
  // The only parts of the merchant that matter here.
  const merchant = {
    name: '-',
    currency: 'USD',
    decimals: String(decimals),
    ...(taxes.length > 0 && { taxes: taxes.map(({ id }) => ({ id, name: '-', rate: '0' })) }),
  };
  const checked = checkMenu({ merchant, tables: [], ...writeTree(tree) });
  if (checked.ok) return [];
  return checked.mistakes.map(({ path, first, ...mistake }) => ({
    ...mistake,
    path: toTreePath(path, tree),
    ...(first && { first: toTreePath(first, tree) }),
  }));
}

/** Turns a path in the file that `writeTree` returns into one in the tree. */
function toTreePath([list, at, field, ...rest]: Path, { order, sections, stationOrder }: MenuTree): Path {
  if (typeof at !== 'number') return list === undefined ? [] : [list];
  if (list === 'stations') return ['stations', stationOrder[at] ?? '', ...nestMistake(field, rest)];
  const id = order[at] ?? '';
  const [dishAt, ...inDish] = rest;
  if (field === 'products' && typeof dishAt === 'number')
    return ['dishes', readOwn(sections, id)?.dishes[dishAt] ?? '', ...inDish];
  return ['sections', id, ...nestMistake(field, rest)];
}

function nestMistake(field: Path[number] | undefined, rest: Path): Path {
  return field === undefined ? [] : [field, ...rest];
}
