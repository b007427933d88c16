/** Finds the texts that guests of a language read in another one. Pure. */
import { isLackingLanguage, listLanguages, type Localized } from '#contract/menu-file/localized.ts';
import type { MenuTree, TreeDish } from '#contract/menu-file/menu-tree.ts';

export type TextField = 'name' | 'description' | 'unitLabel' | 'options';

/** A dish or section that lacks texts of a language. */
export interface LackingEntry {
  readonly id: string;
  readonly of: 'dish' | 'section';
  readonly name: Localized;
  readonly fields: readonly TextField[];
}

export interface MissingTexts {
  readonly language: string;
  /** In the order of the menu. */
  readonly entries: readonly LackingEntry[];
}

/** The languages of the app, and those that the menu has besides them. */
export function listMenuLanguages({ sections, dishes }: MenuTree): string[] {
  return listLanguages([
    ...Object.values(sections).map(({ name }) => name),
    ...Object.values(dishes).flatMap(({ name, description }) => [name, description]),
  ]);
}

/** Lists only languages that lack something. */
export function listMissingTexts(tree: MenuTree): MissingTexts[] {
  const { order, sections, dishes } = tree;
  return listMenuLanguages(tree).flatMap((language) => {
    const entries = order.flatMap((id): LackingEntry[] => {
      const section = sections[id];
      if (!section) return [];
      const own: LackingEntry[] = isLackingLanguage(section.name, language)
        ? [{ id, of: 'section', name: section.name, fields: ['name'] }]
        : [];
      const inDishes = section.dishes.flatMap((dishId): LackingEntry[] => {
        const dish = dishes[dishId];
        const fields = dish ? listLackingFields(dish, language) : [];
        return dish && fields.length > 0 ? [{ id: dishId, of: 'dish', name: dish.name, fields }] : [];
      });
      return [...own, ...inDishes];
    });
    return entries.length > 0 ? [{ language, entries }] : [];
  });
}

function listLackingFields(
  { name, description, unitLabel, modifierGroups }: TreeDish,
  language: string,
): TextField[] {
  const isLacking = (text: Localized | undefined) => text !== undefined && isLackingLanguage(text, language);
  const options = modifierGroups.flatMap((group) => [
    group.name,
    ...group.modifiers.map((each) => each.name),
  ]);
  return [
    ...(isLacking(name) ? (['name'] as const) : []),
    ...(isLacking(description) ? (['description'] as const) : []),
    ...(isLacking(unitLabel) ? (['unitLabel'] as const) : []),
    ...(options.some(isLacking) ? (['options'] as const) : []),
  ];
}
