/** Removes a person from everything that is stored, and searches the database for traces that are left. */
import { sql } from 'kysely';
import type { AnyEvent } from '#events/cart/registry.ts';
import { createRedactor } from '#events/records/redact.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { runInTransaction, isPostgres, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { endLoginsOf } from '#server/ordering/members/login.ts';
import type { UserRow } from '#server/ordering/members/users.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { rewriteFulfilment } from '#server/ordering/fulfilment-log.ts';
import { deleteReportsAbout } from '#server/ordering/problem-reports/report-store.ts';
import { removeServiceNames, removeNames } from './personal.ts';

export interface ErasureReport {
  /** Number of erased accounts. A phone number has one account at each restaurant. */
  readonly accounts: number;
  readonly events: number;
  readonly orders: number;
  /** Columns that still contain the number or the mail address, as `table.column`. */
  readonly left: readonly string[];
}

/**
 * Erases the member with this phone number, at every restaurant. Their orders stay, without names. Their logs stay for
 * support, with placeholders.
 * @param now ms since 1970
 * @throws StartError for an invalid number, or while the member sits at a table. Phones at that table have the member's
 *   events already, so an erasure would make the server differ from them.
 */
export async function eraseMember(db: Db, given: string, now: number): Promise<ErasureReport> {
  const phone = given.replaceAll(/\D/g, '').slice(-10);
  if (phone.length < 10) throw new StartError(`${given} is not a phone number: it needs ten digits`);
  const traces = new Set([phone]);
  const erased = await runInTransaction(db, async (trx) => {
    const people = await trx.selectFrom('users').selectAll().where('phone', '=', phone).execute();
    const done = { accounts: people.length, events: 0, orders: 0 };
    for (const user of people) {
      if (user.mail !== '') traces.add(user.mail);
      const openTable = await findOpenTable(trx, await findOwnUserIds(trx, user.id));
      if (openTable)
        throw new StartError(
          `the member sits at table ${openTable.table_id} of restaurant ${openTable.merchant_id}: close the table first`,
        );
      const { events, orders } = await eraseAccount(trx, user, now);
      done.events += events;
      done.orders += orders;
    }
    await trx.deleteFrom('phone_codes').where('phone', '=', phone).execute();
    await trx.deleteFrom('code_requests').where('phone', '=', phone).execute();
    await trx.deleteFrom('budgets').where('key', '=', phone).execute();
    await trx.deleteFrom('inbox').where('recipient', '=', phone).execute();
    return done;
  });
  // SQLite keeps overwritten data in its free pages and in its write-ahead log. Both are cleared here.
  if (!isPostgres(db)) {
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  }
  return { ...erased, left: await findTraces(db, [...traces]) };
}

/**
 * Erases one account at its restaurant: name, number, codes, logins and notes. It also erases the guests that the diner
 * was before the registration. The user ids stay in orders and payments, and lead to no person any more.
 * @param now ms since 1970
 */
export async function eraseAccount(
  trx: Trx,
  { id: accountId, merchant_id: merchantId, phone, mail }: UserRow,
  now: number,
): Promise<Pick<ErasureReport, 'events' | 'orders'>> {
  const done = { events: 0, orders: 0 };
  for (const id of await findOwnUserIds(trx, accountId)) {
    await closeTakeaway(trx, id, now);
    await deleteReportsAbout(trx, id);
    done.events += await redactEvents(trx, id);
    done.orders += await redactOrders(trx, id);
    await trx.deleteFrom('order_members').where('user_id', '=', id).execute();
    // Payments stay for the accounts, without a payer.
    await trx.updateTable('page_payments').set({ user_id: '' }).where('user_id', '=', id).execute();
    await trx.updateTable('page_payments').set({ share: null }).where('share', '=', id).execute();
    await trx
      .updateTable('page_payments')
      .set({ parts: null })
      .where('parts', 'like', `%"userId":"${id}"%`)
      .execute();
    await trx.deleteFrom('user_coupons').where('user_id', '=', id).where('used_at', 'is', null).execute();
    await trx.deleteFrom('mails').where('user_id', '=', id).execute();
    await trx.updateTable('session_members').set({ allergy: null }).where('user_id', '=', id).execute();
    await endLoginsOf(trx, id, now);
    await trx
      .updateTable('users')
      .set({ kind: 'guest', phone: null, first_name: '', last_name: '', mail: '', birthday: null })
      .where('id', '=', id)
      .execute();
  }
  // Staff may have entered the address.
  if (mail !== '')
    await trx
      .deleteFrom('mails')
      .where('merchant_id', '=', merchantId)
      .where('recipient', '=', mail)
      .execute();
  if (phone !== null) {
    for (const table of ['phone_codes', 'code_requests'] as const)
      await trx.deleteFrom(table).where('merchant_id', '=', merchantId).where('phone', '=', phone).execute();
    await trx
      .deleteFrom('inbox')
      .where('merchant_id', '=', merchantId)
      .where('recipient', '=', phone)
      .execute();
  }
  return done;
}

