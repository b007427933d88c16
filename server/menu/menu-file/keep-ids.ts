/**
 * A menu file may leave out the ids of tables, groups and options. Where the restaurant has the same one under another
 * id, as a restaurant that was set up in a browser does, that id goes on: a table keeps its guests, an option its place in
 * open carts. Pure.
 */
import type { Localized, WholeMerchant, WholeProduct, WholeTable } from '#server/menu/whole-merchant.ts';
import { idByPlace } from '#contract/menu-file/menu-file-schema.ts';

/** The id of a table whose menu file has its code alone. */
export function idByCode(merchantId: string, qrcode: string): string {
  return `${merchantId}-${qrcode}`;
}

/** @param before undefined: there is no such restaurant yet */
export function keepIds(whole: WholeMerchant, before: WholeMerchant | undefined): WholeMerchant {
  if (!before) return whole;
  const products = new Map(
    before.categories.flatMap((category) => category.products).map((product) => [product.id, product]),
  );
  return {
    ...whole,
    tables: tablesWithIds(whole, before.tables),
    categories: whole.categories.map((category) => ({
      ...category,
      products: category.products.map((product) => optionsWithIds(product, products.get(product.id))),
    })),
  };
}

function tablesWithIds(
  { id: merchantId, tables }: WholeMerchant,
  before: readonly WholeTable[],
): WholeTable[] {
  const isMadeUp = ({ id, qrcodeId }: WholeTable) => id === idByCode(merchantId, qrcodeId);
  const byCode = withKnownIds(tables, before, { isMadeUp, nameOf: ({ qrcodeId }) => qrcodeId });
  // A new code was printed for the same table.
  return withKnownIds(byCode, before, { isMadeUp, nameOf: ({ name }) => name });
}

function optionsWithIds(product: WholeProduct, before: WholeProduct | undefined): WholeProduct {
  if (!before) return product;
  const groups = withKnownIds(product.modifierGroups, before.modifierGroups, {
    isMadeUp: ({ id }, place) => id === idByPlace(product.id, place),
    nameOf: wordsOf,
  });
  const modifierGroups = groups.map((group, n) => {
    const old = before.modifierGroups.find(({ id }) => id === group.id)?.modifiers ?? [];
    const written = product.modifierGroups[n]!.id;
    const isMadeUp = ({ id }: HasId, place: number) => id === idByPlace(written, place);
    return { ...group, modifiers: withKnownIds(group.modifiers, old, { isMadeUp, nameOf: wordsOf }) };
  });
  return { ...product, modifierGroups };
}

interface HasId {
  readonly id: string;
}

interface Matching<Entry> {
  /** The file has no id of it. */
  isMadeUp(entry: Entry, place: number): boolean;
  nameOf(entry: Entry): string;
}

/** Entries with the ids of those before that are called the same, where that is exactly one and no other entry has its id. */
function withKnownIds<Entry extends HasId>(
  entries: readonly Entry[],
  before: readonly Entry[],
  { isMadeUp, nameOf }: NoInfer<Matching<Entry>>,
): Entry[] {
  const [wanted, known] = [idsOf(entries), idsOf(before)];
  const lacksId = (entry: Entry, place: number) => !known.has(entry.id) && isMadeUp(entry, place);
  const asked = onlyOnes(entries.filter(lacksId), nameOf);
  const free = onlyOnes(
    before.filter(({ id }) => !wanted.has(id)),
    nameOf,
  );
  return entries.map((entry) => {
    const same = asked.get(nameOf(entry)) === entry ? free.get(nameOf(entry)) : undefined;
    return same ? { ...entry, id: same.id } : entry;
  });
}

function idsOf(entries: readonly HasId[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => id));
}

/** By name; undefined where several bear it. */
function onlyOnes<Entry>(
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

function wordsOf({ name }: { readonly name: Localized }): string {
  return JSON.stringify([name['en-US'], name['zh-TW']]);
}
