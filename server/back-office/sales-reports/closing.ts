/** CX30: the daily closing: everything between two closings, once, and what is still open. */
import { dayNotClosable, type Closing, type ClosingSheet } from '#contract/calls/closing.ts';
import type { Sums } from '#contract/calls/numbers.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts, sum, zero } from '#projections/bill/money.ts';
import { listOpenSessionsOfDay } from '#server/service/fulfilment/tables/end-sessions-of-day.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { orderColumns, readStoredOrders } from '#server/ordering/orders/order-store.ts';
import { owedAmount } from '#server/ordering/orders/order-state.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import {
  clockOf,
  dayOf,
  endOfDay,
  nextDay,
  startOfDay,
  type RestaurantClock,
} from '../../menu/business-day.ts';
import { readEntries, sumsOf } from './day-figures.ts';
import { subtractSums } from './figures.ts';

/** Of one answer. */
const page = 30;

/** As its row has it. */
interface KeptClosing extends Closing {
  /** What of its own time it has counted: less than `sums` where something came late to the one before. */
  readonly counted: Sums;
}

async function keptClosings(db: Db, merchantId: string, before?: number): Promise<KeptClosing[]> {
  const rows = await db
    .selectFrom('day_closings')
    .select('body')
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(page)
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as KeptClosing);
}

/** The newest first. @param before only those with a lower number */
export async function readClosings(db: Db, merchantId: string, before?: number): Promise<Closing[]> {
  return (await keptClosings(db, merchantId, before)).map(({ counted: _counted, ...closing }) => closing);
}

/**
 * What would be closed now; undefined: nothing has happened since today was closed. What is left of the day that was
 * closed last comes first, then what was forgotten. @param now ms since 1970
 */
export async function previewClosing(
  db: Db,
  merchantId: string,
  now: number,
): Promise<ClosingSheet | undefined> {
  return (await counted(db, merchantId, now)).next?.sheet;
}

interface Counted {
  readonly last: KeptClosing | undefined;
  readonly next: { readonly sheet: ClosingSheet; readonly counted: Sums } | undefined;
}

async function counted(db: Db, merchantId: string, now: number): Promise<Counted> {
  const clock = clockOf(await merchantSettings(db, merchantId));
  const [last] = await keptClosings(db, merchantId);
  const today = dayOf(clock, now);
  const forgotten = last ? [...new Set([last.day, nextDay(today, -1)])] : [];
  for (const day of forgotten.filter((each) => each < today && endOfDay(clock, each) > last!.to)) {
    const next = await sheetOf(db, merchantId, clock, { day, last, now });
    if (!isNothing(next.sheet.sums)) return { last, next };
  }
  if (last && last.day > today) return { last, next: undefined };
  const next = await sheetOf(db, merchantId, clock, { day: today, last, now });
  return { last, next: last?.day === today && isNothing(next.sheet.sums) ? undefined : next };
}

/** Closes a day, once. A Refusal 4100 where it is closed, or another one comes first. */
export async function closeDay(
  db: Db,
  merchantId: string,
  { day, closedBy, now }: { readonly day: string; readonly closedBy: string; readonly now: number },
): Promise<Closing> {
  const { last, next } = await counted(db, merchantId, now);
  if (next?.sheet.day !== day) throw notClosable(day, next?.sheet.day);
  const closing: Closing = { ...next.sheet, number: (last?.number ?? 0) + 1, closedBy };
  const kept: KeptClosing = { ...closing, counted: next.counted };
  const written = await db
    .insertInto('day_closings')
    .values({
      merchant_id: merchantId,
      number: closing.number,
      day,
      from_at: closing.from,
      to_at: closing.to,
      body: JSON.stringify(kept),
    })
    // Somebody else was quicker.
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst();
  if (!written) throw notClosable(day, undefined);
  return closing;
}

function notClosable(day: string, next: string | undefined): Refusal {
  const isClosed = next === undefined || next > day;
  const words = isClosed
    ? { 'en-US': `${day} is closed already`, 'zh-TW': `${day} 已經結帳` }
    : { 'en-US': `${next} is to be closed first`, 'zh-TW': `請先結 ${next} 的帳` };
  return new Refusal(dayNotClosable, words, { data: { next: next ?? null } });
}

interface Sheet {
  readonly day: string;
  readonly last: KeptClosing | undefined;
  readonly now: number;
}

/**
 * Everything up to a moment that the last closing has not. That one's own time is counted again and what it counted of it is
 * taken off: so nothing is lost that was written while it was made, and what was taken back since comes off.
 */
async function sheetOf(
  db: Db,
  merchantId: string,
  clock: RestaurantClock,
  { day, last, now }: Sheet,
): Promise<{ readonly sheet: ClosingSheet; readonly counted: Sums }> {
  const to = Math.min(now, endOfDay(clock, day));
  const from = last?.to ?? startOfDay(clock, day);
  const happened = await readEntries(db, merchantId, { from: last?.from ?? from, to });
  const all = sumsOf(happened);
  const sheet = {
    day,
    from,
    to,
    timeZone: clock.timeZone,
    sums: last ? subtractSums(all, last.counted) : all,
    open: await openNow(db, merchantId, to),
  };
  return { sheet, counted: sumsOf(happened.filter(({ entry }) => entry.at >= from)) };
}

function isNothing({ counts, money, methods }: Sums): boolean {
  return (
    methods.length === 0 &&
    Object.values(counts).every((count) => count === 0) &&
    Object.values(money).every((amount) => compareAmounts(amount, zero) === 0)
  );
}

async function openNow(db: Db, merchantId: string, until: number): Promise<ClosingSheet['open']> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', '=', orderStatus.progressing)
    .execute();
  const orders = (await readStoredOrders(db, rows))
    .toSorted((a, b) => a.row.created_at - b.row.created_at)
    .map(({ order }) => ({ serial: order.serial, tableName: order.tableName, owed: owedAmount(order) }))
    .filter(({ owed }) => owed !== zero);
  const tables = await db
    .selectFrom('table_sessions as session')
    .innerJoin('tables', (join) =>
      join
        .onRef('tables.id', '=', 'session.table_id')
        .onRef('tables.merchant_id', '=', 'session.merchant_id'),
    )
    .select('tables.name')
    .where('session.merchant_id', '=', merchantId)
    .where('session.closed_at', 'is', null)
    .orderBy('tables.sort')
    .execute();
  return {
    orders,
    owed: sum(orders.map(({ owed }) => owed)),
    tables: tables.map(({ name }) => name),
    parties: await listOpenSessionsOfDay(db, merchantId, until),
  };
}
