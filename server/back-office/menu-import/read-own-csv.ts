/**
 * Reads our own CSV file. Each row is a dish, an option of the dish above it, or both:
 *
 *   Section,Name,Price,Group,Option,Option price
 *   Noodles,Beef noodles,180,,,
 *   ,,,Size,Regular,0
 *   ,,,,Large,40
 *
 * An empty section or group is that of the row above.
 */
import type { Path } from '#contract/menu-file/mistake.ts';
import {
  isEmptyText,
  isOwnColumn,
  isOwnHeader,
  plainColumns,
  readText,
  splitNames,
  splitWords,
  textColumns,
  type PlainColumn,
  type TextColumn,
} from './own-columns.ts';
import { readAmount } from './read-amount.ts';
import { readColumnLanguage, readTable, toColumnKey, type Table, type TableRow } from './read-table.ts';
import { createRowPlaces, type Level } from './row-places.ts';
import { createNotices, type Fields, type MenuSettings, type Source } from './source.ts';

interface Section extends Fields {
  readonly products: Dish[];
}
interface Dish extends Fields {
  modifierGroups?: Group[];
}
interface Group extends Fields {
  readonly modifiers: Fields[];
}

const yes = /^(yes|y|true|1|x|是)$/i;
const no = /^(no|n|false|0|否|)$/i;

/** Returns undefined if the text is no such file. */
export function readOwnCsv(text: string, settings: MenuSettings): Source | undefined {
  const table = readTable(text, isOwnHeader);
  if (!table) return undefined;
  const notices = createNotices();
  const places = createRowPlaces((level, field) => findColumn(table, level, field));
  notices.mistakes.push(...table.mistakes);
  const hasSections = table.columns.some((name) => /^section\b/i.test(name));
  if (!hasSections && table.mistakes.length === 0)
    notices.mistakes.push({
      code: 'noColumn',
      place: { row: table.headerRow },
      values: { name: textColumns.section },
    });
  const categories = hasSections ? readRows(table, settings, notices, places.note) : [];
  const unused = table.listUnused(isOwnColumn);
  if (unused.length > 0) notices.warnings.push({ code: 'unusedColumns', values: { names: unused } });
  return { format: 'csv', categories, placeOf: (path) => places.placeOf(categories, path), ...notices };
}

function readRows(
  { rows, hasDecimalComma }: Table,
  { decimals }: MenuSettings,
  { mistakes }: ReturnType<typeof createNotices>,
  note: ReturnType<typeof createRowPlaces>['note'],
): Section[] {
  const sections = new Map<string, Section>();
  const created = new Set<Section>();
  const parseAmount = (text: string) => readAmount(text, { decimals, hasDecimalComma });
  let section: Section | undefined;
  let dish: Dish | undefined;
  let group: { readonly keys: readonly string[]; readonly entry: Group } | undefined;

  for (const row of rows) {
    const place = { row: row.number };
    const sectionKeys = listKeys(row, 'section', 'sectionId');
    if (sectionKeys.length > 0) {
      section = findByKey(sections, sectionKeys) ?? note(readSection(row), row.number);
      created.add(section);
      for (const key of sectionKeys) if (!sections.has(key)) sections.set(key, section);
    }
    if (isDish(row)) {
      if (!section) mistakes.push({ code: 'noSection', place });
      dish = note(readDish(row, parseAmount), row.number);
      group = undefined;
      section?.products.push(dish);
    }
    const groupKeys = listKeys(row, 'group', 'groupId');
    const isOption = listKeys(row, 'option', 'optionId').length > 0;
    if (groupKeys.length === 0 && !isOption) continue;
    if (!dish) {
      mistakes.push({ code: 'optionWithoutDish', place });
      continue;
    }
    if (groupKeys.length > 0 && !group?.keys.includes(groupKeys[0]!)) {
      group = { keys: groupKeys, entry: note(readGroup(row), row.number) };
      (dish.modifierGroups ??= []).push(group.entry);
    }
    if (!group) mistakes.push({ code: 'optionWithoutGroup', place });
    else if (isOption) group.entry.modifiers.push(note(readOption(row, parseAmount), row.number));
  }
  return [...created];
}

/** The id of an entry and its texts, by which later rows may name it. Empty if the row has none. */
function listKeys(row: TableRow, text: TextColumn, id: PlainColumn): string[] {
  const written = row.readCell(plainColumns[id]);
  const texts = readText(row, text) ?? '';
  const keys = (typeof texts === 'string' ? [texts] : Object.values(texts)).filter((each) => each !== '');
  return [...(written ? [`id ${written}`] : []), ...keys.map((each) => `text ${toColumnKey(each)}`)];
}

