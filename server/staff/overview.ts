import { orderStatus } from '#contract/states.ts';
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { callsOfSessions } from '#server/desk/help.ts';
import { owedOf, paidTooMuch, unsentOf } from '#server/orders/standing.ts';
import { zero } from '#projections/bill/money.ts';
import { readSession } from '#server/cart/log/session-log.ts';
import { orderColumns, storedOrders, type OrderRow, type StoredOrder } from '#server/orders/order-store.ts';
import { firstWithin } from '#server/http/first-within.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { compareText } from '#events/event-id.ts';
import type { Db } from '#server/store/transactions.ts';
import { UnreadableRow } from '#server/store/rows/unreadable-row.ts';

/** Orders of so long are listed, ms: a day's business, past midnight. */
const listedMs = 24 * 60 * 60 * 1000;
/** More than a restaurant takes in a day; those that are open come first, then the newest. */
const mostOrders = 500;
const bytesOfOrders = 96 * 1024;
/** Of one table: those of a wedding. The staff send some away and see the next, or end the party. */
const mostDiners = 40;

/** @param now ms  @param withCodes tells the tables' order codes (D7), too */
export async function staffTables(
  db: Db,
  merchantId: string,
  { withCodes, now }: { readonly withCodes: boolean; readonly now: number },
): Promise<StaffTable[]> {
  const tables = await db
    .selectFrom('tables')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  const sessions = await db
    .selectFrom('table_sessions as session')
    .leftJoin('order_codes as code', (join) => join.onRef('code.session_id', '=', 'session.id'))
    .select((row) => [
      'session.id',
      'session.table_id',
      'session.opened_at',
      'session.last_operate_at',
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
    .where('session.table_id', 'is not', null)
    .execute();
  const diners = await dinersIn(db, merchantId);
  const calls = await callsOfSessions(
    db,
    sessions.map(({ id }) => id),
    now,
  );
  const byTable = new Map(sessions.map((session) => [session.table_id, session]));
  return await Promise.all(
    tables.map(async ({ id, name, qrcode_id: qrcodeId }) => {
      const session = byTable.get(id);
      if (!session) return { tableId: id, name, qrcodeId, session: null, orderId: null };
      const isSpent = session.tries_left !== null && session.tries_left <= 0;
      const view = await viewIfReadable(db, session.id);
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
          ...newest(diners.get(session.id) ?? []),
          isDamaged: view === undefined,
          guests: view?.guests ?? 0,
          cartPieces: pieces,
          calls: calls.get(session.id) ?? [],
          orderCode: withCodes && !isSpent && session.used_at === null ? session.code : null,
          orderCodeSpent: isSpent,
        },
        orderId: session.order_id ?? null,
      };
    }),
  );
}

type SeatedDiners = NonNullable<StaffTable['session']>['diners'];

/** By open session, in the order in which they came. */
async function dinersIn(db: Db, merchantId: string): Promise<ReadonlyMap<string, SeatedDiners>> {
  const rows = await db
    .selectFrom('session_members as member')
    .innerJoin('table_sessions as session', 'session.id', 'member.session_id')
    .leftJoin('users as diner', 'diner.id', 'member.user_id')
    .select(['member.session_id', 'member.user_id', 'member.joined_at', 'diner.first_name', 'diner.kind'])
    .where('session.merchant_id', '=', merchantId)
    .where('session.closed_at', 'is', null)
    .where('member.removed_at', 'is', null)
    // O4: a guest who logged in sits there as the member.
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
  } of rows) {
    const diner = { userId, name: name ?? '', isMember: kind === 'member', joinedAt };
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), diner]);
  }
  return bySession;
}

/** The newest who sit there, in the order in which they came; and how many more. */
function newest(seated: SeatedDiners): { diners: SeatedDiners; moreDiners?: number } {
  const more = seated.length - mostDiners;
  return more > 0 ? { diners: seated.slice(more), moreDiners: more } : { diners: seated };
}

/** undefined: a row of it cannot be read; the other tables go on. */
async function viewIfReadable(db: Db, sessionId: string): Promise<CartView | undefined> {
  try {
    return (await readSession(db, sessionId)).log.view;
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
}

interface OrderPage {
  readonly orders: StaffOrder[];
  /** There are more: where they begin. */
  readonly more?: string;
}

/**
 * The merchant's open orders and those of the last day, the newest first.
 * @param now ms @param after the `more` of the page before
 */
export async function staffOrders(
  db: Db,
  merchantId: string,
  now: number,
  after?: string,
): Promise<OrderPage> {
  const ofMerchant = db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .limit(mostOrders);
  // In one question the database would go through all that there ever was.
  const open = await ofMerchant.where('status', '=', orderStatus.progressing).execute();
  const recent = await ofMerchant
    .where('updated_at', '>', now - listedMs)
    .orderBy('updated_at', 'desc')
    .execute();
  const rows = [...new Map([...open, ...recent].map((row) => [row.id, row])).values()]
    .toSorted((a, b) => inOrder(placeOf(a), placeOf(b)))
    .slice(0, mostOrders)
    .filter((row) => after === undefined || inOrder(placeOf(row), placeAt(after)) > 0);
  const listed = firstWithin((await storedOrders(db, rows)).map(summaryOf), bytesOfOrders);
  const last = rows.find(({ id }) => id === listed.at(-1)?.id);
  return {
    orders: listed.toSorted((a, b) => b.updateAt - a.updateAt),
    ...(last && last !== rows.at(-1) && { more: placeOf(last).join('.') }),
  };
}

/** Open or not, when it changed last, which. */
type Place = readonly [open: number, at: number, id: string];

function placeOf({ status, updated_at: at, id }: OrderRow): Place {
  return [Number(status === orderStatus.progressing), at, id];
}

function placeAt(text: string): Place {
  const [open, at, ...id] = text.split('.');
  return [Number(open), Number(at), id.join('.')];
}

/** Those that are open first, then the newest. */
function inOrder([aOpen, aAt, aId]: Place, [bOpen, bAt, bId]: Place): number {
  return bOpen - aOpen || bAt - aAt || compareText(aId, bId);
}

function summaryOf({ order, row, life: { dishes, closed } }: StoredOrder): StaffOrder {
  const { id, serial, tableId, tableName, type, status, paymentStatus, sendStatus } = order;
  const pieces = dishes.reduce((sum, { left }) => sum + left, 0);
  const waiting = new Set(dishes.filter(({ sent, left }) => sent < left).map(({ id: dishId }) => dishId));
  const since = order.orderItems
    .filter((item) => waiting.has(item.id))
    .map(({ placedAt }) => placedAt ?? order.createAt);
  return {
    id,
    serial,
    sessionId: row.session_id,
    tableId: tableId ?? null,
    tableName,
    type,
    status,
    paymentStatus,
    sendStatus,
    rounds: row.rounds,
    guests: order.guests,
    pieces,
    newPieces: unsentOf(order),
    totalAmount: order.totalAmount ?? zero,
    owed: owedOf(order),
    paidTooMuch: paidTooMuch(order),
    unserved: dishes.reduce((sum, { left, served }) => sum + left - served, 0),
    isClosed: closed !== undefined,
    waitsSince: since.length > 0 ? Math.min(...since) : null,
    createAt: order.createAt,
    updateAt: order.updateAt,
  };
}
