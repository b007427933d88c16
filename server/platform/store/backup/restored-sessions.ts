/**
 * After a restore the server has forgotten answers that it once gave. Phones know events that it does not have. So each
 * open table session gets a new id: phones notice it, read the log again and send what is missing.
 *
 *     restore ──► mark in `meta` ──► the next start removes the mark and renames all open sessions, in one transaction
 */
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import type { Database } from '../schema.ts';
import { runInTransaction, type Db, type Trx } from '../transactions.ts';

/** The mark in `meta` after a restore, until the next start. Its value is the time of the restore, in ms since 1970. */
export const restoredKey = 'restored';
/** The key in `meta` for the last restore, a `LastRestore` as JSON. */
const lastRestoreKey = 'last-restore';

/** More changes of orders than can have happened between backup and restore. */
const numbersLost = 1_000_000;
/** More orders than are usually placed between backup and restore. A number that is used twice confuses only people. */
const ordersLost = 100;

/** The time of a restore, and the time up to which its data reach. In ms since 1970. */
interface LastRestore {
  readonly at: number;
  readonly upTo: number;
}

/** The tables whose rows name a session. */
const ofSession = [
  'session_members',
  'session_replicas',
  'events',
  'session_checkpoints',
  'order_codes',
  'orders',
  'service_events',
  'placements',
  'lost_orders',
  'reports',
] as const satisfies readonly (keyof Database)[];

/** Marks the data as restored. The next server that starts gives new ids to the open sessions. */
export async function markRestored(db: Db, now: number): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: restoredKey, value: String(now) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(now) }))
    .execute();
}

/**
 * Gives every open session a new id if the data is marked as restored. If several servers start at once, one does it.
 *
 * @returns the number of sessions, or undefined without a mark
 */
export async function renameRestoredSessions(
  db: Db,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): Promise<number | undefined> {
  return await runInTransaction(db, async (trx) => {
    const mark = await trx
      .deleteFrom('meta')
      .where('key', '=', restoredKey)
      .returning('value')
      .executeTakeFirst();
    if (!mark) return undefined;
    const at = Number(mark.value) || clock.now();
    const open = await trx.selectFrom('table_sessions').selectAll().where('closed_at', 'is', null).execute();
    await recordRestore(trx, at);
    // A POS may have seen changes after the backup. Future changes must have higher numbers than those.
    await trx
      .updateTable('change_counters')
      .set((row) => ({ last: row('last', '+', numbersLost) }))
      .execute();
    // Likewise the guests of lost orders have been told their numbers.
    await trx
      .updateTable('order_numbers')
      .set((row) => ({ last: row('last', '+', ordersLost) }))
      .execute();
    // The tickets may have been printed after the backup, so they count as begun.
    await trx.updateTable('print_jobs').set({ begun_at: at }).where('printed_at', 'is', null).execute();
    // Likewise the provider may have given money back, and an old row must not do it again.
    await trx
      .updateTable('provider_refunds')
      .set({ state: 'unclear', may_be_sent: 1, problem: JSON.stringify({ kind: 'restored', detail: '' }) })
      .where('state', 'in', ['waiting', 'sending'])
      .execute();
    for (const session of open) {
      const id = ids.next();
      // An index forbids two open sessions of a table, even for a moment.
      await trx.updateTable('table_sessions').set({ closed_at: at }).where('id', '=', session.id).execute();
      await trx
        .insertInto('table_sessions')
        .values({ ...session, id, restored_from: session.id, restored_at: at })
        .execute();
      for (const table of ofSession)
        await trx.updateTable(table).set({ session_id: id }).where('session_id', '=', session.id).execute();
      await trx.deleteFrom('table_sessions').where('id', '=', session.id).execute();
    }
    return open.length;
  });
}

async function recordRestore(trx: Trx, at: number): Promise<void> {
  const { max } = trx.fn;
  const newest = await Promise.all([
    trx.selectFrom('table_sessions').select(max('last_operate_at').as('at')).executeTakeFirst(),
    trx.selectFrom('table_sessions').select(max('opened_at').as('at')).executeTakeFirst(),
    trx.selectFrom('orders').select(max('updated_at').as('at')).executeTakeFirst(),
  ]);
  const restore: LastRestore = { at, upTo: Math.max(0, ...newest.map((row) => row?.at ?? 0)) };
  const value = JSON.stringify(restore);
  await trx
    .insertInto('meta')
    .values({ key: lastRestoreKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Returns undefined if the data was never restored. */
export async function findLastRestore(db: Db): Promise<LastRestore | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', lastRestoreKey)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as LastRestore);
}
