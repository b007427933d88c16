/**
 * Converts menus of other makers' servers into ours. These shapes are known:
 *
 *   categories  [{ id, name, products }]         also in { categories }, or with `items`
 *   menus       [{ categories }]                 also in { menus }
 *   products    [{ id, categoryId }]
 *   map         { [categoryId]: products }
 */
import { itemMode } from '../states.ts';
import { changeFields, findFirstField, readFlag, isFields, mapList, type Fields } from './fields-of.ts';
import { listEntries, findList } from './lists.ts';

const productsNames = ['products', 'items'];
const groupsNames = ['modifierGroups', 'groups', 'optionGroups', 'attachedModifierGroups'];
const optionsNames = ['modifiers', 'options', 'products', 'items'];

/** Other names of our fields. The first one that exists counts. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'productId', 'modifierProductId'],
  name: ['name', 'productName'],
  price: ['price', 'productPrice'],
};

const withPlainNames = (from: Fields): Fields => {
  const found = Object.entries(otherNames).map(
    ([name, names]) => [name, findFirstField(from, names)] as const,
  );
  return { ...from, ...Object.fromEntries(found) };
};

const option = changeFields((from) => ({ ...withPlainNames(from), soldOut: readSoldOut(from) }));

/** Without a maximum, any number of them may be chosen. */
const group = changeFields((outer) => {
  const { modifierGroup: inner } = outer;
  const from = isFields(inner) ? { ...outer, ...inner } : outer;
  const modifiers = mapList(findFirstField(from, optionsNames), option);
  const isRequired = readFlag(from['isRequired']);
  const most = Array.isArray(modifiers) ? modifiers.length : 0;
  return {
    ...from,
    modifiers,
    min:
      findFirstField(from, ['min', 'minQuantity']) ??
      (isRequired === undefined ? undefined : Number(isRequired)),
    max: findFirstField(from, ['max', 'maxQuantity']) ?? (readFlag(from['isMultiple']) === false ? 1 : most),
  };
});

/** Groups options that are in one flat list by the group that they name. */
function readGroups(from: Fields): unknown {
  const groups = findFirstField(from, groupsNames);
  const options = listEntries(from['modifiers']).filter(isFields);
  if (groups !== undefined || options.length === 0) return mapList(groups, group);
  return groupBy(options, 'groupId').map(([id, modifiers]) =>
    group({ ...modifiers[0], id, name: modifiers[0]?.['groupName'], modifiers }),
  );
}

const readPicture = (img: unknown) => (typeof img === 'string' && img !== '' ? { x1: img, x2: img } : null);

/** Whether it is sold out, or undefined if the server does not say. */
function readSoldOut(from: Fields): unknown {
  const isSoldOut = findFirstField(from, ['soldOut', 'isSoldOut']);
  if (isSoldOut !== undefined) return isSoldOut;
  const isHere = readFlag(findFirstField(from, ['available', 'isAvailable', 'onShelf', 'onSale']));
  if (isHere !== undefined) return !isHere;
  const { stock, status } = from;
  if (stock === 0 || stock === '0' || status === 'soldOut') return true;
  return undefined;
}

const product = changeFields((from) => ({
  ...withPlainNames(from),
  description: from['description'] ?? from['desc'],
  picture:
    from['picture'] ??
    readPicture(findFirstField(from, ['img', 'imageUrl']) ?? listEntries(from['images'])[0]),
  soldOut: readSoldOut(from),
  modifierGroups: readGroups(from),
}));

/** Recharging a balance is not a dish. */
const isRecharge = (each: unknown) => {
  const mode = isFields(each) ? each['mode'] : undefined;
  return mode === 'recharge' || (mode !== '' && Number(mode) === itemMode.recharge);
};

export function convertProducts(value: unknown, categoryId?: unknown): unknown {
  const found = findList(value);
  if (!found) return value;
  const of = categoryId === undefined ? {} : { categoryId };
  return found.list
    .filter((each) => !isRecharge(each))
    .map((each) => (isFields(each) ? product({ ...of, ...each }) : each));
}

const category = changeFields((from) => ({
  ...from,
  products: convertProducts(findFirstField(from, productsNames), from['id']),
}));

/** Returns the categories of an answer, in any of the known shapes, or undefined. */
export function findCategories(data: unknown): readonly unknown[] | undefined {
  const found = findList(data, 'categories') ?? findList(isFields(data) ? data['menus'] : undefined);
  const entries = found?.list.filter(isFields) ?? [];
  const isMenus = entries.some(({ categories }) => findList(categories));
  return isMenus ? entries.flatMap(({ categories }) => listEntries(categories)) : found?.list;
}

/** Reads an answer with the whole menu. */
export function readMenu(data: unknown): unknown {
  // Only our servers have this list. It is not the list of categories.
  const { mostLoved, ...rest } = isFields(data) ? data : {};
  const own = mostLoved === undefined ? {} : { mostLoved };
  const listed = findCategories(data) ?? findCategoriesInMap(rest);
  if (!listed) return isFields(data) ? own : data;
  const entries = listed.filter(isFields);
  const isProducts = entries.some(
    (each) => findFirstField(each, ['price', 'productPrice', 'categoryId']) !== undefined,
  );
  const categories = isProducts ? groupByCategory(entries) : listed;
  return { ...own, categories: categories.map(category) };
}

function findCategoriesInMap(data: unknown): Fields[] | undefined {
  const entries = isFields(data) ? Object.entries(data) : [];
  const isMap = entries.length > 0 && entries.every(([, products]) => Array.isArray(products));
  return isMap ? entries.map(([id, products]) => ({ id, products })) : undefined;
}

/** Groups dishes that are in one flat list by the category that they name. */
function groupByCategory(products: readonly Fields[]): Fields[] {
  return groupBy(products, 'categoryId').map(([id, of]) => ({
    id,
    name: of[0]?.['categoryName'],
    products: of,
  }));
}

/** Groups entries by the value of a field, in the order of their first occurrence. */
function groupBy(entries: readonly Fields[], name: string): [id: unknown, entries: Fields[]][] {
  const parts = new Map<unknown, Fields[]>();
  for (const each of entries) {
    const id = each[name] ?? 0;
    parts.set(id, [...(parts.get(id) ?? []), each]);
  }
  return [...parts];
}
