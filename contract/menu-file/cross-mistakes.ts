import { getUsualDecimals } from '#projections/bill/currency.ts';
import { toPlainText } from '#projections/menu/plain-text.ts';
import { limits } from '../limits.ts';
import { isSpan, normaliseHours, hasOverlap, weekdays, type ServedHours } from './hours.ts';
import { createIdByPlace } from './menu-file-schema.ts';
import { createMistake, type Mistake, type Path } from './mistake.ts';

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [path: Path, fields: Fields];

/**
 * Finds mistakes that no single field shows: repeated ids, choices that cannot be made, prices with too many decimals
 * for the currency. It reads the raw menu, so that these mistakes are listed together with those of single fields.
 */
export function findCrossMistakes(raw: unknown): Mistake[] {
  const file = readFields(raw);
  const merchant = readFields(file['merchant']);
  const decimals = readDecimals(merchant);
  const tables = listEntries(file['tables'], ['tables']);
  const categories = listEntries(file['categories'], ['categories']);
  const products = categories.flatMap(([path, { products: each }]) =>
    listEntries(each, [...path, 'products']),
  );
  const coupons = listEntries(file['coupons'], ['coupons']);
  const stations = listEntries(file['stations'], ['stations']);
  const taxes = listEntries(merchant['taxes'], ['merchant', 'taxes']);
  return [
    ...tables.flatMap(([path, { id, qrcode }]) =>
      id === undefined && qrcode === undefined ? [createMistake([...path, 'id'], 'tableWithoutId')] : [],
    ),
    ...findRepeated(tables, 'qrcode'),
    ...findRepeated(tables, 'id'),
    ...findRepeated(tables, 'name'),
    ...findRepeated(categories, 'id'),
    ...findRepeated(products, 'id'),
    ...findRepeated(coupons, 'id'),
    ...findRepeated(stations, 'id'),
    ...[...categories, ...products].flatMap(findRepeatedAliases),
    ...findPartnerMistakes(products),
    ...categories.flatMap(([path, { served }]) => findHoursMistakes(served, [...path, 'served'])),
    ...findOpeningMistakes(merchant),
    ...findUnknownStations([...categories, ...products], stations),
    ...findRepeated(taxes, 'id'),
    ...findUnknownTaxes([...categories, ...products, ...products.flatMap(listModifiers)], taxes),
    ...findTooFine([['merchant'], merchant], ['lineLimit'], decimals),
    ...products.flatMap((each) => findProductMistakes(each, decimals)),
    ...coupons.flatMap((each) => findTooFine(each, ['discount', 'from', 'atMost'], decimals)),
  ];
}

function readDecimals({ decimals, currency }: Fields): number {
  const given = readText(decimals);
  if (given !== undefined) return /^[0-3]$/.test(given) ? Number(given) : 2;
  return getUsualDecimals(readText(currency) ?? '');
}

/** Ignores differences in writing that the search ignores, too. */
function findRepeatedAliases([path, { aliases }]: Entry): Mistake[] {
  const all = Array.isArray(aliases)
    ? aliases.map((each: unknown) => toPlainText(readText(each)?.trim() ?? ''))
    : [];
  return all.flatMap((alias, index) =>
    alias !== '' && all.indexOf(alias) < index
      ? [createMistake([...path, 'aliases', index], 'aliasTwice', { value: alias })]
      : [],
  );
}

/** Finds dishes in `goesWith` that the menu does not have, or that stand there twice. */
function findPartnerMistakes(products: readonly Entry[]): Mistake[] {
  const known = new Set(products.map(([, { id }]) => id));
  return products.flatMap(([path, { id, goesWith }]) => {
    const all: readonly unknown[] = Array.isArray(goesWith) ? goesWith : [];
    return all.flatMap((each, index) => {
      const value = readText(each);
      const at = [...path, 'goesWith', index];
      if (value === undefined) return [];
      if (!known.has(value)) return [createMistake(at, 'noDish', { value })];
      if (value === id) return [createMistake(at, 'itself')];
      return all.indexOf(value) < index ? [createMistake(at, 'aliasTwice', { value })] : [];
    });
  });
}

