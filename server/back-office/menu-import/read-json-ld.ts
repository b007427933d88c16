/**
 * Reads a menu of schema.org as JSON-LD: a Menu, the `hasMenu` of a Restaurant, or either inside `@graph`. A section
 * within a section becomes a section of its own.
 */
import { listSayableDiets, schemaDiets } from './json-ld-diets.ts';
import {
  isOfType,
  openDocument,
  readText,
  stripVocabulary,
  type Document,
  type Node,
} from './json-ld-nodes.ts';
import { readAmount } from './read-amount.ts';
import { createFileText } from './notice-words.ts';
import {
  createNotices,
  type Fields,
  type MenuSettings,
  type Notice,
  type Place,
  type Source,
} from './source.ts';
import { diets } from '#contract/dish-labels.ts';
import { readOwn } from '#contract/menu-file/edits.ts';
import type { Path } from '#contract/menu-file/mistake.ts';

const usedFields = new Set([
  '@type', '@id', '@context', 'identifier', 'name', 'description', 'offers', 'suitableForDiet', 'menuAddOn',
  'hasMenuItem', 'hasMenuSection', 'inLanguage', 'url',
]); // prettier-ignore

interface Reading {
  readonly document: Document;
  readonly settings: MenuSettings;
  readonly mistakes: Notice[];
  readonly paths: WeakMap<object, string>;
  readonly unused: Set<string>;
  readonly seen: { lacksCurrency: boolean };
}

/** @param root the parsed JSON, with numbers as text. Returns undefined if it is not JSON-LD */
export function readJsonLd(root: unknown, settings: MenuSettings): Source | undefined {
  const json = JSON.stringify(root);
  if (!/"@(context|type|graph)":/.test(json)) return undefined;
  const document = openDocument(root);
  const { mistakes, warnings } = createNotices();
  const reading: Reading = {
    document,
    settings,
    mistakes,
    paths: new WeakMap(),
    unused: new Set(),
    seen: { lacksCurrency: false },
  };
  const menus = document.findAll('Menu');
  const categories = menus.flatMap((menu) => readMenu(menu, reading));
  if (menus.length === 0) {
    const link = findLink(document);
    mistakes.push(link ? { code: 'menuElsewhere', place: { path: link } } : { code: 'unknown' });
  }
  if (reading.seen.lacksCurrency) warnings.push({ code: 'noCurrency', values: { own: settings.currency } });
  if (reading.unused.size > 0)
    warnings.push({ code: 'unusedColumns', values: { names: [...reading.unused] } });
  return {
    format: 'jsonLd',
    categories,
    placeOf: (path) => findPlace(categories, path, reading.paths),
    unsayableDiets: diets.filter((diet) => !listSayableDiets().includes(diet)),
    mistakes,
    warnings,
  };
}

/** The path to a `hasMenu` that is only an address. */
function findLink(document: Document): string | undefined {
  const places = ['Restaurant', 'FoodEstablishment', 'CafeOrCoffeeShop', 'BarOrPub', 'Bakery'];
  const found = places
    .flatMap((type) => document.findAll(type))
    .find(({ value }) => value['hasMenu'] ?? value['menu']);
  return found && (found.path === '' ? 'hasMenu' : `${found.path}.hasMenu`);
}

function readMenu(menu: Node, reading: Reading): Fields[] {
  const items = reading.document.list(menu, 'hasMenuItem');
  const sections = reading.document.list(menu, 'hasMenuSection');
  const own = items.length > 0 ? [readSection(menu, reading)] : [];
  return [...own, ...sections.flatMap((section) => readSections(section, reading))];
}

function readSections(node: Node, reading: Reading): Fields[] {
  const inner = reading.document.list(node, 'hasMenuSection').flatMap((each) => readSections(each, reading));
  const hasOwn = node.value['hasMenuItem'] !== undefined || inner.length === 0;
  return [...(hasOwn ? [readSection(node, reading)] : []), ...inner];
}

function readSection(node: Node, reading: Reading): Fields {
  return note(node, reading, {
    ...readId(node),
    name: readText(node.value['name']) ?? '',
    products: reading.document.list(node, 'hasMenuItem').map((item) => readItem(item, reading)),
  });
}

