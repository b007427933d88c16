import { setImmediate } from 'node:timers/promises';
import { countDishes } from '#contract/dish/quantity.ts';
import { isReadyForPickup, readPickup } from '#contract/pickup.ts';
import { usualDishMinutes } from '#contract/limits.ts';
import { orderStatus } from '#contract/states.ts';
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { readCallsOfSessions } from '#server/service/fulfilment/help.ts';
import { readMerges } from '#server/service/fulfilment/tables/read-merges.ts';
import { readUsualTimes, type UsualTimes } from '#server/ordering/orders/usual-times.ts';
import { calculateOwed, calculateOverpaid, countUnsent } from '#server/ordering/orders/order-state.ts';
import { zero } from '#projections/bill/money.ts';
import { isHeld, type DishLife } from '#projections/service/order-life.ts';
import { readSession } from '#server/ordering/cart/log/session-log.ts';
import {
  orderColumns,
  readStoredOrders,
  type OrderRow,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { compareText } from '#events/log/event-id.ts';
import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';

/** Orders of this time are listed, ms. A business day may continue past midnight. */
const listedMs = 24 * 60 * 60 * 1000;
/** More than a restaurant takes in a day. */
const mostOrders = 500;
const bytesOfOrders = 96 * 1024;
/** Per answer, because a long answer delays other requests. Tables and orders together stay below the limit of an answer. */
const mostTables = 250;
const bytesOfTables = 128 * 1024;
const tablesAtOnce = 25;
/** Per table, enough for a wedding. Staff who remove some diners see the next ones. */
const mostDiners = 40;

type TableRow = Selectable<Database['tables']>;

interface TablePage {
  readonly tables: StaffTable[];
  /** The place after which the next page starts. */
  readonly more?: string;
}

interface TableOptions {
  /** Whether to include the tables' order codes. */
  readonly withCodes: boolean;
  /** ms */
  readonly now: number;
}

/** A page of tables, in the restaurant's order. @param after the `more` of the page before */
export async function listStaffTables(
  db: Db,
  merchantId: string,
  shown: TableOptions,
  after?: string,
): Promise<TablePage> {
  const rows = await db
    .selectFrom('tables')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(after !== undefined, (query) => {
      const [sort, id] = parseTablePlace(after!);
      return query.where((row) =>
        row.or([row('sort', '>', sort), row.and([row('sort', '=', sort), row('id', '>', id)])]),
      );
    })
    .orderBy('sort')
    .orderBy('id')
    .limit(mostTables + 1)
    .execute();
  const tables = limitBytes(await describeTables(db, rows.slice(0, mostTables), shown), bytesOfTables);
  const last = rows[tables.length - 1];
  return { tables, ...(last && tables.length < rows.length && { more: `${last.sort}.${last.id}` }) };
}

function parseTablePlace(text: string): readonly [sort: number, id: string] {
  const [sort, ...id] = text.split('.');
  return [Number(sort), id.join('.')];
}

async function describeTables(
  db: Db,
  tables: readonly TableRow[],
  { withCodes, now }: TableOptions,
): Promise<StaffTable[]> {
  const [{ merchant_id: merchantId } = {}] = tables;
  if (merchantId === undefined) return [];
  const sessions = await db
    .selectFrom('table_sessions as session')
    .leftJoin('order_codes as code', (join) => join.onRef('code.session_id', '=', 'session.id'))
    .select((row) => [
      'session.id',
      'session.table_id',
      'session.opened_at',
      'session.last_operate_at',
      'session.note',
      'code.code',
      'code.used_at',
      'code.tries_left',
      row
        .selectFrom('orders')
        .select((order) => order.fn.max('id').as('id'))
        .whereRef('session_id', '=', 'session.id')
        .where('status', '=', orderStatus.progressing)
        .as('order_id'),
    ])
    .where('session.merchant_id', '=', merchantId)
    .where('session.closed_at', 'is', null)
    .where(
      'session.table_id',
      'in',
      tables.map(({ id }) => id),
    )
    .execute();
  const sessionIds = sessions.map(({ id }) => id);
  const diners = await readDiners(db, sessionIds);
  const calls = await readCallsOfSessions(db, sessionIds, now);
  const merges = await readMerges(db, merchantId, sessions);
  const byTable = new Map(sessions.map((session) => [session.table_id, session]));
  const readStaffTable = async ({ id, name, qrcode_id: qrcodeId }: TableRow): Promise<StaffTable> => {
    const session = byTable.get(id);
    if (!session) return { tableId: id, name, qrcodeId, session: null, orderId: null };
    const isSpent = session.tries_left !== null && session.tries_left <= 0;
    const view = await readViewIfReadable(db, session.id);
    const pieces = (view?.carts ?? [])
      .flatMap(({ lines }) => lines)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      tableId: id,
      name,
      qrcodeId,
      session: {
        id: session.id,
        openedAt: session.opened_at,
        lastOperateAt: session.last_operate_at,
        ...limitDiners(diners.get(session.id) ?? []),
        isDamaged: view === undefined,
        guests: view?.guests ?? 0,
        ...(session.note !== null && { note: session.note }),
        ...(merges.has(session.id) && { merged: merges.get(session.id)! }),
        cartPieces: pieces,
        calls: calls.get(session.id) ?? [],
        orderCode: withCodes && !isSpent && session.used_at === null ? session.code : null,
        orderCodeSpent: isSpent,
      },
      orderId: session.order_id ?? null,
    };
  };
  const shown: StaffTable[] = [];
  for (let n = 0; n < tables.length; n += tablesAtOnce) {
    shown.push(...(await Promise.all(tables.slice(n, n + tablesAtOnce).map(readStaffTable))));
    // Lets other requests run in between.
    await setImmediate();
  }
  return shown;
}

