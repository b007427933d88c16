import type { Path } from '#contract/menu-file/mistake.ts';
import type { Fields, Place } from './source.ts';

/** The levels of a menu, from the section to the option. */
export type Level = 'section' | 'dish' | 'group' | 'option';

const levelOfList: Readonly<Record<string, Level>> = {
  categories: 'section',
  products: 'dish',
  modifierGroups: 'group',
  modifiers: 'option',
};

/** Remembers in which row of a table each entry begins. */
export function createRowPlaces(columnOf: (level: Level, field: Path) => string | undefined) {
  const rows = new WeakMap<object, number>();
  return {
    note<Entry extends Fields>(entry: Entry, row: number): Entry {
      rows.set(entry, row);
      return entry;
    },
    /** The cell of a value, or the row of the entry that has it. */
    placeOf(categories: readonly unknown[], path: Path): Place | undefined {
      let value: unknown = { categories };
      let found: { readonly row: number; readonly level: Level; readonly field: Path } | undefined;
      for (const [index, key] of path.entries()) {
        value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
        const row = typeof value === 'object' && value !== null ? rows.get(value) : undefined;
        const level = levelOfList[String(path[index - 1])];
        if (row !== undefined && level) found = { row, level, field: path.slice(index + 1) };
      }
      return found && { row: found.row, column: columnOf(found.level, found.field) };
    },
  };
}
