/**
 * The figures of a restaurant's days. Figures of past days are stored, because later events never change a past day.
 *
 *   readDayFigures ──► stored? ──► yes: day_figures
 *                         └──────► no: orders ──► toJournal ──► entries of the day ──► Figures ──► stored if past
 */
import { paidCash } from '#contract/calls/service.ts';
import { recallMs } from '#contract/limits.ts';
import { sql } from 'kysely';
import { orderColumns, readStoredOrders, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import { calculateReceived, type Sums } from '#contract/calls/numbers.ts';
import type { Order } from '#contract/order-fields.ts';
import { sum, zero } from '#projections/bill/money.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import {
  endOfDay,
  readLocalHour,
  addDays,
  startOfDay,
  type RestaurantClock,
} from '../../menu/business-day.ts';
import {
  addCash,
  addCounts,
  addDishes,
  addLosses,
  addMethods,
  addMoney,
  addTaxes,
  addTips,
  mapNames,
  groupBy,
  waitNames,
  type Figures,
} from './figures.ts';
import { buildLossKey, listLosses } from './losses.ts';
import { toJournal, type Entry } from './order-journal.ts';

/** Version of the stored JSON. Rows with another version are ignored, and computed again. */
const format = 7;
/** For this long after the end of a day, its events may still be written, undone or recalled, ms. */
export const lateWritesMs = recallMs + 5 * 60_000;
/** Orders in one read. The server answers other requests between two reads. */
const ordersPerRead = 50;

interface Span {
  /** ms since 1970. `from` is included, `to` is not. */
  readonly from: number;
  readonly to: number;
}

/** Returns the figures of each day from `from` to `to`, both included (`2026-08-01`). @param now ms since 1970 */
export async function readDayFigures(
  db: Db,
  merchantId: string,
  clock: RestaurantClock,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
): Promise<{ readonly day: string; readonly figures: Figures }[]> {
  const kept = await readStoredFigures(db, merchantId, {
    from: startOfDay(clock, from),
    to: endOfDay(clock, to),
  });
  const days: { day: string; figures: Figures }[] = [];
  for (let day = from; day <= to; day = addDays(day)) {
    const span = { from: startOfDay(clock, day), to: endOfDay(clock, day) };
    let figures = kept.get(buildSpanKey(span));
    if (!figures) {
      figures = computeFigures(await readEntries(db, merchantId, span), clock);
      if (span.to + lateWritesMs < now) await storeFigures(db, merchantId, span, figures);
    }
    days.push({ day, figures });
  }
  return days;
}

/** Returns the days whose figures are stored. */
export async function findCountedDays(
  db: Db,
  merchantId: string,
  clock: RestaurantClock,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const rows = await selectStored(db, merchantId, { from: startOfDay(clock, from), to: endOfDay(clock, to) })
    .select(['starts_at', 'ends_at'])
    .execute();
  const kept = new Set(
    rows.map(({ starts_at: starts, ends_at: ends }) => buildSpanKey({ from: starts, to: ends })),
  );
  const counted = new Set<string>();
  for (let day = from; day <= to; day = addDays(day))
    if (kept.has(buildSpanKey({ from: startOfDay(clock, day), to: endOfDay(clock, day) }))) counted.add(day);
  return counted;
}

/** Returns the journal entries within a span of time. */
export async function readEntries(db: Db, merchantId: string, span: Span): Promise<EntryOfOrder[]> {
  const entries: EntryOfOrder[] = [];
  for await (const orders of readTouchedOrders(db, merchantId, span))
    for (const stored of orders)
      for (const entry of toJournal(stored))
        if (entry.at >= span.from && entry.at < span.to) entries.push({ entry, order: stored.placed });
  return entries;
}

/** Reads the orders that may have entries in the span: created before its end, and updated after its start. */
async function* readTouchedOrders(
  db: Db,
  merchantId: string,
  { from, to }: Span,
): AsyncGenerator<readonly StoredOrder[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('orders')
      .select(orderColumns)
      .where('merchant_id', '=', merchantId)
      .where('updated_at', '>=', from)
      // The plus keeps the database from using the index on created_at, which would read all older orders.
      .where(sql<number>`+created_at`, '<', to)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ordersPerRead)
      .execute();
    if (rows.length > 0) yield await readStoredOrders(db, rows);
    // SQLite reads are synchronous. Without this pause, diners' requests would wait until all orders are read.
    await new Promise((resolve) => setImmediate(resolve));
    if (rows.length < ordersPerRead) return;
    after = rows.at(-1)!.id;
  }
}

