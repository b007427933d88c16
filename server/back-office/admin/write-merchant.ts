import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import { isPostgres, type Trx } from '#server/platform/store/transactions.ts';
import { closeSessionsAt } from '#server/ordering/tables/sessions.ts';
import { createTableCode } from '#server/ordering/tables/table-code.ts';
import { collectHours, storeNextChange } from '#server/menu/menu-hours.ts';
import { planPrinters, readPrinters, storePrinter, type PrinterOfFile } from '#server/menu/printers.ts';
import { mergeSoldOut } from '#server/menu/sold-out.ts';
import type { StoredProduct } from '#server/menu/whole-merchant.ts';
import {
  readRows,
  toRows,
  assembleMerchant,
  toTable,
  type MerchantRows,
  type WholeMerchant,
} from '#server/menu/merchant-rows.ts';
import { logSettingsChange } from '#server/menu/audit-log/log-settings-change.ts';
import { lockMenu, logMenuChange, type Author } from '#server/menu/audit-log/log-menu-change.ts';

export interface MerchantChange {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly what: 'merchant' | 'table' | 'category' | 'dish' | 'printer';
  readonly id: string;
  readonly name: string;
  /** The changed fields, for example `price 12.50 → 13.00`. Empty unless `kind` is `changed`. */
  readonly facts: readonly string[];
}

interface WriteOptions {
  readonly dryRun?: boolean;
  /** Existing dishes and options stay sold out or available, and `soldOut` of `whole` is ignored for them. */
  readonly keepSoldOut?: boolean;
  /** Wall clock, ms. */
  readonly now: number;
  readonly random?: Random;
  /** The author in the audit log. Default: the import of a menu file. Null: a new restaurant, so nothing is logged. */
  readonly by?: Author | null;
}

/**
 * Replaces the stored restaurant with `whole` and returns the differences. Tables, categories and dishes that `whole`
 * lacks are deleted. Orders keep their dishes, and the session at a deleted table is closed.
 */
export async function writeMerchant(
  trx: Trx,
  whole: WholeMerchant,
  options: WriteOptions,
): Promise<MerchantChange[]> {
  const { dryRun = false, keepSoldOut = false, now, random = { int: randomInt } } = options;
  if (!dryRun) {
    await lockMenu(trx, whole.id);
    await lockDishes(trx, whole.id);
  }
  const wanted = toRows(whole);
  const there = await readRows(trx, whole.id);
  const saidSoldOut = new Map(
    keepSoldOut
      ? []
      : whole.categories.flatMap(({ products }) => products.map(({ id, soldOut }) => [id, soldOut] as const)),
  );
  const today = new Map(there.products.map((row) => [row.id, row]));
  const codes = new Map(there.tables.map((table) => [table.id, table.qrcode_id]));
  const tables = wanted.tables.map((row) => ({
    ...row,
    qrcode_id: row.qrcode_id || (codes.get(row.id) ?? createTableCode(random)),
  }));
  const products = wanted.products.map((row) => {
    const before = today.get(row.id);
    if (!before) return row;
    const [next, was] = [JSON.parse(row.body) as StoredProduct, JSON.parse(before.body) as StoredProduct];
    const { sold_out, said_until, portions, options_back_at } = before;
    const isSaid = saidSoldOut.get(row.id) !== undefined;
    return {
      ...row,
      ...(isSaid ? { said_until: null, portions: null } : { sold_out, said_until, portions }),
      options_back_at,
      body: JSON.stringify(mergeSoldOut(next, was, keepSoldOut)),
    };
  });
  const parts = {
    merchant: diffRows('merchant', there.merchant ? [there.merchant] : [], [wanted.merchant]),
    tables: diffRows('table', there.tables, tables),
    categories: diffRows('category', there.categories, wanted.categories),
    products: diffRows('dish', there.products, products),
  };
  const printers = planPrinters(whole, await readPrinters(trx, whole.id));
  if (!dryRun) {
    await writeRows(trx, whole, there, parts, now);
    for (const printer of printers) await storePrinter(trx, whole.id, printer, now);
  }
  const { by = { name: '', way: 'file' } } = options;
  const before = dryRun ? undefined : assembleMerchant(there);
  if (before && by) {
    await logMenuChange(trx, before, whole, by, now);
    await logSettingsChange(trx, before, { ...whole, tables: tables.map(toTable) }, by, now);
  }
  return [...Object.values(parts).flatMap(({ changes }) => changes), ...printers.map(describePrinter)];
}

function describePrinter({ id, settings, isNew }: PrinterOfFile): MerchantChange {
  return { kind: isNew ? 'added' : 'changed', what: 'printer', id, name: settings.address, facts: [] };
}

