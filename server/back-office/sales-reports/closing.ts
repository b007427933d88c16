/**
 * The daily closing: a numbered report of everything since the last closing, and of what is still open.
 *
 * Every sale and payment belongs to exactly one closing, also if its row was written late. Closing n therefore stores
 * the sums of its own time span [from, to) as `counted`. Closing n+1 reads both spans again:
 *
 *   closing n          closing n+1
 *   [from ──── to)     [from ──── to)      from of n+1 = to of n
 *   └──────── entries read ─────────┘
 *   sums of n+1 = entries read − `counted` of n
 *
 * For example, a payment at 23:59 is stored just after closing n was computed. It appears in closing n+1.
 */
import type { Drawer, Movement } from '#contract/calls/cash.ts';
import { dayNotClosable, type Closing, type ClosingSheet } from '#contract/calls/closing.ts';
import { codes } from '#contract/codes.ts';
import { sumsSchema, type Sums } from '#contract/calls/numbers.ts';
import { orderStatus } from '#contract/states.ts';
import { isZero, compareAmounts, sum, zero } from '#projections/bill/money.ts';
import { listOpenSessionsOfDay } from '#server/service/fulfilment/tables/end-sessions-of-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { orderColumns, readStoredOrders } from '#server/ordering/orders/order-store.ts';
import { calculateOwed, countUnserved } from '#server/ordering/orders/order-state.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  readRestaurantClock,
  findBusinessDay,
  endOfDay,
  addDays,
  startOfDay,
  type RestaurantClock,
} from '../../menu/business-day.ts';
import { closeMovements, readUnclosedMovements } from './cash-movements.ts';
import { readEntries, computeSums } from './day-figures.ts';
import { computeDrawers, type DrawerTerms } from './drawers.ts';
import { subtractSums } from './figures.ts';

/** Closings in one answer. */
const pageSize = 30;

type Later = 'taxes' | 'tipsByPerson' | 'cashByPerson';

/** A closing as stored in its row. */
interface StoredClosing extends Closing {
  /**
   * The sums of its own time span. `sums` may be larger, because it also has late entries of the span before. A closing of
   * an older version lacks the taxes and the amounts by person.
   */
  readonly counted: Omit<Sums, Later> & Partial<Pick<Sums, Later>>;
}

async function readStoredClosings(db: Db, merchantId: string, before?: number): Promise<StoredClosing[]> {
  const rows = await db
    .selectFrom('day_closings')
    .select('body')
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(pageSize)
    .execute();
  return rows.map(({ body }) => {
    const closing = JSON.parse(body) as StoredClosing;
    return { ...closing, sums: sumsSchema.parse(closing.sums) };
  });
}

/** Returns the closings, newest first. @param before only closings with a lower number */
export async function readClosings(db: Db, merchantId: string, before?: number): Promise<Closing[]> {
  return (await readStoredClosings(db, merchantId, before)).map(
    ({ counted: _counted, ...closing }) => closing,
  );
}

