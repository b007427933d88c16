import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { indexMenu, lacksChoices } from '#contract/dish/menu-index.ts';
import { salesUnitType } from '#contract/states.ts';
import {
  inLanguage,
  inOtherLanguages,
  type Localized,
  type StoredCategory,
  type StoredProduct,
} from './whole-merchant.ts';
import { hoursIn } from './menu-hours.ts';
import { menuServedAt, type MenuHours } from './served-menu.ts';
import { shownPortions } from './portions.ts';
import { merchantSettings } from './merchants.ts';
import type { Selectable } from 'kysely';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { createSearch, type MenuSearch } from '#projections/menu/search/menu-search.ts';

export async function categoryNames(
  db: Db,
  merchantId: string,
  language: LanguageCode,
): Promise<Pick<Category, 'id' | 'name'>[]> {
  const named = await namedCategories(db, merchantId);
  return named.map(({ id, name }) => ({ id, name: inLanguage(name, language) }));
}

async function namedCategories(db: Db, merchantId: string): Promise<(StoredCategory & { id: string })[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'body'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  return rows.map(({ id, body }) => ({ ...(JSON.parse(body) as StoredCategory), id }));
}

interface Remembered {
  readonly version: number;
  readonly menu: Menu;
}

const remembered = 100;

const caches = new WeakMap<Db, Map<string, Remembered>>();

/** Of every menu that was read, as long as it is kept. */
const hoursOf = new WeakMap<Menu, MenuHours>();

/**
 * D65: the menu as diners may order of it at a time.
 * @param now ms
 * @param seen the version, where it was read a moment ago
 */
export async function servedMenu(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  now: number,
  seen?: number,
): Promise<Menu> {
  const menu = await menuOf(db, merchantId, language, seen);
  return menuServedAt(menu, hoursOf.get(menu)!, language, now);
}

/**
 * The whole menu, at whatever hour; what is sold out stays listed. Every change of a cart asks for it, so it is read anew
 * only when its version has grown; nobody may change it. In a transaction it is what that sees.
 * @param seen the version, where it was read a moment ago
 */
export async function menuOf(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  seen?: number,
): Promise<Menu> {
  if (db.isTransaction) return await readMenu(db, merchantId, language);
  const cache = caches.get(db) ?? new Map<string, Remembered>();
  caches.set(db, cache);
  // Before the menu: what is read later may be newer than its version says, never older.
  const version = seen ?? (await menuVersion(db, merchantId));
  const key = `${language}:${merchantId}`;
  const known = cache.get(key);
  if (known?.version === version) return known.menu;
  const menu = await readMenu(db, merchantId, language);
  keepNewest(cache, key, { version, menu }, remembered);
  return menu;
}

/** 0: nothing was ever written. */
async function menuVersion(db: Db, merchantId: string): Promise<number> {
  const row = await db
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function readMenu(db: Db, merchantId: string, language: LanguageCode): Promise<Menu> {
  const named = await namedCategories(db, merchantId);
  const categories = new Map<string, Category>(
    named.map((stored) => [stored.id, { id: stored.id, ...names(stored, language), products: [] }]),
  );
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category_id', 'sold_out', 'said_until', 'portions', 'body'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  for (const row of rows) {
    const stored = JSON.parse(row.body) as StoredProduct;
    categories.get(row.category_id)?.products.push(product(row, stored, language));
  }
  const settings = await merchantSettings(db, merchantId);
  const { decimals } = settings;
  const menu: Menu = { categories: [...categories.values()], ...(decimals === 3 && { decimals }) };
  hoursOf.set(menu, hoursIn(named, settings));
  return menu;
}

type Row = Pick<
  Selectable<Database['products']>,
  'id' | 'category_id' | 'sold_out' | 'said_until' | 'portions'
>;

function product(row: Row, stored: StoredProduct, language: LanguageCode): Product {
  const soldOut = row.sold_out === 1;
  return {
    id: row.id,
    categoryId: row.category_id,
    ...names(stored, language),
    description: inLanguage(stored.description, language),
    price: stored.price,
    picture: stored.picture ? pictureOf(stored.picture) : null,
    salesUnitType: salesUnitType[stored.salesUnitType],
    unitLabel: stored.unitLabel ? inLanguage(stored.unitLabel, language) : '',
    allergens: stored.allergens,
    diets: stored.diets,
    soldOut: soldOut || stored.modifierGroups.some(lacksChoices),
    ...(soldOut && row.said_until !== null && { soldOutUntil: row.said_until }),
    ...(row.portions !== null && { portions: shownPortions(row.portions) }),
    modifierGroups: stored.modifierGroups.map((group) => ({
      id: group.id,
      name: inLanguage(group.name, language),
      min: group.min,
      max: group.max,
      modifiers: group.modifiers.map((modifier) => ({
        id: modifier.id,
        name: inLanguage(modifier.name, language),
        price: modifier.price,
        ...(modifier.default && { default: true }),
        soldOut: modifier.soldOut ?? false,
        ...(modifier.soldOutUntil !== undefined && { soldOutUntil: modifier.soldOutUntil }),
      })),
    })),
  };
}

function names(
  { name, aliases }: { readonly name: Localized; readonly aliases?: string[] },
  language: LanguageCode,
): Pick<Product, 'name' | 'otherNames' | 'aliases'> {
  return {
    name: inLanguage(name, language),
    otherNames: inOtherLanguages(name, language),
    ...(aliases && { aliases }),
  };
}

function pictureOf(slug: string): { x1: string; x2: string } {
  const address = `/pictures/${encodeURIComponent(slug)}`;
  return { x1: `${address}@1x.webp`, x2: `${address}@2x.webp` };
}

/** Menus are kept as long as they are of the newest version, and so is what was made of them. */
const searches = new WeakMap<Menu, MenuSearch<Product, Category>>();

function searchIn(menu: Menu): MenuSearch<Product, Category> {
  let search = searches.get(menu);
  if (!search) searches.set(menu, (search = createSearch<Product, Category>(menu)));
  return search;
}

/**
 * CA4: what the phone finds on the menu in the asker's language, then what descriptions in the others have beyond that.
 * @param now ms
 */
export async function findProducts(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  { keyword, now }: { readonly keyword: string; readonly now: number },
): Promise<Product[]> {
  const menu = await servedMenu(db, merchantId, language, now);
  const here = searchIn(menu).find(keyword);
  const products = indexMenu(menu);
  const found = new Map((here.similar === undefined ? here.products : []).map((each) => [each.id, each]));
  for (const other of languageCodes) {
    if (other === language) continue;
    const there = searchIn(await menuOf(db, merchantId, other)).find(keyword);
    if (there.similar !== undefined) continue;
    for (const { id } of there.products) {
      const product = products.get(id);
      if (product && !found.has(id)) found.set(id, product);
    }
  }
  return found.size > 0 ? [...found.values()] : [...here.products];
}