function findOpeningMistakes(merchant: Fields): Mistake[] {
  const dates = listEntries(merchant['openingDates'], ['merchant', 'openingDates']);
  return [
    ...findHoursMistakes(merchant['openingHours'], ['merchant', 'openingHours']),
    ...dates.flatMap(([path, { hours }]) => findHoursMistakes(hours, [...path, 'hours'], { days: ['mon'] })),
    ...findRepeated(dates, 'date'),
  ];
}

/**
 * Checks hours that can be read: each has a duration, and none overlap.
 * @param day any single day, for hours that belong to one date
 */
function findHoursMistakes(hours: unknown, path: Path, day: Fields = {}): Mistake[] {
  const all = listEntries(hours, path).map(([at, fields]) => [at, { ...fields, ...day }] as const);
  const spans = all.flatMap(([at, fields]) => {
    const hours = isHours(fields) && normaliseHours(fields);
    return hours && isSpan(hours) ? [[at, hours] as const] : [];
  });
  return [
    ...all.flatMap(([at, { from, to }]) => {
      const [first, last] = [readText(from), readText(to)];
      if (first === undefined || first !== last || isSpan({ from: first, to: last })) return [];
      return [createMistake([...at, 'to'], 'noTimeBetween', { value: first })];
    }),
    ...spans.flatMap(([at, hours], index) => {
      const first = spans.slice(0, index).find(([, earlier]) => hasOverlap(earlier, hours));
      return first ? [{ ...createMistake([...at, 'from'], 'hoursCross'), first: first[0] }] : [];
    }),
  ];
}

function isHours(fields: Fields): fields is Fields & ServedHours {
  const { days, from, to } = fields;
  const known: readonly unknown[] = weekdays;
  const areDays = days === undefined || (Array.isArray(days) && days.every((day) => known.includes(day)));
  return areDays && readText(from) !== undefined && readText(to) !== undefined;
}

function findUnknownStations(entries: readonly Entry[], stations: readonly Entry[]): Mistake[] {
  const known = stations.flatMap(([, { id }]) => readText(id) ?? []);
  return entries.flatMap(([path, { station }]) => {
    const named = readText(station);
    if (named === undefined || known.includes(named)) return [];
    const at = [...path, 'station'];
    return known.length > 0
      ? [createMistake(at, 'noStation', { value: named, names: known.join(', ') })]
      : [createMistake(at, 'noStations', { value: named })];
  });
}

function listGroups([path, fields]: Entry): Entry[] {
  return addGeneratedIds(listEntries(fields['modifierGroups'], [...path, 'modifierGroups']), fields['id']);
}

function listModifiers(product: Entry): Entry[] {
  return listGroups(product).flatMap(([at, { modifiers }]) => listEntries(modifiers, [...at, 'modifiers']));
}

function findUnknownTaxes(entries: readonly Entry[], taxes: readonly Entry[]): Mistake[] {
  const known = taxes.flatMap(([, { id }]) => readText(id) ?? []);
  return entries.flatMap(([path, { tax }]) => {
    const named = readText(tax);
    if (named === undefined || known.includes(named)) return [];
    const at = [...path, 'tax'];
    return known.length > 0
      ? [createMistake(at, 'noTax', { value: named, names: known.join(', ') })]
      : [createMistake(at, 'noTaxes', { value: named })];
  });
}

function findProductMistakes(product: Entry, decimals: number): Mistake[] {
  const [path, fields] = product;
  const groups = listGroups(product);
  const modifiers = groups.flatMap(([at, { id, modifiers: each }]) =>
    addGeneratedIds(listEntries(each, [...at, 'modifiers']), id),
  );
  const mistakes = [
    ...findTooFine(product, ['price'], decimals),
    ...modifiers.flatMap((each) => findTooFine(each, ['price'], decimals)),
    ...findRepeated(groups, 'id'),
    ...findRepeated(modifiers, 'id'),
    ...[...groups, ...modifiers].flatMap(findIdMistakes),
    ...groups.flatMap(findGroupMistakes),
  ];
  if (canExceedPrice(fields, groups)) mistakes.push(createMistake([...path, 'price'], 'belowZero'));
  const isWeighed = fields['salesUnitType'] === 'weight';
  if (isWeighed && fields['unitLabel'] === undefined)
    mistakes.push(createMistake([...path, 'unitLabel'], 'weightWithoutUnit'));
  if (!isWeighed && fields['unitLabel'] !== undefined)
    mistakes.push(createMistake([...path, 'unitLabel'], 'unitWithoutWeight'));
  return mistakes;
} // prettier-ignore

