/** What the staff mark as sold out: dishes by section, and options, the same one of several dishes once. Pure. */
import type { Menu, Product } from '#contract/calls/merchant.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { setSoldOut } from '#contract/calls/staff.ts';
import { isSoldOut, lacksChoices } from '#contract/dish/menu-index.ts';
import { plain } from '#projections/menu/plain-text.ts';

/** Which dish or options a mark is for. */
export type Marked = Omit<BodyOf<typeof setSoldOut>, 'soldOut'>;

export interface MenuEntry {
  readonly key: string;
  readonly name: string;
  readonly soldOut: boolean;
  readonly marked: Marked;
  /** Of a dish: sold-out options for want of which nobody can order it; its own switch changes nothing of that. */
  readonly lacks: readonly Lacked[];
}

interface Lacked {
  /** Of the option's own entry. */
  readonly key: string;
  readonly name: string;
}

export interface EntrySection {
  readonly key: string;
  readonly name: string;
  readonly kind: 'dishes' | 'options';
  readonly entries: readonly MenuEntry[];
}

/** All sections. */
export function entrySections(menu: Menu): EntrySection[] {
  return [...dishSections(menu), ...optionSections(menu)];
}

/** What of them was found: dishes as the search of the menu found them, options whose names have all the words. */
export function foundSections(
  menu: Menu,
  words: string,
  dishes: readonly Pick<Product, 'id'>[],
): EntrySection[] {
  const ids = new Set(dishes.map(({ id }) => id));
  const parts = plain(words).split(/\s+/);
  const isFound = ({ name, marked }: MenuEntry) =>
    marked.productId === undefined
      ? parts.every((part) => plain(name).includes(part))
      : ids.has(marked.productId);
  return entrySections(menu).flatMap((section) => {
    const entries = section.entries.filter(isFound);
    return entries.length > 0 ? [{ ...section, entries }] : [];
  });
}

/** What is sold out now and comes back with a tap, in the menu's order. */
export function soldOutNow(menu: Menu): MenuEntry[] {
  return entrySections(menu).flatMap(({ entries }) =>
    entries.filter(({ soldOut, lacks }) => soldOut && lacks.length === 0),
  );
}

/** For want of which options a dish cannot be ordered. */
export function missingOptions({ modifierGroups }: Product): Lacked[] {
  return modifierGroups
    .filter(lacksChoices)
    .flatMap(({ name: group, modifiers }) =>
      modifiers.filter(({ soldOut }) => soldOut).map(({ name }) => ({ key: optionKey(group, name), name })),
    );
}

function dishSections({ categories }: Menu): EntrySection[] {
  return categories.map(({ id, name, products }) => ({
    key: id,
    name,
    kind: 'dishes',
    entries: products.map((product) => ({
      key: product.id,
      name: product.name,
      soldOut: isSoldOut(product),
      marked: { productId: product.id },
      lacks: missingOptions(product),
    })),
  }));
}

/** By the name of what they are chosen for: an egg for the bowl, a large one of something. */
function optionSections({ categories }: Menu): EntrySection[] {
  const groups = new Map<string, Map<string, { ids: Set<string>; soldOut: boolean }>>();
  for (const group of categories.flatMap(({ products }) => products).flatMap(groupsOf)) {
    const options = groups.get(group.name) ?? new Map<string, { ids: Set<string>; soldOut: boolean }>();
    groups.set(group.name, options);
    for (const { id, name, soldOut } of group.modifiers) {
      const same = options.get(name);
      options.set(name, {
        ids: new Set([...(same?.ids ?? []), id]),
        // Until the last dish has none of it left it is on sale.
        soldOut: soldOut && (same?.soldOut ?? true),
      });
    }
  }
  return [...groups].map(([group, options]) => ({
    key: `options ${group}`,
    name: group,
    kind: 'options',
    entries: [...options].map(([name, { ids, soldOut }]) => ({
      key: optionKey(group, name),
      name,
      soldOut,
      marked: { modifierIds: [...ids] },
      lacks: [],
    })),
  }));
}

function groupsOf({ modifierGroups }: Product): Product['modifierGroups'] {
  return modifierGroups;
}

function optionKey(group: string, name: string): string {
  return `${group} ${name}`;
}