/** Returns the closings of some days, the oldest first. */
export async function readClosingsOfDays(
  db: Db,
  merchantId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StoredClosing[]> {
  const rows = await db
    .selectFrom('day_closings')
    .select('body')
    .where('merchant_id', '=', merchantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('number')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as StoredClosing);
}

/** Returns a closing by its number. @throws Refusal 404 if there is none */
export async function readClosing(db: Db, merchantId: string, number: number): Promise<Closing> {
  const [closing] = await readClosings(db, merchantId, number + 1);
  if (closing?.number !== number) throw createStatusRefusal(codes.notFound, 'no such closing');
  return closing;
}

/** Returns the closing that is due next; undefined if today is closed and nothing happened since. @param now ms since 1970 */
export async function previewClosing(
  db: Db,
  merchantId: string,
  now: number,
): Promise<ClosingSheet | undefined> {
  const { next, isDue } = await computeNext(db, merchantId, now);
  return isDue ? next.sheet : undefined;
}

/** Returns the cash of the next closing, also if nothing else happened since the last one. @param now ms since 1970 */
export async function readCashOfNext(
  db: Db,
  merchantId: string,
  now: number,
): Promise<{ day: string; drawers: Drawer[]; movements: readonly Movement[] }> {
  const { sheet, movements } = (await computeNext(db, merchantId, now)).next;
  return { day: sheet.day, drawers: sheet.drawers ?? [], movements };
}

interface NextClosing {
  readonly last: StoredClosing | undefined;
  readonly next: NextSheet;
  /** Whether something happened that is in no closing yet. Movements of cash alone can wait for the next day. */
  readonly isDue: boolean;
}

interface NextSheet {
  readonly sheet: ClosingSheet;
  readonly counted: Sums;
  /** What was done with the cash, the oldest first. */
  readonly movements: readonly Movement[];
}

/**
 * Computes the next closing.
 *
 * The rest of the day that was closed last comes first, then yesterday if it was not closed, then today.
 * @param now ms since 1970
 */
async function computeNext(db: Db, merchantId: string, now: number): Promise<NextClosing> {
  const settings = await readSettings(db, merchantId);
  const { currency, drawerPerPerson: isPerPerson = false } = settings;
  const clock = { ...readRestaurantClock(settings), currency, isPerPerson };
  const [last] = await readStoredClosings(db, merchantId);
  const today = findBusinessDay(clock, now);
  const unclosedDays = last ? [...new Set([last.day, addDays(today, -1)])] : [];
  for (const day of unclosedDays.filter((each) => each < today && endOfDay(clock, each) > last!.to)) {
    const next = await computeSheet(db, merchantId, clock, { day, last, now });
    if (!isEmpty(next.sheet.sums)) return { last, next, isDue: true };
  }
  const day = last && last.day > today ? last.day : today;
  const next = await computeSheet(db, merchantId, clock, { day, last, now });
  const isDue = !last || last.day < today || (last.day === today && !isEmpty(next.sheet.sums));
  return { last, next, isDue };
}

/** Closes a day. @throws Refusal 4100 if the day is closed already, or another day must be closed first */
export async function closeDay(
  db: Db,
  merchantId: string,
  { day, closedBy, now }: { readonly day: string; readonly closedBy: string; readonly now: number },
): Promise<Closing> {
  const { last, next, isDue } = await computeNext(db, merchantId, now);
  if (!isDue || next.sheet.day !== day) throw createNotClosable(day, isDue ? next.sheet.day : undefined);
  const closing: Closing = { ...next.sheet, number: (last?.number ?? 0) + 1, closedBy };
  const kept: StoredClosing = { ...closing, counted: next.counted };
  if (!(await storeClosing(db, merchantId, kept, next.movements))) throw createNotClosable(day, undefined);
  return closing;
}

/** @returns false if another request stored this closing first */
async function storeClosing(
  db: Db,
  merchantId: string,
  closing: StoredClosing,
  movements: readonly Movement[],
): Promise<boolean> {
  const { number, day, from, to } = closing;
  return await runInTransaction(db, async (trx) => {
    const written = await trx
      .insertInto('day_closings')
      .values({
        merchant_id: merchantId,
        number,
        day,
        from_at: from,
        to_at: to,
        body: JSON.stringify(closing),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (!written) return false;
    await closeMovements(trx, merchantId, number, movements);
    return true;
  });
}

function createNotClosable(day: string, next: string | undefined): Refusal {
  const isClosed = next === undefined || next > day;
  const words = isClosed
    ? getServerTexts('closing.isClosed', { day })
    : getServerTexts('closing.otherFirst', { day: next });
  return new Refusal(dayNotClosable, words, { data: { next: next ?? null } });
}

interface SheetInput {
  readonly day: string;
  readonly last: StoredClosing | undefined;
  readonly now: number;
}

/** Computes the closing of a day, see the example at the top. Later corrections of the last span count here, too. */
async function computeSheet(
  db: Db,
  merchantId: string,
  clock: RestaurantClock & DrawerTerms,
  { day, last, now }: SheetInput,
): Promise<NextSheet> {
  const to = Math.min(now, endOfDay(clock, day));
  const from = last?.to ?? startOfDay(clock, day);
  const happened = await readEntries(db, merchantId, { from: last?.from ?? from, to });
  const all = computeSums(happened);
  const { taxes, tipsByPerson, cashByPerson } = computeSums(happened.filter(({ entry }) => entry.at < from));
  const sums = last ? subtractSums(all, { taxes, tipsByPerson, cashByPerson, ...last.counted }) : all;
  const movements = await readUnclosedMovements(db, merchantId, { from: last?.day ?? day, to: day });
  const sheet = {
    day,
    from,
    to,
    timeZone: clock.timeZone,
    currency: clock.currency,
    sums,
    drawers: computeDrawers(movements, sums, clock),
    open: await readOpen(db, merchantId, to),
  };
  return { sheet, movements, counted: computeSums(happened.filter(({ entry }) => entry.at >= from)) };
}

function isEmpty({ counts, money, methods, taxes }: Sums): boolean {
  return (
    methods.length === 0 &&
    taxes.length === 0 &&
    Object.values(counts).every((count) => count === 0) &&
    Object.values(money).every((amount) => compareAmounts(amount, zero) === 0)
  );
}

async function readOpen(db: Db, merchantId: string, until: number): Promise<ClosingSheet['open']> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', '=', orderStatus.progressing)
    .execute();
  const stored = (await readStoredOrders(db, rows)).toSorted((a, b) => a.row.created_at - b.row.created_at);
  const unserved = stored
    .map(({ placed, life, order: { serial, tableName } }) => ({
      serial,
      tableName,
      pieces: countUnserved(placed, life),
    }))
    .filter(({ pieces }) => pieces > 0);
  const orders = stored
    .map(({ order }) => ({ serial: order.serial, tableName: order.tableName, owed: calculateOwed(order) }))
    .filter(({ owed }) => !isZero(owed));
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
    unserved,
    parties: await listOpenSessionsOfDay(db, merchantId, until),
  };
}