/**
 * Raises the version of the menu. The menu depends on the restaurant's decimals and time zone, too. A database trigger
 * counts changes of dishes and categories by itself.
 */
async function countMenuChange(trx: Trx, merchantId: string): Promise<void> {
  await trx
    .insertInto('menu_versions')
    .values({ merchant_id: merchantId, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('merchant_id')
        .doUpdateSet(({ ref, eb }) => ({ version: eb(ref('menu_versions.version'), '+', 1) })),
    )
    .execute();
}

/**
 * Locks the dishes, so that no order marks one as sold out while the menu is written. SQLite has only one writer
 * anyway.
 */
async function lockDishes(trx: Trx, merchantId: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx
    .selectFrom('products')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

interface Row {
  readonly id: string;
  readonly body?: string;
  readonly name?: string;
}

interface Differences<R extends Row> {
  readonly changes: readonly MerchantChange[];
  readonly removed: readonly string[];
  readonly written: readonly R[];
}

function diffRows<R extends Row>(
  what: MerchantChange['what'],
  there: readonly R[],
  wanted: readonly R[],
): Differences<R> {
  const before = new Map(there.map((row) => [row.id, row]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const changes: MerchantChange[] = [];
  const written: R[] = [];
  for (const row of wanted) {
    const old = before.get(row.id);
    const facts = old ? describeFacts(old, row) : [];
    if (old && facts.length === 0) continue;
    written.push(row);
    changes.push({ kind: old ? 'changed' : 'added', what, id: row.id, name: nameOf(row), facts });
  }
  const gone = there.filter(({ id }) => !wantedIds.has(id));
  for (const row of gone) changes.push({ kind: 'removed', what, id: row.id, name: nameOf(row), facts: [] });
  return { changes, removed: gone.map(({ id }) => id), written };
}

function nameOf(row: Row): string {
  const { name, shortName } = readFields(row) as Record<'name' | 'shortName', unknown>;
  const words = shortName ?? name;
  return typeof words === 'string' ? words : ((words as Record<string, string> | undefined)?.['en-US'] ?? '');
}

function readFields({ body, ...columns }: Row): Record<string, unknown> {
  return { ...columns, ...(body === undefined ? {} : (JSON.parse(body) as object)) };
}

const factNames: Readonly<Record<string, string>> = {
  sort: 'place',
  sold_out: 'sold out',
  said_until: 'until',
  qrcode_id: 'QR code',
  category_id: 'category',
};

function describeFacts(old: Row, row: Row): string[] {
  const [before, after] = [readFields(old), readFields(row)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => {
      const [was, is] = [before[key], after[key]];
      const name = factNames[key] ?? key;
      return isShort(was) && isShort(is) && key !== 'sort' ? `${name} ${String(was)} → ${String(is)}` : name;
    });
}

function isShort(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 24;
}

type Parts = {
  readonly [Part in 'tables' | 'categories' | 'products']: Differences<MerchantRows[Part][number]>;
} & { readonly merchant: Differences<NonNullable<MerchantRows['merchant']>> };

async function writeRows(
  trx: Trx,
  whole: WholeMerchant,
  there: MerchantRows,
  parts: Parts,
  now: number,
): Promise<void> {
  const { id } = whole;
  for (const row of parts.merchant.written)
    await trx
      .insertInto('merchants')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: row.body }))
      .execute();
  for (const part of ['products', 'categories', 'tables'] as const)
    for (const gone of parts[part].removed)
      await trx.deleteFrom(part).where('merchant_id', '=', id).where('id', '=', gone).execute();
  await closeSessionsAt(trx, id, parts.tables.removed, now);
  // Codes are unique. If two tables exchange theirs, each needs a temporary code first.
  const isThere = new Set(there.tables.map((table) => table.id));
  for (const table of parts.tables.written)
    if (isThere.has(table.id))
      await trx
        .updateTable('tables')
        .set({ qrcode_id: `moving ${table.id}` })
        .where('merchant_id', '=', id)
        .where('id', '=', table.id)
        .execute();
  for (const part of ['tables', 'categories', 'products'] as const)
    for (const row of parts[part].written) {
      const { id: _id, merchant_id: _merchant, ...columns } = row;
      await trx
        .insertInto(part)
        .values(row)
        .onConflict((conflict) => conflict.columns(['merchant_id', 'id']).doUpdateSet(columns))
        .execute();
    }
  await storeNextChange(trx, id, collectHours(whole.categories, whole), now);
  if (parts.merchant.written.length > 0) await countMenuChange(trx, id);
}
