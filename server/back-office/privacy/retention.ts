/** Deletes old sessions and personal data by itself, after the number of days in `RETENTION_DAYS`. */
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { dropCachedOrder } from '#server/ordering/orders/order-store.ts';
import { rewriteFulfilment } from '#server/ordering/fulfilment-log.ts';
import { removeServiceNames, removeNames } from './personal.ts';

const dayMs = 24 * 60 * 60_000;
/** Time between two runs, ms. */
const intervalMs = 6 * 60 * 60_000;
/** Sessions in one transaction. It is small, because diners' requests wait for the transaction. */
const sessionsPerBatch = 20;

/** Database tables whose rows belong to a session and are not needed for the accounts. */
const sessionTables = [
  'events',
  'session_checkpoints',
  'session_replicas',
  'session_members',
  'placements',
  'order_codes',
  'lost_orders',
] as const;

interface RetentionOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly days: number;
  readonly log: { info(facts: object, msg: string): void; error(facts: object, msg: string): void };
}

/** Deletes old data at once, then every six hours. @returns a function that stops it, and waits for the current run */
export function scheduleRetention({ db, clock, days, log }: RetentionOptions): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= deleteOld(db, clock.now() - days * dayMs)
      .then(
        (sessions) => log.info({ sessions }, 'RETENTION_DAYS: deleted older sessions'),
        (error: unknown) =>
          log.error({ err: error }, 'RETENTION_DAYS: could not delete older sessions, will try again'),
      )
      .finally(() => (running = undefined));
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Deletes sessions that were closed before a time, with their logs. Their orders stay for the accounts, without names
 * and notes. Guests without a later session lose their names.
 * @param before ms since 1970
 * @returns the number of deleted sessions
 */
export async function deleteOld(db: Db, before: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const sessions = await runInTransaction(db, async (trx) => await deleteOldSessions(trx, before));
    deleted += sessions;
    if (sessions < sessionsPerBatch) break;
  }
  await runInTransaction(db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ first_name: '', last_name: '' })
      .where('kind', '!=', 'member')
      .where('updated_at', '<', before)
      .where('first_name', '!=', '')
      .where('id', 'not in', trx.selectFrom('session_members').select('user_id'))
      .execute();
    await deleteUnusedGuests(trx, before);
    for (const table of ['inbox', 'code_requests'] as const)
      await trx.deleteFrom(table).where('at', '<', before).execute();
    // This includes deliveries that wait for a webhook which is switched off.
    await trx.deleteFrom('webhook_calls').where('created_at', '<', before).execute();
    await trx.deleteFrom('mails').where('created_at', '<', before).execute();
    await trx.deleteFrom('reports').where('at', '<', before).execute();
    await trx.deleteFrom('budgets').where('last_at', '<', before).execute();
    await trx.deleteFrom('phone_codes').where('expires_at', '<', before).execute();
  });
  return deleted;
}

/**
 * Deletes guests without sessions and orders. A phone creates its guest before it joins a table, and an attacker may
 * create many of them.
 */
async function deleteUnusedGuests(trx: Trx, before: number): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('kind', '=', 'guest')
    .where('became', 'is', null)
    .where('updated_at', '<', before)
    .where('id', 'not in', trx.selectFrom('session_members').select('user_id'))
    .where('id', 'not in', trx.selectFrom('order_members').select('user_id'))
    .where('id', 'not in', trx.selectFrom('placements').select('user_id'))
    .execute();
}

async function deleteOldSessions(trx: Trx, before: number): Promise<number> {
  // Skip sessions of which only the orders are left.
  const old = await trx
    .selectFrom('table_sessions')
    .select('id')
    .where('closed_at', '<', before)
    .where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('session_members')
            .select('user_id')
            .whereRef('session_id', '=', 'table_sessions.id'),
        ),
        row.exists(
          row.selectFrom('events').select('events.id').whereRef('session_id', '=', 'table_sessions.id'),
        ),
        row.not(
          row.exists(
            row.selectFrom('orders').select('orders.id').whereRef('session_id', '=', 'table_sessions.id'),
          ),
        ),
      ]),
    )
    .limit(sessionsPerBatch)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const table of sessionTables) await trx.deleteFrom(table).where('session_id', 'in', ids).execute();
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'session_id', 'body'])
    .where('session_id', 'in', ids)
    .execute();
  for (const { id, body } of orders) {
    await trx
      .updateTable('orders')
      .set({ body: JSON.stringify(removeNames(JSON.parse(body) as object)) })
      .where('id', '=', id)
      .execute();
    dropCachedOrder(trx, id);
  }
  for (const id of ids) await rewriteFulfilment(trx, id, (event) => removeServiceNames(event));
  const kept = new Set(orders.map(({ session_id }) => session_id));
  const empty = ids.filter((id) => !kept.has(id));
  if (empty.length > 0) {
    const merchants = trx.selectFrom('table_sessions').select('merchant_id').where('id', 'in', empty);
    await trx
      .deleteFrom('service_events')
      .where('merchant_id', 'in', merchants)
      .where('session_id', 'in', empty)
      .execute();
    await trx.deleteFrom('table_sessions').where('id', 'in', empty).execute();
  }
  return ids.length;
}
