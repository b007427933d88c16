/** The edits of an owner as Immer recipes. Each is one step of undo. */
import type { Edit } from '#contract/menu-file/edits.ts';
import type { MenuTree, TreeDish } from '#contract/menu-file/menu-tree.ts';
import type { Station, WholeModifier, WholeModifierGroup } from '#contract/menu-file/whole-merchant.ts';
import type { Draft } from 'immer';
import { createTexts } from '#contract/menu-file/localized.ts';

export type Recipe = (tree: Draft<MenuTree>) => void;

export function createDish(id: string): TreeDish {
  return {
    id,
    name: createTexts(),
    description: createTexts(),
    price: '',
    picture: '',
    salesUnitType: 'piece',
    allergens: [],
    diets: [],
    modifierGroups: [],
  };
}

export function createGroup(id: string, optionId: string): WholeModifierGroup {
  return { id, name: createTexts(), min: 1, max: 1, modifiers: [createOption(optionId)] };
}

export function createOption(id: string): WholeModifier {
  return { id, name: createTexts(), price: '0' };
}

export function addSection(id: string): Recipe {
  return (tree) => {
    tree.sections[id] = { id, name: createTexts(), dishes: [] };
    tree.order.push(id);
  };
}

/** Takes over edits that were made elsewhere, such as those of a file. */
export function takeEdits(edits: readonly Edit[]): Recipe {
  return (tree) => {
    for (const { path, to } of edits) {
      let place: Record<string, unknown> = tree;
      for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
      const last = path.at(-1)!;
      if (to === undefined) delete place[last];
      else place[last] = to;
    }
  };
}

/** Removes a section with all of its dishes. */
export function removeSection(id: string): Recipe {
  return (tree) => {
    for (const dish of tree.sections[id]?.dishes ?? []) delete tree.dishes[dish];
    delete tree.sections[id];
    tree.order = tree.order.filter((each) => each !== id);
  };
}

export function moveSection(id: string, by: 1 | -1): Recipe {
  return (tree) => void moveItem(tree.order, id, by);
}

/** Adds a dish at the end of a section. */
export function addDish(dish: TreeDish, sectionId: string): Recipe {
  return (tree) => {
    tree.dishes[dish.id] = dish;
    tree.sections[sectionId]?.dishes.push(dish.id);
  };
}

/** Copies a dish and puts the copy behind it. */
export function duplicateDish(id: string, copyId: string): Recipe {
  return (tree) => {
    const original = tree.dishes[id];
    if (!original) return;
    tree.dishes[copyId] = { ...original, id: copyId };
    for (const { dishes } of Object.values(tree.sections)) {
      const at = dishes.indexOf(id);
      if (at >= 0) dishes.splice(at + 1, 0, copyId);
    }
  };
}

export function removeDish(id: string): Recipe {
  return (tree) => {
    delete tree.dishes[id];
    for (const section of Object.values(tree.sections))
      if (section.dishes.includes(id)) section.dishes = section.dishes.filter((each) => each !== id);
  };
}

/** Moves a dish one place up or down, across the end of its section into the next one. */
export function moveDish(id: string, by: 1 | -1): Recipe {
  return (tree) => {
    const place = tree.order.findIndex((each) => tree.sections[each]?.dishes.includes(id));
    const section = tree.sections[tree.order[place] ?? ''];
    if (!section || moveItem(section.dishes, id, by)) return;
    const next = tree.sections[tree.order[place + by] ?? ''];
    if (!next) return;
    section.dishes = section.dishes.filter((each) => each !== id);
    if (by > 0) next.dishes.unshift(id);
    else next.dishes.push(id);
  };
}

/** Moves a dish to the end of another section. */
export function moveDishTo(id: string, sectionId: string): Recipe {
  return (tree) => {
    const target = tree.sections[sectionId];
    if (!target || target.dishes.includes(id)) return;
    for (const section of Object.values(tree.sections))
      if (section.dishes.includes(id)) section.dishes = section.dishes.filter((each) => each !== id);
    target.dishes.push(id);
  };
}

/** Changes one dish. */
export function changeDish(id: string, change: (dish: Draft<TreeDish>) => void): Recipe {
  return (tree) => {
    const dish = tree.dishes[id];
    if (dish) change(dish);
  };
}

/** Toggles whether an option is chosen by default. In a group with one choice it replaces the previous default. */
export function toggleDefault({ max, modifiers }: Draft<WholeModifierGroup>, id: string): void {
  for (const option of modifiers) {
    if (option.id === id && !option.default) option.default = true;
    else if (option.id === id || max === 1) delete option.default;
  }
}

/** Moves an item one place up or down. Returns false if there is no such place. */
export function moveItem<Item>(list: Item[], item: Item, by: 1 | -1): boolean {
  const from = list.indexOf(item);
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.length) return false;
  list.splice(to, 0, ...list.splice(from, 1));
  return true;
}

export function listStations({ stationOrder, stations }: MenuTree): Station[] {
  return stationOrder.flatMap((id) => stations[id] ?? []);
}