type SeatedDiners = NonNullable<StaffTable['session']>['diners'];

/** By session, in the order in which the diners joined. */
async function readDiners(db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, SeatedDiners>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('session_members as member')
    .leftJoin('users as diner', 'diner.id', 'member.user_id')
    .select(['member.session_id', 'member.user_id', 'member.joined_at', 'member.allergy'])
    .select(['diner.first_name', 'diner.kind'])
    .where('member.session_id', 'in', sessionIds)
    .where('member.removed_at', 'is', null)
    // A guest who logged in is listed as the member.
    .where('diner.became', 'is', null)
    .orderBy('member.joined_at')
    .execute();
  const bySession = new Map<string, SeatedDiners>();
  for (const {
    session_id: sessionId,
    user_id: userId,
    first_name: name,
    kind,
    joined_at: joinedAt,
    allergy,
  } of rows) {
    const diner = {
      userId,
      name: name ?? '',
      isMember: kind === 'member',
      joinedAt,
      ...(allergy && { allergy }),
    };
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), diner]);
  }
  return bySession;
}

/** The newest diners, in the order in which they joined, and the number of others. */
function limitDiners(seated: SeatedDiners): { diners: SeatedDiners; moreDiners?: number } {
  const more = seated.length - mostDiners;
  return more > 0 ? { diners: seated.slice(more), moreDiners: more } : { diners: seated };
}

/** Undefined if a row of the session cannot be read. Other tables must still be shown. */
async function readViewIfReadable(db: Db, sessionId: string): Promise<CartView | undefined> {
  try {
    return (await readSession(db, sessionId)).log.view;
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
}

interface OrderPage {
  readonly orders: StaffOrder[];
  /** The place after which the next page starts. */
  readonly more?: string;
}

/**
 * The merchant's open orders and those of the last day, the newest first.
 * @param now ms @param after the `more` of the page before
 */
export async function listStaffOrders(
  db: Db,
  merchantId: string,
  now: number,
  after?: string,
): Promise<OrderPage> {
  const ofMerchant = db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', '!=', orderStatus.beMerged)
    .limit(mostOrders);
  // Two queries, because for a single one the database would scan all orders of the merchant.
  const open = await ofMerchant.where('status', '=', orderStatus.progressing).execute();
  const recent = await ofMerchant
    .where('updated_at', '>', now - listedMs)
    .orderBy('updated_at', 'desc')
    .execute();
  const rows = [...new Map([...open, ...recent].map((row) => [row.id, row])).values()]
    .toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b)))
    .slice(0, mostOrders)
    .filter((row) => after === undefined || comparePlaces(placeOf(row), parsePlace(after)) > 0);
  const usualTime = await readUsualTimes(db, merchantId, now);
  const summaries = (await readStoredOrders(db, rows)).map((stored) => summarizeOrder(stored, usualTime));
  const listed = limitBytes(summaries, bytesOfOrders);
  const last = rows.find(({ id }) => id === listed.at(-1)?.id);
  return {
    orders: listed.toSorted((a, b) => b.updateAt - a.updateAt),
    ...(last && last !== rows.at(-1) && { more: placeOf(last).join('.') }),
  };
}

/** 1 if the order is open, the time of its last change, its id. */
type Place = readonly [open: number, at: number, id: string];

function placeOf({ status, updated_at: at, id }: OrderRow): Place {
  return [Number(status === orderStatus.progressing), at, id];
}

function parsePlace(text: string): Place {
  const [open, at, ...id] = text.split('.');
  return [Number(open), Number(at), id.join('.')];
}

/** Open orders first, then the newest. */
function comparePlaces([aOpen, aAt, aId]: Place, [bOpen, bAt, bId]: Place): number {
  return bOpen - aOpen || bAt - aAt || compareText(aId, bId);
}

function summarizeOrder(
  { order, row, life: { dishes, closed } }: StoredOrder,
  usualTime: UsualTimes,
): StaffOrder {
  const { id, serial, tableId, tableName, type, status, paymentStatus, sendStatus } = order;
  const pickup = readPickup(order);
  const units = new Map(order.orderItems.map((line) => [line.id, line.unitLabel]));
  const countOf = (piecesOf: (dish: DishLife) => number) =>
    dishes.reduce((sum, dish) => sum + countDishes(piecesOf(dish), units.get(dish.id)), 0);
  const waiting = new Set(
    dishes.filter((dish) => dish.sent < dish.left && !isHeld(dish)).map(({ id: dishId }) => dishId),
  );
  const unsent = order.orderItems.filter((item) => waiting.has(item.id));
  const since = unsent.map(({ placedAt }) => placedAt ?? order.createAt);
  return {
    id,
    serial,
    sessionId: row.session_id,
    tableId: tableId ?? null,
    tableName,
    ...(pickup && { pickup: { ...pickup, isReady: isReadyForPickup(order.orderItems) } }),
    type,
    status,
    paymentStatus,
    sendStatus,
    rounds: row.rounds,
    guests: order.guests,
    pieces: countOf(({ left }) => left),
    newPieces: countUnsent(order),
    totalAmount: order.totalAmount ?? zero,
    owed: calculateOwed(order),
    paidTooMuch: calculateOverpaid(order),
    unserved: countOf((dish) => dish.left - dish[order.completeWhen ?? 'served']),
    isClosed: closed !== undefined,
    waitsSince: since.length > 0 ? Math.min(...since) : null,
    ...(unsent.length > 0 && {
      usualMinutes: Math.max(...unsent.map(({ productId }) => usualTime(productId) ?? usualDishMinutes)),
    }),
    createAt: order.createAt,
    updateAt: order.updateAt,
  };
}
