/** Writes a menu as our own CSV file: one row for each dish, and one for each option below it. */
import { listLanguages } from '#contract/menu-file/localized.ts';
import type {
  Localized,
  WholeCategory,
  WholeModifier,
  WholeModifierGroup,
  WholeProduct,
} from '#contract/menu-file/whole-merchant.ts';
import { toCsv, type Cell } from '../csv.ts';
import { getTextColumn, joinNames, plainColumns, type PlainColumn, type TextColumn } from './own-columns.ts';

/** In the order in which a reader meets them. */
const order: readonly (TextColumn | PlainColumn)[] = [
  ...(['section', 'name', 'description', 'price', 'unit', 'diets', 'allergens', 'aliases'] as const),
  ...(['group', 'min', 'max', 'option', 'optionPrice', 'default', 'optionTax'] as const),
  ...(['station', 'tax', 'picture', 'course', 'sectionId', 'dishId', 'groupId', 'optionId'] as const),
];

type Row = ReadonlyMap<string, Cell>;

export function writeOwnCsv(categories: readonly WholeCategory[]): string {
  const languages = listLanguages(categories.flatMap(listTextsOf));
  const columns = order.flatMap((column) =>
    column in plainColumns
      ? [plainColumns[column as PlainColumn]]
      : languages.map((language) => getTextColumn(column as TextColumn, language)),
  );
  const rows = categories.flatMap(listRows);
  return toCsv([columns, ...rows.map((row) => columns.map((name) => row.get(name) ?? ''))]);
}

function listTextsOf({ name, products }: WholeCategory): Localized[] {
  const listTexts = ({ name: dish, description, modifierGroups }: WholeProduct) => [
    dish,
    description,
    ...modifierGroups.flatMap((group) => [group.name, ...group.modifiers.map((option) => option.name)]),
  ];
  return [name, ...products.flatMap(listTexts)];
}

function listRows(section: WholeCategory): Row[] {
  const course = { figure: String(section.course ?? '') };
  const named = [
    ...listTextCells('section', section.name),
    ...listPlainCells({ sectionId: section.id, course }),
  ];
  if (section.products.length === 0) return [new Map(named)];
  return section.products.flatMap((dish) => [
    new Map([...named, ...listDishCells(dish)]),
    ...dish.modifierGroups.flatMap((group) =>
      group.modifiers.map((option) => new Map([...groupCells(group), ...listOptionCells(option)])),
    ),
  ]);
}

function listDishCells(dish: WholeProduct): [string, Cell][] {
  return [
    ...listTextCells('name', dish.name),
    ...listTextCells('description', dish.description),
    ...(dish.unitLabel ? listTextCells('unit', dish.unitLabel) : []),
    ...listPlainCells({
      price: { figure: dish.price },
      diets: dish.diets.join(', '),
      allergens: dish.allergens.join(', '),
      aliases: joinNames(dish.aliases ?? []),
      station: dish.station ?? '',
      tax: dish.tax ?? '',
      picture: dish.picture,
      dishId: dish.id,
    }),
  ];
}

function groupCells({ id, name, min, max }: WholeModifierGroup): [string, Cell][] {
  return [
    ...listTextCells('group', name),
    ...listPlainCells({ groupId: id, min: { figure: String(min) }, max: { figure: String(max) } }),
  ];
}

function listOptionCells({ id, name, price, default: isDefault, tax = '' }: WholeModifier): [string, Cell][] {
  return [
    ...listTextCells('option', name),
    ...listPlainCells({
      optionId: id,
      optionPrice: { figure: price },
      default: isDefault ? 'yes' : '',
      optionTax: tax,
    }),
  ];
}

function listTextCells(column: TextColumn, text: Localized): [string, Cell][] {
  return Object.entries(text).map(([language, words]) => [getTextColumn(column, language), words]);
}

function listPlainCells(cells: Partial<Record<PlainColumn, Cell>>): [string, Cell][] {
  return Object.entries(cells).map(([column, cell]) => [plainColumns[column as PlainColumn], cell]);
}
