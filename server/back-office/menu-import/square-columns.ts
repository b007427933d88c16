/** The columns of Square's item library that a menu can use. */
import { toColumnKey } from './read-table.ts';

export const column = {
  token: 'Token',
  name: 'Item Name',
  guestName: 'Customer-facing Name',
  variation: 'Variation Name',
  sku: 'SKU',
  description: 'Description',
  categories: 'Categories',
  /** The name in older exports. */
  category: 'Category',
  reporting: 'Reporting Category',
  price: 'Price',
  archived: 'Archived',
  sellable: 'Sellable',
  optionName: 'Option Name 1',
  optionValue: 'Option Value 1',
} as const;

/** Begins the column of a modifier set: Y in the rows of its items. */
export const modifierSet = 'Modifier Set - ';

const keys = new Set<string>(Object.values(column).map(toColumnKey));

export function isSquareHeader(columns: readonly string[]): boolean {
  const has = (name: string) => columns.includes(toColumnKey(name));
  return has(column.name) && has(column.price) && (has(column.token) || has(column.variation));
}

export function isSquareColumn(name: string): boolean {
  return keys.has(toColumnKey(name)) || name.startsWith(modifierSet);
}
