import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findOpenOrder } from '#server/ordering/orders/order-store.ts';
import type { Asker, TableSession } from '#server/platform/http/routes/who.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import { appendFulfilment } from '#server/ordering/fulfilment-log.ts';
import {
  runInTransaction,
  lockSession,
  type Db,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

export type Table = Selectable<Database['tables']>;
export interface SessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** After this time without a change, a table with an open order counts as free, ms. Longer than a dinner. */
const longestIdleMs = 12 * 60 * 60 * 1000;

interface SeatedDiner {
  readonly userId: string;
  /** null: unknown. */
  readonly loginId: string | null;
}

/** Joins the table's open session after a scan, or opens one. Diners who scan at the same moment get the same session. */
export async function openOrJoinSession(
  deps: SessionDeps,
  table: Table,
  diner: SeatedDiner,
): Promise<TableSession & { readonly tableId: string; readonly tableName: string; readonly isNew: boolean }> {
  return await runInTransaction(deps.db, async (trx) => {
    const now = deps.clock.now();
    const session = await openTableSession(trx, deps, table, now);
    const isNew = await shouldJoin(trx, session.id, diner.userId);
    if (isNew) await joinSession(trx, session.id, diner, now);
    return {
      isNew,
      id: session.id,
      restoredFrom: session.restored_from,
      merchantId: table.merchant_id,
      tableId: table.id,
      tableName: table.name,
    };
  });
}

/** The table's open session. Replaces it if nothing happened there for long. @param now ms */
export async function openTableSession(
  trx: Trx,
  { ids }: Pick<SessionDeps, 'ids'>,
  { id: tableId, merchant_id: merchantId }: Table,
  now: number,
): Promise<SessionRow> {
  const find = async () => await findOpenSession(trx, merchantId, 'table_id', tableId);
  const session = await find();
  if (session && !(await isIdle(trx, session, now))) return session;
  if (session) await closeSession(trx, session.id, { now, reason: 'idle' });
  await insertSession(trx, { id: ids.next(), merchant_id: merchantId, table_id: tableId, opened_at: now });
  return (await find())!;
}

/**
 * False if the diner sits there already. A Refusal 403 if staff removed the diner, 429 if there are too many diners. Guests
 * and members have separate limits, so that a person who registers many guests does not keep members out.
 */
async function shouldJoin(trx: Trx, sessionId: string, userId: string): Promise<boolean> {
  const own = await trx
    .selectFrom('session_members')
    .select('removed_at')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (own && own.removed_at !== null)
    throw createStatusRefusal(codes.forbidden, getServerTexts('tables.removed'));
  if (own) return false;
  const { seated } = await trx
    .selectFrom('session_members')
    .innerJoin('users', 'users.id', 'session_members.user_id')
    .select((row) => row.fn.countAll<number | string>().as('seated'))
    .where('session_id', '=', sessionId)
    .where('removed_at', 'is', null)
    .where('users.kind', '=', (row) =>
      row.selectFrom('users as newcomer').select('kind').where('id', '=', userId),
    )
    .executeTakeFirstOrThrow();
  if (Number(seated) >= limits.membersOfTable)
    throw createBudgetRefusal('membersOfTable', longestIdleMs / 1000);
  return true;
}

/** The diner's own session for to-go orders, which has no table. Opens one if there is none. */
export async function openToGoSession(deps: SessionDeps, asker: Asker): Promise<TableSession> {
  const find = async (db: Db) => await findOpenSession(db, asker.merchantId, 'owner_id', asker.userId);
  const open =
    (await find(deps.db)) ??
    (await runInTransaction(deps.db, async (trx) => {
      const now = deps.clock.now();
      await insertSession(trx, {
        id: deps.ids.next(),
        merchant_id: asker.merchantId,
        owner_id: asker.userId,
        opened_at: now,
      });
      const session = (await find(trx))!;
      await joinSession(trx, session.id, asker, now);
      return session;
    }));
  return {
    id: open.id,
    restoredFrom: open.restored_from,
    merchantId: asker.merchantId,
    tableId: null,
    tableName: null,
  };
}

/** Adds the diner to the session, unless they are in it. */
export async function joinSession(
  trx: Trx,
  sessionId: string,
  { userId, loginId }: SeatedDiner,
  now: number,
): Promise<void> {
  await trx
    .insertInto('session_members')
    .values({ session_id: sessionId, user_id: userId, joined_at: now, login_id: loginId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Ending {
  readonly now: number;
  readonly reason: string;
  readonly actId?: string | undefined;
  readonly by?: Actor;
  /** The open amount of its orders, and the number of dishes that were not sent to the kitchen. */
  readonly left?: { readonly owed: string; readonly unsent: number };
}

const server: Actor = { kind: 'server', name: '' };

/**
 * Ends a session and records who did it. Diners can no longer read or change it. The next scan at the table opens another
 * one.
 */
export async function closeSession(
  trx: Trx,
  sessionId: string,
  { now, reason, actId = `${reason}-${now}`, by = server, left }: Ending,
): Promise<void> {
  const session = await lockSession(trx, sessionId);
  if (!session || session.closed_at !== null) return;
  await trx.updateTable('table_sessions').set({ closed_at: now }).where('id', '=', sessionId).execute();
  await appendFulfilment(trx, sessionId, {
    act: { type: 'sessionClosed', reason, ...left },
    actId,
    by,
    at: now,
  });
}

/** Ends the sessions at tables that were removed from the menu file. */
export async function closeSessionsAt(
  trx: Trx,
  merchantId: string,
  tableIds: readonly string[],
  now: number,
): Promise<void> {
  for (const tableId of tableIds) {
    const session = await findOpenSession(trx, merchantId, 'table_id', tableId);
    if (session) await closeSession(trx, session.id, { now, reason: 'tableRemoved' });
  }
}

/** The open session of a table, or of a diner who orders to go. */
export async function findOpenSession(
  db: Db,
  merchantId: string,
  column: 'table_id' | 'owner_id',
  id: string,
): Promise<SessionRow | undefined> {
  return await db
    .selectFrom('table_sessions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(column, '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Does nothing if another request has just opened a session for the same table or owner. */
async function insertSession(
  trx: Trx,
  session: { id: string; merchant_id: string; table_id?: string; owner_id?: string; opened_at: number },
): Promise<void> {
  await trx
    .insertInto('table_sessions')
    .values({
      table_id: null,
      owner_id: null,
      closed_at: null,
      version: 0,
      server_seq: 0,
      last_operate_at: 0,
      restored_from: null,
      restored_at: null,
      ...session,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether nothing happened for the merchant's clear-table time. With an open order, `longestIdleMs` applies. */
async function isIdle(trx: Trx, session: SessionRow, now: number): Promise<boolean> {
  const order = await findOpenOrder(trx, session.id);
  const { clearTableCartMinutes } = await readSettings(trx, session.merchant_id);
  const clearMs = clearTableCartMinutes > 0 ? clearTableCartMinutes * 60_000 : longestIdleMs;
  const idleMs = order ? longestIdleMs : Math.min(clearMs, longestIdleMs);
  const newest = Math.max(session.opened_at, session.last_operate_at);
  if (now - newest < idleMs) return false;
  const { joined } = await trx
    .selectFrom('session_members')
    .select((row) => row.fn.max('joined_at').as('joined'))
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow();
  return now - (joined ?? 0) >= idleMs;
}
