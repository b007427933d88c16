/**
 * Reads menus from the database, in one language, for the phones.
 *
 * Every change of a cart needs the menu, so menus are cached by their version. The whole menu does not depend on the
 * time; `served-menu.ts` derives the menu that diners can order from now.
 *
 *   rows ──► readMenu ──► cache by version ──► readWholeMenu ──► selectServedMenu ──► readServedMenu
 */
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { indexMenu, hasTooFewOptions } from '#contract/dish/menu-index.ts';
import { salesUnitType } from '#contract/states.ts';
import {
  chooseText,
  listOtherTexts,
  readTaxes,
  type Localized,
  type StoredProduct,
} from './whole-merchant.ts';
import { readCategories } from './categories.ts';
import { collectHours } from './menu-hours.ts';
import { selectServedMenu, type MenuHours } from './served-menu.ts';
import { countShownPortions } from './portions.ts';
import { composePicturePaths, readSettings } from './merchants.ts';
import type { Selectable } from 'kysely';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { createSearch, type MenuSearch } from '#projections/menu/search/menu-search.ts';

export async function readCategoryNames(
  db: Db,
  merchantId: string,
  language: LanguageCode,
): Promise<Pick<Category, 'id' | 'name'>[]> {
  const named = await readCategories(db, merchantId);
  return named.map(({ id, name }) => ({ id, name: chooseText(name, language) }));
}

interface CachedMenu {
  readonly version: number;
  /** The settings from which it was built, as JSON. They do not count as a version. */
  readonly settings: string;
  readonly menu: Menu;
}

const maxCachedMenus = 100;

/** By the adapter, which a transaction shares with its database. */
const caches = new WeakMap<object, Map<string, CachedMenu>>();

/** The serving hours of each menu in memory. */
const hoursOf = new WeakMap<Menu, MenuHours>();

/** The names of the taxes by id, in the language of each menu in memory. */
const taxNames = new WeakMap<Menu, ReadonlyMap<string, string>>();
const noTaxNames: ReadonlyMap<string, string> = new Map();

/** Returns the names of the restaurant's taxes by id, in the language of the menu. @param menu from `readWholeMenu` */
export function listTaxNames(menu: Menu): ReadonlyMap<string, string> {
  return taxNames.get(menu) ?? noTaxNames;
}

/**
 * Returns the menu that diners can order from at a time. Callers must not change it.
 * @param now ms since 1970
 * @param knownVersion the version of the menu, if the caller has just read it
 */
export async function readServedMenu(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  now: number,
  knownVersion?: number,
): Promise<Menu> {
  const menu = await readWholeMenu(db, merchantId, language, knownVersion);
  return selectServedMenu(menu, hoursOf.get(menu)!, language, now);
}

/**
 * Returns the whole menu, including dishes that are sold out or not served now. It comes from the cache if its version
 * has not changed. Callers must not change it. A transaction that has changed the menu reads its own version, and does
 * not use a menu of earlier settings.
 * @param knownVersion the version of the menu, if the caller has just read it
 */
export async function readWholeMenu(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  knownVersion?: number,
): Promise<Menu> {
  const { adapter } = db.getExecutor();
  const cache = caches.get(adapter) ?? new Map<string, CachedMenu>();
  caches.set(adapter, cache);
  // Read the version before the menu. The menu may then be newer than the version, but never older.
  const version = knownVersion ?? (await readMenuVersion(db, merchantId));
  const key = `${language}:${merchantId}`;
  const known = cache.get(key);
  const readSettingsText = async () => JSON.stringify(await readSettings(db, merchantId));
  if (known?.version === version && (!db.isTransaction || known.settings === (await readSettingsText())))
    return known.menu;
  // Read the settings before the menu, like the version.
  const settings = await readSettingsText();
  const menu = await readMenu(db, merchantId, language);
  // The version of a transaction is lost if it is undone, and then counts another change.
  if (!db.isTransaction) keepNewest(cache, key, { version, settings, menu }, maxCachedMenus);
  return menu;
}

