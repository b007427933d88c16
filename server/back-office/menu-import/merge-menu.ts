import type { ImportMode } from '#contract/calls/menu-import.ts';
import { findSection, type MenuTree } from '#contract/menu-file/menu-tree.ts';

/** Puts an imported menu into the draft, or in its place. Pure. */
export function mergeMenu(tree: MenuTree, imported: MenuTree, mode: ImportMode): MenuTree {
  if (mode === 'replace') return imported;
  const order = [...tree.order, ...imported.order.filter((id) => !tree.order.includes(id))];
  const homes = new Map(
    imported.order.flatMap((id) => imported.sections[id]!.dishes.map((dish) => [dish, id])),
  );
  const sections = Object.fromEntries(
    order.map((id) => {
      const before = tree.sections[id]?.dishes ?? [];
      // A dish leaves its section only if the file names it in another one.
      const stay = before.filter((dish) => (homes.get(dish) ?? id) === id);
      const come = imported.sections[id]?.dishes.filter((dish) => findSection(tree, dish)?.id !== id) ?? [];
      return [id, { ...tree.sections[id], ...imported.sections[id], dishes: [...stay, ...come] }];
    }),
  ) as MenuTree['sections'];
  return {
    order,
    sections,
    dishes: { ...tree.dishes, ...imported.dishes },
    stationOrder: [
      ...tree.stationOrder,
      ...imported.stationOrder.filter((id) => !tree.stationOrder.includes(id)),
    ],
    stations: { ...tree.stations, ...imported.stations },
  };
}
