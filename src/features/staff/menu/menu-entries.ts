/** What the staff mark as sold out: dishes by section, and options, the same one of several dishes once. Pure. */
import type { Menu, Product } from '#contract/calls/merchant.ts';
import type { BodyOf } from '#contract/call.ts';
import type { setSoldOut } from '#contract/calls/staff.ts';
import { plain } from '#projections/menu/plain-text.ts';

/** Which dish or options a mark is for. */
export type Marked = Omit<BodyOf<typeof setSoldOut>, 'soldOut'>;

export interface MenuEntry {
  readonly key: string;
  readonly name: string;
  readonly soldOut: boolean;
  readonly marked: Marked;
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

/** What is sold out now, in the menu's order. */
export function soldOutNow(menu: Menu): MenuEntry[] {
  return entrySections(menu).flatMap(({ entries }) => entries.filter(({ soldOut }) => soldOut));
}

function dishSections({ categories }: Menu): EntrySection[] {
  return categories.map(({ id, name, products }) => ({
    key: id,
    name,
    kind: 'dishes',
    entries: products.map((product) => ({
      key: product.id,
      name: product.name,
      soldOut: product.soldOut,
      marked: { productId: product.id },
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
      key: `${group} ${name}`,
      name,
      soldOut,
      marked: { modifierIds: [...ids] },
    })),
  }));
}

function groupsOf({ modifierGroups }: Product): Product['modifierGroups'] {
  return modifierGroups;
}
