/** Validates a dish or section with the schema of the menu file (CX32). Pure. */
import {
  findTreeMistakes,
  type MenuRules,
  type MenuTree,
  type TreeDish,
  type TreeSection,
} from '#contract/menu-file/menu-tree.ts';
import { isSame } from '#contract/menu-file/edits.ts';
import type { Mistake } from '#contract/menu-file/mistake.ts';
import { createTexts } from '#contract/menu-file/localized.ts';

/** The restaurant's values that a dish must match. */
export type Rules = Pick<MenuTree, 'stationOrder' | 'stations'> & MenuRules;

/** The mistakes by dish object. A changed dish is another object, so only that one is validated again. */
const known = new WeakMap<Rules['stations'], WeakMap<object, readonly Mistake[]>>();

/** Validates a dish. The paths begin at the dish. */
export function findDishMistakes(dish: TreeDish, rules: Rules): readonly Mistake[] {
  return cacheMistakes(dish, rules, () =>
    findMistakesAt(['dishes', dish.id], { ...around, dishes: [dish.id] }, rules, dish),
  );
}

export function findSectionMistakes(section: TreeSection, rules: Rules): readonly Mistake[] {
  return cacheMistakes(section, rules, () =>
    findMistakesAt(['sections', section.id], { ...section, dishes: [] }, rules),
  );
}

/** The mistakes of all dishes and sections that have any, by id, in the menu's order. */
export function findMistakes(
  { order, sections, dishes }: MenuTree,
  rules: Rules,
): ReadonlyMap<string, readonly Mistake[]> {
  const found = new Map<string, readonly Mistake[]>();
  const note = (id: string, mistakes: readonly Mistake[]) => {
    if (mistakes.length > 0) found.set(id, mistakes);
  };
  for (const id of order) {
    const section = sections[id];
    if (!section) continue;
    note(id, findSectionMistakes(section, rules));
    for (const dishId of section.dishes) {
      const dish = dishes[dishId];
      if (dish) note(dishId, findDishMistakes(dish, rules));
    }
  }
  return found;
}

function cacheMistakes(of: object, { stations }: Rules, find: () => readonly Mistake[]): readonly Mistake[] {
  let mistakes = known.get(stations);
  if (!mistakes) known.set(stations, (mistakes = new WeakMap()));
  let found = mistakes.get(of);
  if (!found) mistakes.set(of, (found = find()));
  return found;
}

/** A valid section around a dish, for the validation. */
const around: TreeSection = { id: 'section', name: createTexts('-'), dishes: [] };

function findMistakesAt(
  at: Mistake['path'],
  section: TreeSection,
  { decimals, taxes, ...stations }: Rules,
  dish?: TreeDish,
): readonly Mistake[] {
  const tree: MenuTree = {
    ...stations,
    order: [section.id],
    sections: { [section.id]: section },
    dishes: dish ? { [dish.id]: dish } : {},
  };
  return findTreeMistakes(tree, { decimals, taxes })
    .filter(({ path }) => isSame(path.slice(0, at.length), at))
    .map((mistake) => ({ ...mistake, path: mistake.path.slice(at.length) }));
}
