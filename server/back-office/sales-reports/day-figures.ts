/** CX29: the figures of a restaurant's days: those of days that are over are kept, for nothing changes them any more (D62). */
import { sql } from 'kysely';
import { orderColumns, readStoredOrders, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import type { Sums } from '#contract/calls/numbers.ts';
import type { Order } from '#contract/order-fields.ts';
import { sum, zero } from '#projections/bill/money.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { endOfDay, hourOf, nextDay, startOfDay, type RestaurantClock } from '../../menu/business-day.ts';
import {
  addCounts,
  addDishes,
  addMethods,
  addMoney,
  each,
  groupBy,
  waitNames,
  type Figures,
} from './figures.ts';
import { toJournal, type Entry } from './order-journal.ts';

/** What is kept in another format than today's is counted anew. */
const format = 2;
/** So long after its end what happened in a day may still be written, or be taken back, ms. */
export const settledMs = 5 * 60_000;
/** Orders that are read at once: others' requests come between. */
const ordersAtOnce = 50;

interface Span {
  /** ms since 1970; the end is not in it. */
  readonly from: number;
  readonly to: number;
}

/** Each day from one to the other, both with. @param now ms since 1970 */
export async function readDayFigures(
  db: Db,
  merchantId: string,
  clock: RestaurantClock,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
): Promise<{ readonly day: string; readonly figures: Figures }[]> {
  const kept = await keptFigures(db, merchantId, {
    from: startOfDay(clock, from),
    to: endOfDay(clock, to),
  });
  const days: { day: string; figures: Figures }[] = [];
  for (let day = from; day <= to; day = nextDay(day)) {
    const span = { from: startOfDay(clock, day), to: endOfDay(clock, day) };
    let figures = kept.get(keyOf(span));
    if (!figures) {
      figures = figuresOf(await readEntries(db, merchantId, span), clock);
      if (span.to + settledMs < now) await keep(db, merchantId, span, figures);
    }
    days.push({ day, figures });
  }
  return days;
}

/** Those of the days that are kept. */
export async function findCountedDays(
  db: Db,
  merchantId: string,
  clock: RestaurantClock,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const rows = await keptSpans(db, merchantId, { from: startOfDay(clock, from), to: endOfDay(clock, to) })
    .select(['starts_at', 'ends_at'])
    .execute();
  const kept = new Set(rows.map(({ starts_at: starts, ends_at: ends }) => keyOf({ from: starts, to: ends })));
  const counted = new Set<string>();
  for (let day = from; day <= to; day = nextDay(day))
    if (kept.has(keyOf({ from: startOfDay(clock, day), to: endOfDay(clock, day) }))) counted.add(day);
  return counted;
}

/** What happened in a stretch of time, as the log has it. */
export async function readEntries(db: Db, merchantId: string, span: Span): Promise<EntryOfOrder[]> {
  const happened: EntryOfOrder[] = [];
  for await (const orders of ordersTouched(db, merchantId, span))
    for (const stored of orders)
      for (const entry of toJournal(stored))
        if (entry.at >= span.from && entry.at < span.to) happened.push({ entry, order: stored.placed });
  return happened;
}

/** The orders about which something was done between, or after: they bear what was done between. */
async function* ordersTouched(
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
      // With the plus it is no reason to go through all that is older.
      .where(sql<number>`+created_at`, '<', to)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute();
    if (rows.length > 0) yield await readStoredOrders(db, rows);
    // The database of a file answers at once: diners would wait until all is counted.
    await new Promise((resolve) => setImmediate(resolve));
    if (rows.length < ordersAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

export interface EntryOfOrder {
  readonly entry: Entry;
  readonly order: Pick<Order, 'tableId' | 'tableName'>;
}

export function sumsOf(happened: readonly EntryOfOrder[]): Sums {
  const entries = happened.map(({ entry }) => entry);
  return {
    counts: addCounts(entries.map(({ counts }) => counts)),
    money: addMoney(entries.map(({ money }) => money)),
    methods: addMethods(entries.flatMap(({ method }) => method ?? [])),
  };
}

function figuresOf(happened: readonly EntryOfOrder[], clock: RestaurantClock): Figures {
  const entries = happened.map(({ entry }) => entry);
  const orderings = entries.flatMap(({ ordering }) => ordering ?? []);
  const sold = happened.filter(({ entry: { money } }) => money.total !== undefined);
  return {
    sums: sumsOf(happened),
    ordering: {
      diners: orderings.reduce((total, { diners }) => total + diners, 0),
      guests: orderings.reduce((total, { guests }) => total + guests, 0),
    },
    hours: byKey(
      sold.map(({ entry }) => entry),
      ({ at }) => String(hourOf(clock, at)),
      ofHour,
    ),
    dishes: byKey(
      entries.flatMap(({ dishes = [] }) => dishes),
      ({ productId }) => productId,
      (those) => ({
        name: those.at(-1)!.name,
        ...addDishes(those),
      }),
    ),
    tables: byKey(
      sold,
      ({ order }) => order.tableId ?? '',
      (those) => {
        const { orders, guests } = addCounts(those.map(({ entry }) => entry.counts));
        const total = sum(those.map(({ entry }) => entry.money.total ?? zero));
        return { name: those.at(-1)!.order.tableName ?? '', orders, guests, total };
      },
    ),
    waits: each(waitNames, (name) =>
      entries.flatMap(({ waited }) => (waited?.name === name ? waited.seconds : [])),
    ),
  };
}

function byKey<Item, Part>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  partOf: (items: readonly Item[]) => Part,
): Record<string, Part> {
  return Object.fromEntries([...groupBy(items, keyOf)].map(([key, those]) => [key, partOf(those)]));
}

function ofHour(entries: readonly Entry[]) {
  const { orders, rounds } = addCounts(entries.map(({ counts }) => counts));
  return { orders, rounds, total: sum(entries.flatMap(({ money }) => money.total ?? [])) };
}

const keyOf = ({ from, to }: Span) => `${from}-${to}`;

function keptSpans(db: Db, merchantId: string, { from, to }: Span) {
  return db
    .selectFrom('day_figures')
    .where('merchant_id', '=', merchantId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where('format', '=', format);
}

async function keptFigures(db: Db, merchantId: string, span: Span): Promise<Map<string, Figures>> {
  const rows = await keptSpans(db, merchantId, span).select(['starts_at', 'ends_at', 'body']).execute();
  return new Map(
    rows.map(({ starts_at: starts, ends_at: ends, body }) => [
      keyOf({ from: starts, to: ends }),
      JSON.parse(body) as Figures,
    ]),
  );
}

async function keep(db: Db, merchantId: string, { from, to }: Span, figures: Figures): Promise<void> {
  const value = { format, body: JSON.stringify(figures) };
  await db
    .insertInto('day_figures')
    .values({ merchant_id: merchantId, starts_at: from, ends_at: to, ...value })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'starts_at', 'ends_at']).doUpdateSet(value))
    .execute();
}