/** Returns the account's id and the ids of the guests that became this account. */
export async function findOwnUserIds(trx: Trx, accountId: string): Promise<string[]> {
  const guests = await trx.selectFrom('users').select('id').where('became', '=', accountId).execute();
  return [accountId, ...guests.map(({ id }) => id)];
}

/** Closes the member's open takeaway session, because nobody will return to it. */
async function closeTakeaway(trx: Trx, userId: string, now: number): Promise<void> {
  const open = await trx
    .selectFrom('table_sessions')
    .select('id')
    .where('owner_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute();
  for (const { id } of open) await closeSession(trx, id, { now, reason: 'accountDeleted' });
}

/** Returns an open table session of these users, if there is one. */
export async function findOpenTable(trx: Trx, userIds: readonly string[]) {
  return await trx
    .selectFrom('session_members')
    .innerJoin('table_sessions', 'table_sessions.id', 'session_members.session_id')
    .select(['table_sessions.merchant_id', 'table_sessions.table_id'])
    .where('session_members.user_id', 'in', userIds)
    .where('table_sessions.closed_at', 'is', null)
    .where('table_sessions.table_id', 'is not', null)
    .executeTakeFirst();
}

/** Redacts the user's events, and deletes the checkpoints made from them. The server creates new ones when needed. */
async function redactEvents(trx: Trx, userId: string): Promise<number> {
  const rows = await trx
    .selectFrom('events')
    .innerJoin('table_sessions', 'table_sessions.id', 'events.session_id')
    .select(['events.session_id', 'events.id', 'events.body'])
    .select(['table_sessions.merchant_id', 'table_sessions.table_id'])
    .where('events.user_id', '=', userId)
    .execute();
  for (const { session_id: sessionId, id, body, merchant_id: merchantId, table_id: tableId } of rows) {
    const header = { format: 'cart-log', version: 1, replicaId: '', exportedAt: 0 } as const;
    const redact = createRedactor({ ...header, merchantId, tableId: tableId ?? '', sessionId });
    await trx
      .updateTable('events')
      .set({ body: JSON.stringify(redact(JSON.parse(body) as AnyEvent)) })
      .where('session_id', '=', sessionId)
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('session_checkpoints').where('session_id', '=', sessionId).execute();
    await trx.deleteFrom('lost_orders').where('session_id', '=', sessionId).execute();
  }
  return rows.length;
}

async function redactOrders(trx: Trx, userId: string): Promise<number> {
  const ids = new Set([userId]);
  const rows = await trx
    .selectFrom('orders')
    .select(['id', 'session_id', 'body'])
    .where((row) =>
      row.or([
        row('id', 'in', row.selectFrom('order_members').select('order_id').where('user_id', '=', userId)),
        row(
          'session_id',
          'in',
          row.selectFrom('session_members').select('session_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .execute();
  for (const { id, body } of rows) {
    await trx
      .updateTable('orders')
      // A new row version invalidates the caches of all processes.
      .set((row) => ({
        body: JSON.stringify(removeNames(JSON.parse(body) as object, ids)),
        row_version: row('row_version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    for (const table of ['webhook_deliveries', 'webhook_calls'] as const) {
      const deliveries = await trx
        .selectFrom(table)
        .select(['id', 'body'])
        .where('order_id', '=', id)
        .execute();
      for (const delivery of deliveries)
        await trx
          .updateTable(table)
          .set({ body: JSON.stringify(removeNames(JSON.parse(delivery.body) as object, ids)) })
          .where('id', '=', delivery.id)
          .execute();
    }
  }
  for (const sessionId of new Set(rows.map(({ session_id }) => session_id)))
    await rewriteFulfilment(trx, sessionId, (event) => removeServiceNames(event, ids));
  return rows.length;
}

/** Searches every text column of every table. */
async function findTraces(db: Db, traces: readonly string[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const found: string[] = [];
  for (const table of tables)
    for (const column of table.columns) {
      if (!/text|char|json/i.test(column.dataType)) continue;
      const name = sql.ref(`${table.name}.${column.name}`);
      for (const trace of traces) {
        const { rows } = await sql<{ found: number }>`
          select 1 as found from ${sql.table(table.name)} where ${name} like ${`%${trace}%`} limit 1`.execute(
          db,
        );
        if (rows.length > 0) found.push(`${table.name}.${column.name}`);
      }
    }
  return found;
}