/** Returns 0 if the menu was never written. */
async function readMenuVersion(db: Db, merchantId: string): Promise<number> {
  const row = await db
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function readMenu(db: Db, merchantId: string, language: LanguageCode): Promise<Menu> {
  const named = await readCategories(db, merchantId);
  const categories = new Map<string, Category>(
    named.map((stored) => [stored.id, { id: stored.id, ...localizeNames(stored, language), products: [] }]),
  );
  const taxes = new Map(named.map(({ id, tax }) => [id, tax]));
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category_id', 'sold_out', 'said_until', 'portions', 'body'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  for (const row of rows) {
    const stored = JSON.parse(row.body) as StoredProduct;
    categories
      .get(row.category_id)
      ?.products.push(toProduct(row, stored, language, taxes.get(row.category_id)));
  }
  const settings = await readSettings(db, merchantId);
  const { decimals } = settings;
  const menu: Menu = {
    categories: [...categories.values()],
    ...((decimals === 0 || decimals === 3) && { decimals }),
  };
  hoursOf.set(menu, collectHours(named, settings));
  taxNames.set(menu, new Map(readTaxes(settings).map(({ id, name }) => [id, chooseText(name, language)])));
  return menu;
}

type Row = Pick<
  Selectable<Database['products']>,
  'id' | 'category_id' | 'sold_out' | 'said_until' | 'portions'
>;

function toProduct(
  row: Row,
  stored: StoredProduct,
  language: LanguageCode,
  taxOfCategory: string | undefined,
): Product {
  const soldOut = row.sold_out === 1;
  const taxId = stored.tax ?? taxOfCategory;
  return {
    id: row.id,
    categoryId: row.category_id,
    ...localizeNames(stored, language),
    description: chooseText(stored.description, language),
    price: stored.price,
    picture: stored.picture ? composePicturePaths(stored.picture) : null,
    salesUnitType: salesUnitType[stored.salesUnitType],
    unitLabel: stored.unitLabel ? chooseText(stored.unitLabel, language) : '',
    allergens: stored.allergens,
    diets: stored.diets,
    soldOut: soldOut || stored.modifierGroups.some(hasTooFewOptions),
    ...(soldOut && row.said_until !== null && { soldOutUntil: row.said_until }),
    ...(row.portions !== null && { portions: countShownPortions(row.portions) }),
    ...(taxId !== undefined && { taxId }),
    modifierGroups: stored.modifierGroups.map((group) => ({
      id: group.id,
      name: chooseText(group.name, language),
      min: group.min,
      max: group.max,
      modifiers: group.modifiers.map((modifier) => ({
        id: modifier.id,
        name: chooseText(modifier.name, language),
        price: modifier.price,
        ...(modifier.default && { default: true }),
        ...(modifier.tax !== undefined && { taxId: modifier.tax }),
        soldOut: modifier.soldOut ?? false,
        ...(modifier.soldOutUntil !== undefined && { soldOutUntil: modifier.soldOutUntil }),
      })),
    })),
  };
}

function localizeNames(
  { name, aliases }: { readonly name: Localized; readonly aliases?: string[] },
  language: LanguageCode,
): Pick<Product, 'name' | 'otherNames' | 'aliases'> {
  return {
    name: chooseText(name, language),
    otherNames: listOtherTexts(name, language),
    ...(aliases && { aliases }),
  };
}

/** The search index of each menu in memory. */
const searches = new WeakMap<Menu, MenuSearch<Product, Category>>();

function searchOf(menu: Menu): MenuSearch<Product, Category> {
  let search = searches.get(menu);
  if (!search) searches.set(menu, (search = createSearch<Product, Category>(menu)));
  return search;
}

/**
 * Searches the menu: first in the reader's language, with the same result as on the phone, then in the other languages.
 * @param now ms since 1970
 */
export async function findProducts(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  { keyword, now }: { readonly keyword: string; readonly now: number },
): Promise<Product[]> {
  const menu = await readServedMenu(db, merchantId, language, now);
  const here = searchOf(menu).find(keyword);
  const products = indexMenu(menu);
  const found = new Map((here.similar === undefined ? here.products : []).map((each) => [each.id, each]));
  for (const other of languageCodes) {
    if (other === language) continue;
    const there = searchOf(await readWholeMenu(db, merchantId, other)).find(keyword);
    if (there.similar !== undefined) continue;
    for (const { id } of there.products) {
      const product = products.get(id);
      if (product && !found.has(id)) found.set(id, product);
    }
  }
  return found.size > 0 ? [...found.values()] : [...here.products];
}
