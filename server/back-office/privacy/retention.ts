/** What nobody needs any more after a time goes by itself: parties that have left, and their names. */
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { dropCachedOrder } from '#server/ordering/orders/order-store.ts';
import { rewriteFulfilment } from '#server/ordering/fulfilment-log.ts';
import { removeServiceNames, removeNames } from './personal.ts';

const day = 24 * 60 * 60_000;
/** How often it is looked for what is old, ms. */
const lookEvery = 6 * 60 * 60_000;
/** Sessions of one transaction: diners wait for it. */
const atOnce = 20;

/** What belongs to a session and is not needed for the books. */
const ofSession = [
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

/** Forgets at once and then every few hours what is older than so many days. @returns how to stop */
export function scheduleRetention({ db, clock, days, log }: RetentionOptions): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const look = (): void => {
    underWay ??= forgetOld(db, clock.now() - days * day)
      .then(
        (sessions) => log.info({ sessions }, 'RETENTION_DAYS: what was older was forgotten'),
        (error: unknown) => log.error({ err: error }, 'RETENTION_DAYS: what is older could not be forgotten'),
      )
      .finally(() => (underWay = undefined));
  };
  look();
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/**
 * Forgets sessions that were closed before a time, with their logs; their orders stay for the books, without names and
 * notes; guests who have not been there since lose theirs. @param before ms since 1970 @returns how many sessions
 */
export async function forgetOld(db: Db, before: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const sessions = await inTransaction(db, async (trx) => await forgetSome(trx, before));
    forgotten += sessions;
    if (sessions < atOnce) break;
  }
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ first_name: '', last_name: '' })
      .where('kind', '!=', 'member')
      .where('updated_at', '<', before)
      .where('first_name', '!=', '')
      .where('id', 'not in', trx.selectFrom('session_members').select('user_id'))
      .execute();
    await forgetUnseated(trx, before);
    for (const table of ['inbox', 'code_requests'] as const)
      await trx.deleteFrom(table).where('at', '<', before).execute();
    // Also what waits for an address that was switched off.
    await trx.deleteFrom('webhook_calls').where('created_at', '<', before).execute();
    await trx.deleteFrom('reports').where('at', '<', before).execute();
    await trx.deleteFrom('budgets').where('last_at', '<', before).execute();
    await trx.deleteFrom('phone_codes').where('expires_at', '<', before).execute();
  });
  return forgotten;
}

/** Guests of whom nothing is kept: a phone makes itself one before it sits down anywhere, or only to make many (D37). */
async function forgetUnseated(trx: Trx, before: number): Promise<void> {
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

async function forgetSome(trx: Trx, before: number): Promise<number> {
  // Those that hold something yet: a session with orders stays for their sake.
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
    .limit(atOnce)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const table of ofSession) await trx.deleteFrom(table).where('session_id', 'in', ids).execute();
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
  if (empty.length > 0) await trx.deleteFrom('service_events').where('session_id', 'in', empty).execute();
  if (empty.length > 0) await trx.deleteFrom('table_sessions').where('id', 'in', empty).execute();
  return ids.length;
}
