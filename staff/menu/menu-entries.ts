/** The dishes and options that staff can mark as sold out. An option of several dishes is listed once. Pure. */
import type { Menu, Product } from '#contract/calls/merchant.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { setSoldOut } from '#contract/calls/staff.ts';
import { isSoldOut, hasTooFewOptions } from '#contract/dish/menu-index.ts';
import { toPlainText } from '#projections/menu/plain-text.ts';

/** The dish or options that are marked. */
export type Marked = Omit<BodyOf<typeof setSoldOut>, 'soldOut'>;

export interface MenuEntry {
  readonly key: string;
  readonly name: string;
  readonly soldOut: boolean;
  readonly marked: Marked;
  /** The sold-out options without which the dish cannot be ordered. The dish's own switch cannot change that. */
  readonly lacks: readonly Lacked[];
}

interface Lacked {
  /** The key of the option's entry. */
  readonly key: string;
  readonly name: string;
}

export interface EntrySection {
  readonly key: string;
  readonly name: string;
  readonly kind: 'dishes' | 'options';
  readonly entries: readonly MenuEntry[];
}

/** Lists all dishes and options by section. */
export function listSections(menu: Menu): EntrySection[] {
  return [...listDishSections(menu), ...listOptionSections(menu)];
}

/** Keeps the dishes that the menu search found, and the options whose names contain all words. */
export function searchSections(
  menu: Menu,
  words: string,
  dishes: readonly Pick<Product, 'id'>[],
): EntrySection[] {
  const ids = new Set(dishes.map(({ id }) => id));
  const parts = toPlainText(words).split(/\s+/);
  const isFound = ({ name, marked }: MenuEntry) =>
    marked.productId === undefined
      ? parts.every((part) => toPlainText(name).includes(part))
      : ids.has(marked.productId);
  return listSections(menu).flatMap((section) => {
    const entries = section.entries.filter(isFound);
    return entries.length > 0 ? [{ ...section, entries }] : [];
  });
}

/** Lists the sold-out entries, in the menu's order. */
export function listSoldOut(menu: Menu): MenuEntry[] {
  return listSections(menu).flatMap(({ entries }) =>
    entries.filter(({ soldOut, lacks }) => soldOut && lacks.length === 0),
  );
}

/** Finds the sold-out options without which a dish cannot be ordered. */
export function listMissingOptions({ modifierGroups }: Product): Lacked[] {
  return modifierGroups
    .filter(hasTooFewOptions)
    .flatMap(({ name: group, modifiers }) =>
      modifiers
        .filter(({ soldOut }) => soldOut)
        .map(({ name }) => ({ key: buildOptionKey(group, name), name })),
    );
}

function listDishSections({ categories }: Menu): EntrySection[] {
  return categories.map(({ id, name, products }) => ({
    key: id,
    name,
    kind: 'dishes',
    entries: products.map((product) => ({
      key: product.id,
      name: product.name,
      soldOut: isSoldOut(product),
      marked: { productId: product.id },
      lacks: listMissingOptions(product),
    })),
  }));
}

/** Groups options by the name of their option group. */
function listOptionSections({ categories }: Menu): EntrySection[] {
  const groups = new Map<string, Map<string, { ids: Set<string>; soldOut: boolean }>>();
  for (const group of categories.flatMap(({ products }) => products).flatMap(getGroups)) {
    const options = groups.get(group.name) ?? new Map<string, { ids: Set<string>; soldOut: boolean }>();
    groups.set(group.name, options);
    for (const { id, name, soldOut } of group.modifiers) {
      const same = options.get(name);
      options.set(name, {
        ids: new Set([...(same?.ids ?? []), id]),
        // An option counts as sold out only if it is sold out at every dish.
        soldOut: soldOut && (same?.soldOut ?? true),
      });
    }
  }
  return [...groups].map(([group, options]) => ({
    key: `options ${group}`,
    name: group,
    kind: 'options',
    entries: [...options].map(([name, { ids, soldOut }]) => ({
      key: buildOptionKey(group, name),
      name,
      soldOut,
      marked: { modifierIds: [...ids] },
      lacks: [],
    })),
  }));
}

function getGroups({ modifierGroups }: Product): Product['modifierGroups'] {
  return modifierGroups;
}

function buildOptionKey(group: string, name: string): string {
  return `${group} ${name}`;
}
