/** The columns of our own CSV file. They may be in any order, and most may be left out. */
import { readColumnLanguage, toColumnKey, type TableRow } from './read-table.ts';
import type { FileText } from './source.ts';

/** A text has a column for each language, such as `Name (en-US)`, or one column for all. */
export const textColumns = {
  section: 'Section',
  name: 'Name',
  description: 'Description',
  unit: 'Unit',
  group: 'Group',
  option: 'Option',
} as const;
export type TextColumn = keyof typeof textColumns;

export const plainColumns = {
  price: 'Price',
  diets: 'Diets',
  allergens: 'Allergens',
  aliases: 'Other names',
  station: 'Station',
  tax: 'Tax',
  picture: 'Picture',
  min: 'At least',
  max: 'At most',
  optionPrice: 'Option price',
  default: 'Preselected',
  optionTax: 'Option tax',
  course: 'Course',
  sectionId: 'Section id',
  dishId: 'Dish id',
  groupId: 'Group id',
  optionId: 'Option id',
} as const;
export type PlainColumn = keyof typeof plainColumns;

export function getTextColumn(column: TextColumn, language: string): string {
  return `${textColumns[column]} (${language})`;
}

const keys = new Set<string>(
  [...Object.values(plainColumns), ...Object.values(textColumns)].map(toColumnKey),
);

export function isOwnColumn(column: string): boolean {
  const isText = Object.values(textColumns).some((text) => readColumnLanguage(column, text) !== undefined);
  return isText || keys.has(toColumnKey(column));
}

/** A header has the name of the dish, and at least one more of the columns. */
export function isOwnHeader(columns: readonly string[]): boolean {
  const name = toColumnKey(textColumns.name);
  const hasName = columns.some((key) => key === name || key.startsWith(`${name} (`));
  return hasName && columns.filter(isOwnColumn).length > 1;
}

/** Reads a text in all languages. Returns undefined if the table has no column for it. */
export function readText({ readCell, listLanguages }: TableRow, column: TextColumn): FileText | undefined {
  const inLanguages = listLanguages(textColumns[column]);
  const single = readCell(textColumns[column]);
  if (inLanguages.length === 0) return single;
  // A column for all languages fills the cells that are empty.
  return Object.fromEntries(inLanguages.map(([language, text]) => [language, text || (single ?? '')]));
}

export function isEmptyText(text: ReturnType<typeof readText>): boolean {
  return text === undefined || Object.values(typeof text === 'string' ? [text] : text).every((each) => !each);
}

const separator = /(?<!\\)[|]/;

/** Other names are separated by `|`, because a name may contain a comma. */
export function splitNames(cell: string): string[] {
  return cell
    .split(separator)
    .map((name) => name.trim().replaceAll('\\|', '|'))
    .filter((name) => name !== '');
}

export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('|', '\\|')).join(' | ');
}

/** Words without spaces, such as the names of diets. */
export function splitWords(cell: string): string[] {
  return cell.split(/[\s,;、|]+/).filter((word) => word !== '');
}