/** An id decides alone. */
function findByKey<Entry>(known: ReadonlyMap<string, Entry>, [first = '', ...others]: readonly string[]) {
  const keys = first.startsWith('id ') ? [first] : [first, ...others];
  return keys.map((key) => known.get(key)).find((entry) => entry !== undefined);
}

function isDish(row: TableRow): boolean {
  return listKeys(row, 'name', 'dishId').length > 0 || Boolean(row.readCell(plainColumns.price));
}

function readSection(row: TableRow): Section {
  const course = row.readCell(plainColumns.course);
  return {
    ...readId(row, 'sectionId'),
    ...readName(row, 'section'),
    ...(course !== undefined && { course: course === '' ? undefined : course }),
    products: [],
  };
}

function readDish(row: TableRow, amount: (text: string) => string): Dish {
  const readCell = (column: PlainColumn) => row.readCell(plainColumns[column]);
  const description = readText(row, 'description');
  const unit = readText(row, 'unit');
  const readWords = (column: 'diets' | 'allergens') => {
    const text = readCell(column);
    return text === undefined ? {} : { [column]: splitWords(text) };
  };
  const readOptional = (column: 'station' | 'tax' | 'picture') => {
    const text = readCell(column);
    return text === undefined ? {} : { [column]: text === '' ? undefined : text };
  };
  const aliases = readCell('aliases');
  const price = readCell('price');
  return {
    ...readId(row, 'dishId'),
    ...readName(row, 'name'),
    ...(description !== undefined && { description }),
    ...(price !== undefined && { price: amount(price) }),
    ...(unit !== undefined && readUnit(unit)),
    ...readWords('diets'),
    ...readWords('allergens'),
    ...(aliases !== undefined && { aliases: splitNames(aliases) }),
    ...readOptional('station'),
    ...readOptional('tax'),
    ...readOptional('picture'),
    ...(readCell('optionId') !== undefined || readText(row, 'option') !== undefined
      ? { modifierGroups: [] }
      : {}),
  };
}

function readUnit(unitLabel: NonNullable<ReturnType<typeof readText>>): Fields {
  return isEmptyText(unitLabel)
    ? { salesUnitType: 'piece', unitLabel: undefined }
    : { salesUnitType: 'weight', unitLabel };
}

function readGroup(row: TableRow): Group {
  const [min, max] = [row.readCell(plainColumns.min), row.readCell(plainColumns.max)];
  return {
    ...readId(row, 'groupId'),
    ...readName(row, 'group'),
    ...(min && { min }),
    ...(max && { max }),
    modifiers: [],
  };
}

function readOption(row: TableRow, amount: (text: string) => string): Fields {
  const readCell = (column: PlainColumn) => row.readCell(plainColumns[column]);
  const [price, chosen, tax] = [readCell('optionPrice'), readCell('default'), readCell('optionTax')];
  return {
    ...readId(row, 'optionId'),
    ...readName(row, 'option'),
    ...(price !== undefined && { price: price === '' ? '0' : amount(price) }),
    ...(chosen !== undefined && { default: yes.test(chosen) || (no.test(chosen) ? undefined : chosen) }),
    ...(tax !== undefined && { tax: tax === '' ? undefined : tax }),
  };
}

function readId(row: TableRow, column: PlainColumn): Fields {
  const id = row.readCell(plainColumns[column]);
  return id ? { id } : {};
}

function readName(row: TableRow, column: TextColumn): Fields {
  const name = readText(row, column);
  return name === undefined ? {} : { name };
}

const columnsOfLevel: Readonly<Record<Level, Readonly<Record<string, TextColumn | PlainColumn>>>> = {
  section: { name: 'section', id: 'sectionId', course: 'course' },
  dish: {
    id: 'dishId', name: 'name', description: 'description', price: 'price', unitLabel: 'unit', diets: 'diets',
    allergens: 'allergens', aliases: 'aliases', station: 'station', tax: 'tax', picture: 'picture',
  },
  group: { id: 'groupId', name: 'group', min: 'min', max: 'max' },
  option: { id: 'optionId', name: 'option', price: 'optionPrice', default: 'default', tax: 'optionTax' },
}; // prettier-ignore

/** Returns the column of a field as the file writes it. */
function findColumn({ columns }: Table, level: Level, [field, language]: Path): string | undefined {
  const column = columnsOfLevel[level][String(field)];
  if (column === undefined) return undefined;
  if (column in plainColumns) return plainColumns[column as PlainColumn];
  const text = column as TextColumn;
  const ofText = columns.filter((name) => readColumnLanguage(name, textColumns[text]) !== undefined);
  const written = ofText.find((name) => readColumnLanguage(name, textColumns[text]) === language);
  return written ?? ofText[0] ?? textColumns[text];
}