/** Whether the options can lower the price below zero. */
function canExceedPrice({ price }: Fields, groups: readonly Entry[]): boolean {
  const takenOff = groups.flatMap(([, { max, modifiers }]) => {
    const prices = listEntries(modifiers, []).map(([, fields]) => Number(readText(fields['price']) ?? 0));
    const lowest = prices.filter((each) => each < 0).sort((a, b) => a - b);
    return lowest.slice(0, parseWhole(max) ?? lowest.length);
  });
  const left = takenOff.reduce((sum, each) => sum + each, Number(readText(price) ?? 0));
  return takenOff.length > 0 && left < 0;
}

function addGeneratedIds(entries: readonly Entry[], owner: unknown): Entry[] {
  return entries.map(([path, fields], place) =>
    fields['id'] === undefined && typeof owner === 'string'
      ? [path, { ...fields, id: createIdByPlace(owner, place) }]
      : [path, fields],
  );
}

/** An id that is derived from its place may be longer than a written one. */
function findIdMistakes([path, fields]: Entry): Mistake[] {
  const isTooLong = (readText(fields['id'])?.length ?? 0) > limits.idLength;
  return isTooLong ? [createMistake([...path, 'id'], 'tooLong', { most: limits.idLength })] : [];
}

function findGroupMistakes([path, fields]: Entry): Mistake[] {
  if (!Array.isArray(fields['modifiers'])) return [];
  const modifiers = listEntries(fields['modifiers'], []);
  const min = parseWhole(fields['min']);
  const max = fields['max'] === undefined ? modifiers.length : parseWhole(fields['max']);
  if (min === undefined || max === undefined) return [];
  const available = modifiers.filter(([, modifier]) => modifier['soldOut'] !== true).length;
  if (modifiers.length === 0) return [createMistake([...path, 'modifiers'], 'empty')];
  if (min > max) return [createMistake([...path, 'min'], 'minAboveMax', { min, max })];
  if (max > modifiers.length)
    return [createMistake([...path, 'max'], 'maxAboveAll', { max, all: modifiers.length })];
  if (min > available)
    return [createMistake([...path, 'min'], 'minAboveAvailable', { min, available })];
  const defaults = modifiers.filter(([, modifier]) => modifier['default'] === true).length;
  if (defaults > max) return [createMistake([...path, 'modifiers'], 'tooManyDefaults', { defaults, max })];
  return [];
} // prettier-ignore

function findTooFine([path, fields]: Entry, names: readonly string[], decimals: number): Mistake[] {
  return names.flatMap((name) => {
    const places = /^-?\d+\.(\d+)$/.exec(readText(fields[name]) ?? '')?.[1]?.length ?? 0;
    if (places <= decimals) return [];
    return [createMistake([...path, name], 'tooFine', { places, decimals })];
  }); // prettier-ignore
}

function findRepeated(entries: readonly Entry[], field: string): Mistake[] {
  const first = new Map<string, Path>();
  return entries.flatMap(([path, fields]) => {
    const value = readText(fields[field]);
    if (value === undefined) return [];
    const earlier = first.get(value);
    const here = [...path, field];
    if (earlier === undefined) {
      first.set(value, here);
      return [];
    }
    return [{ ...createMistake(here, 'twice', { value }), first: earlier }];
  });
}

export function listEntries(value: unknown, path: Path): Entry[] {
  if (!Array.isArray(value)) return [];
  return value.map((each, index) => [[...path, index], readFields(each)] as const);
}

export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseWhole(value: unknown): number | undefined {
  const text = readText(value);
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
