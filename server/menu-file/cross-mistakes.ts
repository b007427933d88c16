import { limits } from '#contract/limits.ts';
import { plain } from '#projections/menu/plain-text.ts';
import { idByPlace, tooLongId } from './menu-file-schema.ts';
import { dishPicture, logoPicture, type Pictures } from './own-pictures.ts';
import type { Path } from './places.ts';

export interface Mistake {
  readonly path: Path;
  readonly words: string;
  /** The place is the field's name: what stands behind it is not to blame. */
  readonly atName?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [path: Path, fields: Fields];

/**
 * What no field shows by itself: ids that stand twice, choices that cannot be made, prices finer than the currency's
 * coins. Goes through what was read as it is, so that these stand in one list with the mistakes of single fields.
 * @param placeOf file, line and column of a path
 */
export function crossMistakes(raw: unknown, placeOf: (path: Path) => string): Mistake[] {
  const file = fieldsOf(raw);
  const merchant = fieldsOf(file['merchant']);
  const decimals = /^[0-2]$/.test(String(merchant['decimals'])) ? Number(merchant['decimals']) : 2;
  const tables = entriesOf(file['tables'], ['tables']);
  const categories = entriesOf(file['categories'], ['categories']);
  const products = categories.flatMap(([path, { products: each }]) => entriesOf(each, [...path, 'products']));
  const coupons = entriesOf(file['coupons'], ['coupons']);
  const stations = entriesOf(file['stations'], ['stations']);
  const twice = (entries: readonly Entry[], field: string) => repeated(entries, field, placeOf);
  return [
    ...tables.flatMap(([path, { id, qrcode }]) =>
      id === undefined && qrcode === undefined
        ? [{ path: [...path, 'id'], words: 'is missing: a table without qrcode needs an id' }]
        : [],
    ),
    ...twice(tables, 'qrcode'),
    ...twice(tables, 'id'),
    ...twice(tables, 'name'),
    ...twice(categories, 'id'),
    ...twice(products, 'id'),
    ...twice(coupons, 'id'),
    ...twice(stations, 'id'),
    ...[...categories, ...products].flatMap(repeatedAliases),
    ...unknownStations([...categories, ...products], stations),
    ...tooFine([['merchant'], merchant], ['lineLimit'], decimals),
    ...products.flatMap((each) => mistakesOfProduct(each, decimals, twice)),
    ...coupons.flatMap((each) => tooFine(each, ['discount', 'from', 'atMost'], decimals)),
  ];
}

/** However it is written: the search makes no difference. */
function repeatedAliases([path, { aliases }]: Entry): Mistake[] {
  const all = Array.isArray(aliases) ? aliases.map((each: unknown) => plain(textOf(each)?.trim() ?? '')) : [];
  return all.flatMap((alias, index) =>
    alias !== '' && all.indexOf(alias) < index
      ? [{ path: [...path, 'aliases', index], words: `"${alias}" stands twice` }]
      : [],
  );
}

function unknownStations(entries: readonly Entry[], stations: readonly Entry[]): Mistake[] {
  const known = stations.flatMap(([, { id }]) => textOf(id) ?? []);
  return entries.flatMap(([path, { station }]) => {
    const named = textOf(station);
    if (named === undefined || known.includes(named)) return [];
    const words = `"${named}" is none of the stations${known.length > 0 ? `: ${known.join(', ')}` : ': there are none'}`;
    return [{ path: [...path, 'station'], words }];
  });
}

export async function pictureMistakes(raw: unknown, where: Pictures): Promise<Mistake[]> {
  const file = fieldsOf(raw);
  const mistakes: Mistake[] = [];
  const look = async (path: Path, given: unknown, find: typeof dishPicture) => {
    const found = typeof given === 'string' && given !== '' ? await find(given, '', where) : undefined;
    if (typeof found === 'string') mistakes.push({ path, words: found });
  };
  await look(['merchant', 'logo'], fieldsOf(file['merchant'])['logo'], logoPicture);
  for (const [path, category] of entriesOf(file['categories'], ['categories']))
    for (const [at, product] of entriesOf(category['products'], [...path, 'products']))
      await look([...at, 'picture'], product['picture'], dishPicture);
  return mistakes;
}

function mistakesOfProduct(
  product: Entry,
  decimals: number,
  twice: (entries: readonly Entry[], field: string) => Mistake[],
): Mistake[] {
  const [path, fields] = product;
  const groups = named(entriesOf(fields['modifierGroups'], [...path, 'modifierGroups']), fields['id']);
  const modifiers = groups.flatMap(([at, { id, modifiers: each }]) =>
    named(entriesOf(each, [...at, 'modifiers']), id),
  );
  const mistakes = [
    ...tooFine(product, ['price'], decimals),
    ...modifiers.flatMap((each) => tooFine(each, ['price'], decimals)),
    ...twice(groups, 'id'),
    ...twice(modifiers, 'id'),
    ...[...groups, ...modifiers].flatMap(mistakesOfId),
    ...groups.flatMap(mistakesOfGroup),
  ];
  const isWeighed = fields['salesUnitType'] === 'weight';
  if (isWeighed && fields['unitLabel'] === undefined)
    mistakes.push({ path: [...path, 'unitLabel'], words: 'is missing: what one step of the weight is, e.g. 100 g' });
  if (!isWeighed && fields['unitLabel'] !== undefined)
    mistakes.push({ path: [...path, 'unitLabel'], words: 'is only for dishes with salesUnitType: weight' });
  return mistakes;
} // prettier-ignore

function named(entries: readonly Entry[], owner: unknown): Entry[] {
  return entries.map(([path, fields], place) =>
    fields['id'] === undefined && typeof owner === 'string'
      ? [path, { ...fields, id: idByPlace(owner, place) }]
      : [path, fields],
  );
}

/** One that is made of its place may be longer than what a file may say, too. */
function mistakesOfId([path, fields]: Entry): Mistake[] {
  const isTooLong = (textOf(fields['id'])?.length ?? 0) > limits.idLength;
  return isTooLong ? [{ path: [...path, 'id'], words: tooLongId }] : [];
}

function mistakesOfGroup([path, fields]: Entry): Mistake[] {
  const [min, max] = [wholeOf(fields['min']), wholeOf(fields['max'])];
  if (min === undefined || max === undefined || !Array.isArray(fields['modifiers'])) return [];
  const modifiers = entriesOf(fields['modifiers'], []);
  const available = modifiers.filter(([, modifier]) => modifier['soldOut'] !== true).length;
  if (modifiers.length === 0) return [{ path: [...path, 'modifiers'], words: 'must not be empty' }];
  if (min > max) return [{ path: [...path, 'min'], words: `is ${min}, more than max, which is ${max}` }];
  if (max > modifiers.length)
    return [{ path: [...path, 'max'], words: `is ${max}, but there are only ${modifiers.length} to choose from` }];
  if (min > available)
    return [{ path: [...path, 'min'], words: `is ${min}, but only ${available} are not sold out` }];
  return [];
} // prettier-ignore

function tooFine([path, fields]: Entry, names: readonly string[], decimals: number): Mistake[] {
  return names.flatMap((name) => {
    const places = /^\d+\.(\d+)$/.exec(textOf(fields[name]) ?? '')?.[1]?.length ?? 0;
    if (places <= decimals) return [];
    return [{ path: [...path, name], words: `has ${places} decimals, but the merchant's "decimals" is ${decimals}` }];
  }); // prettier-ignore
}

function repeated(entries: readonly Entry[], field: string, placeOf: (path: Path) => string): Mistake[] {
  const first = new Map<string, Path>();
  return entries.flatMap(([path, fields]) => {
    const value = textOf(fields[field]);
    if (value === undefined) return [];
    const earlier = first.get(value);
    const here = [...path, field];
    if (earlier === undefined) {
      first.set(value, here);
      return [];
    }
    return [{ path: here, words: `"${value}" stands twice, first at ${placeOf(earlier)}` }];
  });
}

function entriesOf(value: unknown, path: Path): Entry[] {
  if (!Array.isArray(value)) return [];
  return value.map((each, index) => [[...path, index], fieldsOf(each)] as const);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function wholeOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
