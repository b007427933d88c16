/**
 * The menu of a branch: the head's menu with the branch's own prices, without the dishes that it does not offer. Pure
 * functions. Sold-out marks are not part of it; they are always the branch's own.
 */
import type { Localized } from '#contract/menu-file/localized.ts';
import type { MenuTree, TreeDish } from '#contract/menu-file/menu-tree.ts';

/** What a branch changes of a dish. */
export interface LocalDish {
  readonly price?: string;
  readonly isHidden?: boolean;
  /** Prices by the ids of options. */
  readonly options?: Readonly<Record<string, string>>;
}

/** By the ids of dishes. A dish that the head removed keeps its entry, in case it comes back. */
export type LocalDishes = Readonly<Record<string, LocalDish>>;

/** @param own the menu that the branch has now; its stations stay, because its printers name them */
export function composeBranchMenu(head: MenuTree, local: LocalDishes, own: MenuTree): MenuTree {
  const isOffered = (id: string) => readLocal(local, id).isHidden !== true;
  const sections = Object.fromEntries(
    Object.entries(head.sections).flatMap(([id, section]) => {
      const dishes = section.dishes.filter(isOffered);
      // A section without any dish would be an empty heading.
      const isLeft = dishes.length > 0 || section.dishes.length === 0;
      return isLeft ? [[id, { ...section, dishes }]] : [];
    }),
  );
  return {
    order: head.order.filter((id) => id in sections),
    sections,
    dishes: Object.fromEntries(
      Object.entries(head.dishes)
        .filter(([id]) => isOffered(id))
        .map(([id, dish]) => [id, priceLocally(dish, readLocal(local, id))]),
    ),
    stationOrder: [...new Set([...head.stationOrder, ...own.stationOrder])],
    stations: { ...own.stations, ...head.stations },
  };
}

function priceLocally(dish: TreeDish, { price = dish.price, options = {} }: LocalDish): TreeDish {
  return {
    ...dish,
    price,
    modifierGroups: dish.modifierGroups.map((group) => ({
      ...group,
      modifiers: group.modifiers.map((option) => ({
        ...option,
        price: Object.hasOwn(options, option.id) ? options[option.id]! : option.price,
      })),
    })),
  };
}

/** Reads own fields only, because an id may be `constructor`. */
export function readLocal(local: LocalDishes, id: string): LocalDish {
  return Object.hasOwn(local, id) ? local[id]! : {};
}

/** Returns the entries with one dish's replaced. An entry without a difference is left out. */
export function replaceLocal(local: LocalDishes, id: string, next: LocalDish): LocalDishes {
  const { [id]: _before, ...others } = local;
  const isPlain = next.price === undefined && !next.isHidden && Object.keys(next.options ?? {}).length === 0;
  return isPlain ? others : { ...others, [id]: next };
}

/** Lists the options of a dish, each once. */
export function listOptions(dish: TreeDish): readonly { id: string; name: Localized; price: string }[] {
  return dish.modifierGroups.flatMap(({ modifiers }) => modifiers);
}