function readItem(node: Node, reading: Reading): Fields {
  const { value } = node;
  for (const name of Object.keys(value)) if (!usedFields.has(name)) reading.unused.add(name);
  const description = readText(value['description']);
  const addOns = reading.document.list(node, 'menuAddOn');
  return note(node, reading, {
    ...readId(node),
    name: readText(value['name']) ?? '',
    ...(description !== undefined && { description }),
    price: readPrice(node, reading) ?? '',
    ...readDiets(value, reading),
    ...(addOns.length > 0 && { modifierGroups: readAddOns(addOns, node, reading) }),
  });
}

/** A section of add-ons is a group of options. Single add-ons are one group. */
function readAddOns(addOns: readonly Node[], dish: Node, reading: Reading): Fields[] {
  const sections = addOns.filter(({ value }) => isOfType(value, 'MenuSection'));
  const single = addOns.filter((each) => !sections.includes(each));
  const readOption = (node: Node) =>
    note(node, reading, {
      ...readId(node),
      name: readText(node.value['name']) ?? '',
      price: readPrice(node, reading) ?? '0',
    });
  const groups = sections.map((node) =>
    note(node, reading, {
      ...readId(node),
      name: readText(node.value['name']) ?? '',
      modifiers: reading.document.list(node, 'hasMenuItem').map(readOption),
    }),
  );
  if (single.length === 0) return groups;
  const extras = { name: createFileText('extras'), modifiers: single.map(readOption) };
  return [...groups, note({ ...dish, path: `${dish.path}.menuAddOn` }, reading, extras)];
}

/** The price of the first offer, plain or as a specification. */
function readPrice(node: Node, { document, settings, ...reading }: Reading): string | undefined {
  const [offer] = document.list(node, 'offers');
  if (!offer) return undefined;
  const [specification = offer] = document.list(offer, 'priceSpecification');
  const source = offer.value['price'] === undefined ? specification : offer;
  const price = source.value['price'] ?? source.value['minPrice'];
  if (typeof price !== 'string') return undefined;
  const currency = source.value['priceCurrency'] ?? offer.value['priceCurrency'];
  if (typeof currency !== 'string') reading.seen.lacksCurrency = true;
  else if (currency.toUpperCase() !== settings.currency.toUpperCase())
    reading.mistakes.push({
      code: 'otherCurrency',
      place: { path: `${source.path}.priceCurrency` },
      values: { currency, own: settings.currency },
    });
  return readAmount(price, settings);
}

function readDiets(value: Fields, reading: Reading): Fields {
  const given = value['suitableForDiet'];
  if (given === undefined) return {};
  const names = (Array.isArray(given) ? given : [given]).flatMap((each: unknown) => {
    const name = typeof each === 'object' && each !== null ? (Reflect.get(each, '@id') as unknown) : each;
    return typeof name === 'string' ? stripVocabulary(name) : [];
  });
  for (const name of names) if (!readOwn(schemaDiets, name)) reading.unused.add(name);
  return { diets: names.flatMap((name) => readOwn(schemaDiets, name) ?? []) };
}

/** The `identifier`, plain or as a PropertyValue. */
function readId({ value: { identifier } }: Node): Fields {
  const id =
    typeof identifier === 'object' && identifier !== null
      ? (Reflect.get(identifier, 'value') as unknown)
      : identifier;
  return typeof id === 'string' && id !== '' ? { id } : {};
}

function note(node: Node, { paths }: Reading, entry: Fields): Fields {
  paths.set(entry, node.path);
  return entry;
}

/** The fields of a menu file that have another name here. */
const fieldNames: Readonly<Record<string, string>> = {
  price: 'offers.price',
  id: 'identifier',
  diets: 'suitableForDiet',
};

function findPlace(
  categories: readonly unknown[],
  path: Path,
  paths: WeakMap<object, string>,
): Place | undefined {
  let value: unknown = { categories };
  let place: string | undefined;
  for (const [index, key] of path.entries()) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    const found = typeof value === 'object' && value !== null ? paths.get(value) : undefined;
    if (found === undefined) continue;
    const field = path[index + 1];
    const isEntry = typeof path[index + 2] === 'number';
    const name = typeof field === 'string' && !isEntry ? `.${fieldNames[field] ?? field}` : '';
    place = `${found}${name}`;
  }
  return place === undefined ? undefined : { path: place };
}
