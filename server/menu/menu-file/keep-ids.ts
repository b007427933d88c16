/**
 * Keeps ids stable when a menu file without ids is imported. Pure.
 *
 * A menu file may leave out the ids of tables, option groups and options; they then get generated ids. If the
 * restaurant already has the same table or option under another id, this id is kept. Otherwise a table would lose its
 * guests, and open carts would lose their options. For example:
 *
 *   stored:    { id: 'x7',      qrcode: 'K3', name: 'Window' }
 *   file:      { id: '1001-K3', qrcode: 'K3', name: 'Window' }    (generated from the code)
 *   result:    { id: 'x7',      qrcode: 'K3', name: 'Window' }
 */
import type { Localized, WholeMerchant, WholeProduct, WholeTable } from '#server/menu/whole-merchant.ts';
import { createIdByPlace } from '#contract/menu-file/menu-file-schema.ts';

/** Generates the id of a table for which the menu file has only a code. */
export function createIdByCode(merchantId: string, qrcode: string): string {
  return `${merchantId}-${qrcode}`;
}

/** Returns the restaurant with known ids. @param before the stored restaurant; undefined for a new one */
export function keepIds(whole: WholeMerchant, before: WholeMerchant | undefined): WholeMerchant {
  if (!before) return whole;
  const products = new Map(
    before.categories.flatMap((category) => category.products).map((product) => [product.id, product]),
  );
  return {
    ...whole,
    tables: keepTableIds(whole, before.tables),
    categories: whole.categories.map((category) => ({
      ...category,
      products: category.products.map((product) => keepOptionIds(product, products.get(product.id))),
    })),
  };
}

function keepTableIds(
  { id: merchantId, tables }: WholeMerchant,
  before: readonly WholeTable[],
): WholeTable[] {
  const isGenerated = ({ id, qrcodeId }: WholeTable) => id === createIdByCode(merchantId, qrcodeId);
  const byCode = matchIds(tables, before, { isGenerated, nameOf: ({ qrcodeId }) => qrcodeId });
  // A table with a new code is recognised by its name.
  return matchIds(byCode, before, { isGenerated, nameOf: ({ name }) => name });
}

function keepOptionIds(product: WholeProduct, before: WholeProduct | undefined): WholeProduct {
  if (!before) return product;
  const groups = matchIds(product.modifierGroups, before.modifierGroups, {
    isGenerated: ({ id }, place) => id === createIdByPlace(product.id, place),
    nameOf: serialiseName,
  });
  const modifierGroups = groups.map((group, n) => {
    const old = before.modifierGroups.find(({ id }) => id === group.id)?.modifiers ?? [];
    const written = product.modifierGroups[n]!.id;
    const isGenerated = ({ id }: HasId, place: number) => id === createIdByPlace(written, place);
    return { ...group, modifiers: matchIds(group.modifiers, old, { isGenerated, nameOf: serialiseName }) };
  });
  return { ...product, modifierGroups };
}

interface HasId {
  readonly id: string;
}

interface Matching<Entry> {
  /** Returns whether the id was generated, that is, the file has none. */
  isGenerated(entry: Entry, place: number): boolean;
  nameOf(entry: Entry): string;
}

/**
 * Gives entries with generated ids the ids of stored entries with the same name. A name must be unique on both sides,
 * and the stored id must not be in use by another entry.
 */
function matchIds<Entry extends HasId>(
  entries: readonly Entry[],
  before: readonly Entry[],
  { isGenerated, nameOf }: NoInfer<Matching<Entry>>,
): Entry[] {
  const [wanted, known] = [collectIds(entries), collectIds(before)];
  const isLackingId = (entry: Entry, place: number) => !known.has(entry.id) && isGenerated(entry, place);
  const lacking = mapUniqueNames(entries.filter(isLackingId), nameOf);
  const free = mapUniqueNames(
    before.filter(({ id }) => !wanted.has(id)),
    nameOf,
  );
  return entries.map((entry) => {
    const same = lacking.get(nameOf(entry)) === entry ? free.get(nameOf(entry)) : undefined;
    return same ? { ...entry, id: same.id } : entry;
  });
}

function collectIds(entries: readonly HasId[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => id));
}

/** Returns the entries by name. A name that several entries have maps to undefined. */
function mapUniqueNames<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): ReadonlyMap<string, Entry | undefined> {
  const byName = new Map<string, Entry | undefined>();
  for (const entry of entries) {
    const name = nameOf(entry);
    byName.set(name, byName.has(name) ? undefined : entry);
  }
  return byName;
}

function serialiseName({ name }: { readonly name: Localized }): string {
  return JSON.stringify(
    Object.entries(name)
      .filter(([, text]) => text !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