export interface EntryOfOrder {
  readonly entry: Entry;
  readonly order: Pick<Order, 'tableId' | 'tableName' | 'currency'>;
}

export function computeSums(happened: readonly Pick<EntryOfOrder, 'entry'>[]): Sums {
  const entries = happened.map(({ entry }) => entry);
  return {
    counts: addCounts(entries.map(({ counts }) => counts)),
    money: addMoney(entries.map(({ money }) => money)),
    methods: addMethods(entries.flatMap(({ method }) => method ?? [])),
    taxes: addTaxes(entries.flatMap(({ taxes = [] }) => taxes)),
    tipsByPerson: addTips(entries.flatMap(({ tips }) => tips ?? [])),
    cashByPerson: addCash(
      entries.flatMap(({ method, payment }) =>
        method?.method === paidCash ? { name: payment?.by ?? '', received: calculateReceived(method) } : [],
      ),
    ),
  };
}

function computeFigures(happened: readonly EntryOfOrder[], clock: RestaurantClock): Figures {
  const entries = happened.map(({ entry }) => entry);
  const orderings = entries.flatMap(({ ordering }) => ordering ?? []);
  const sold = happened.filter(({ entry: { money } }) => money.total !== undefined);
  return {
    sums: computeSums(happened),
    ordering: {
      diners: orderings.reduce((total, { diners }) => total + diners, 0),
      guests: orderings.reduce((total, { guests }) => total + guests, 0),
    },
    hours: mapGroups(
      sold.map(({ entry }) => entry),
      ({ at }) => String(readLocalHour(clock, at)),
      sumHour,
    ),
    dishes: mapGroups(
      entries.flatMap(({ dishes = [] }) => dishes),
      ({ productId }) => productId,
      (those) => ({
        name: those.at(-1)!.name,
        ...addDishes(those),
      }),
    ),
    tables: mapGroups(
      sold,
      ({ order }) => order.tableId ?? '',
      (those) => {
        const { orders, guests } = addCounts(those.map(({ entry }) => entry.counts));
        const total = sum(those.map(({ entry }) => entry.money.total ?? zero));
        return { name: those.at(-1)!.order.tableName ?? '', orders, guests, total };
      },
    ),
    losses: mapGroups(
      happened.flatMap(({ entry, order }) => listLosses(entry, order.currency)),
      buildLossKey,
      addLosses,
    ),
    waits: mapNames(waitNames, (name) =>
      entries.flatMap(({ waited }) => (waited?.name === name ? waited.seconds : [])),
    ),
  };
}

function mapGroups<Item, Part>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  partOf: (items: readonly Item[]) => Part,
): Record<string, Part> {
  return Object.fromEntries([...groupBy(items, keyOf)].map(([key, those]) => [key, partOf(those)]));
}

function sumHour(entries: readonly Entry[]) {
  const { orders, rounds } = addCounts(entries.map(({ counts }) => counts));
  return { orders, rounds, total: sum(entries.flatMap(({ money }) => money.total ?? [])) };
}

const buildSpanKey = ({ from, to }: Span) => `${from}-${to}`;

function selectStored(db: Db, merchantId: string, { from, to }: Span) {
  return db
    .selectFrom('day_figures')
    .where('merchant_id', '=', merchantId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where('format', '=', format);
}

async function readStoredFigures(db: Db, merchantId: string, span: Span): Promise<Map<string, Figures>> {
  const rows = await selectStored(db, merchantId, span).select(['starts_at', 'ends_at', 'body']).execute();
  return new Map(
    rows.map(({ starts_at: starts, ends_at: ends, body }) => [
      buildSpanKey({ from: starts, to: ends }),
      JSON.parse(body) as Figures,
    ]),
  );
}

async function storeFigures(db: Db, merchantId: string, { from, to }: Span, figures: Figures): Promise<void> {
  const value = { format, body: JSON.stringify(figures) };
  await db
    .insertInto('day_figures')
    .values({ merchant_id: merchantId, starts_at: from, ends_at: to, ...value })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'starts_at', 'ends_at']).doUpdateSet(value))
    .execute();
}
