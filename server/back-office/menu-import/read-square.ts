/**
 * Reads the item library of Square, exported as CSV. Each row is a variation of an item, and the rows of one item share
 * its name and categories. Newer exports have the column Categories, older ones Category.
 *
 * An item with one variation becomes a dish. Of an item with several, they become a required choice: the dish has the
 * lowest price, and each variation its difference to it.
 */
import { Decimal } from 'decimal.js';
import { createFileText } from './notice-words.ts';
import { readAmount } from './read-amount.ts';
import { readTable, type Table, type TableRow } from './read-table.ts';
import { createRowPlaces, type Level } from './row-places.ts';
import { createNotices, type Fields, type FileText, type MenuSettings, type Source } from './source.ts';
import { column, isSquareColumn, isSquareHeader, modifierSet } from './square-columns.ts';

interface Section extends Fields {
  readonly products: Fields[];
}

const isYes = (text: string | undefined) => text?.toUpperCase() === 'Y';
const isNo = (text: string | undefined) => text?.toUpperCase() === 'N';

/** Returns undefined if the text is no export of Square. */
export function readSquare(text: string, { decimals }: MenuSettings): Source | undefined {
  const table = readTable(text, isSquareHeader);
  if (!table) return undefined;
  const notices = createNotices();
  notices.mistakes.push(...table.mistakes);
  const places = createRowPlaces((level, [field]) => findColumn(level, String(field)));
  const sections = new Map<string, Section>();
  const items = listItems(table);
  for (const rows of items) {
    const [first] = rows;
    const name = findSection(first);
    const key = JSON.stringify(name);
    const section = sections.get(key) ?? places.note<Section>({ name, products: [] }, first.number);
    sections.set(key, section);
    const prices = rows.map(({ readCell }) => readAmount(readCell(column.price) ?? '', { decimals }));
    for (const [index, price] of prices.entries())
      if (!isFixed(price))
        notices.mistakes.push({ code: 'noPrice', place: { row: rows[index]!.number, column: column.price } });
    section.products.push(places.note(readItem(rows, prices, places.note), first.number));
  }
  const categories = [...sections.values()];
  notices.warnings.push(...listWarnings(table, items));
  return {
    format: 'square',
    categories,
    placeOf: (path) => places.placeOf(categories, path),
    keepsGroups: true,
    ...notices,
  };
}

type Item = readonly [TableRow, ...TableRow[]];

/** Groups the variations that are for sale by their item. */
function listItems({ rows }: Table): Item[] {
  const items = new Map<string, [TableRow, ...TableRow[]]>();
  for (const row of rows) {
    if (!isForSale(row)) continue;
    const key = JSON.stringify([row.readCell(column.name), findCategories(row)]);
    const item = items.get(key);
    if (item) item.push(row);
    else items.set(key, [row]);
  }
  return [...items.values()];
}

function isForSale({ readCell }: TableRow): boolean {
  return !isYes(readCell(column.archived)) && !isNo(readCell(column.sellable));
}

function isFixed(price: string): boolean {
  return /^\d+(\.\d+)?$/.test(price);
}

function readItem(
  rows: Item,
  prices: readonly string[],
  note: ReturnType<typeof createRowPlaces>['note'],
): Fields {
  const [{ readCell }] = rows;
  const description = readCell(column.description);
  const fixed = prices.filter(isFixed).map((price) => new Decimal(price));
  const lowest = fixed.length > 0 ? Decimal.min(...fixed) : undefined;
  const hasChoice = rows.length > 1;
  return {
    ...readId(rows[0]),
    name: readCell(column.guestName) || readCell(column.name) || '',
    ...(description !== undefined && { description }),
    // Another price is a mistake that is listed already.
    price: lowest?.toFixed() ?? '0',
    ...(hasChoice && lowest && { modifierGroups: [readVariations(rows, prices, lowest, note)] }),
  };
}

function readVariations(
  rows: Item,
  prices: readonly string[],
  lowest: Decimal,
  note: ReturnType<typeof createRowPlaces>['note'],
): Fields {
  const [{ readCell, number }] = rows;
  const modifiers = rows.map((row, index) => {
    const price = prices[index]!;
    const name = row.readCell(column.optionValue) || row.readCell(column.variation) || '';
    return note(
      { ...readId(row), name, price: isFixed(price) ? new Decimal(price).minus(lowest).toFixed() : '0' },
      row.number,
    );
  });
  const name = readCell(column.optionName) || createFileText('variation');
  return note({ name, min: '1', max: '1', modifiers }, number);
}

/** Square's own token, or the SKU, in which our export keeps the id. */
function readId({ readCell }: TableRow): Fields {
  const id = [readCell(column.token), readCell(column.sku)].find(
    (each) => each && /^[\w.-]{1,64}$/.test(each),
  );
  return id ? { id } : {};
}

/** "Drinks > Tea, Breakfast" is in two categories. */
function findCategories({ readCell }: TableRow): string[] {
  const text = readCell(column.categories) || readCell(column.category) || readCell(column.reporting) || '';
  return text.split(/\s*,\s*/).filter((each) => each !== '');
}

/** The first category of an item. Of a category within another one, the inner name counts. */
function findSection(row: TableRow): FileText {
  const [first] = findCategories(row);
  return first?.split(/\s*>\s*/).at(-1) || createFileText('otherItems');
}

function listWarnings(table: Table, items: readonly Item[]): Source['warnings'] {
  const archived = table.rows.filter((row) => !isForSale(row)).length;
  const several = items.filter(([first]) => findCategories(first).length > 1).length;
  const isOpen = items.some(([first]) => findCategories(first).length === 0);
  const sets = table.columns.filter(
    (name) => name.startsWith(modifierSet) && items.some(([first]) => isYes(first.readCell(name))),
  );
  const unused = table.listUnused((name) => isSquareColumn(name));
  return [
    ...(archived > 0 ? [{ code: 'archived', values: { count: archived } } as const] : []),
    ...(several > 0 ? [{ code: 'severalCategories', values: { count: several } } as const] : []),
    ...(isOpen ? [{ code: 'otherSection' } as const] : []),
    ...(sets.length > 0
      ? [
          {
            code: 'modifierSets',
            values: { names: sets.map((name) => name.slice(modifierSet.length)) },
          } as const,
        ]
      : []),
    ...(unused.length > 0 ? [{ code: 'unusedColumns', values: { names: unused } } as const] : []),
  ];
}

function findColumn(level: Level, field: string): string | undefined {
  if (field === 'price') return column.price;
  if (field === 'id') return column.token;
  if (level === 'section') return column.categories;
  if (level === 'dish') return field === 'description' ? column.description : column.name;
  return level === 'option' ? column.variation : undefined;
}
