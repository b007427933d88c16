/** S2: data that was put back from an older copy knows less than it once answered, so each open session gets a new name. */
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import type { Database } from '../schema.ts';
import { inTransaction, type Db, type Trx } from '../transactions.ts';

/** In `meta`: the copy that was put back is not marked yet; its value is when that was, ms since 1970. */
export const restoredKey = 'restored';
/** In `meta`: when data was put back last, and how old the newest of it was, as JSON. */
const lastRestoreKey = 'last-restore';

/** CX31: more changes of orders than can have come after the copy. */
const numbersLost = 1_000_000;

/** Data was put back at `at`; `upTo` is when the newest of it was written. ms since 1970. */
interface LastRestore {
  readonly at: number;
  readonly upTo: number;
}

/** What belongs to a session, by its name. */
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

/** Notes that the data was put back from a copy; the next server that starts on it gives the sessions new names. */
export async function markRestored(db: Db, now: number): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: restoredKey, value: String(now) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(now) }))
    .execute();
}

/**
 * Gives every open session a new name where a mark says that the data was put back. Of several servers that start at
 * once, one does it.
 * @returns how many sessions there are; undefined where there is no mark
 */
export async function renameRestoredSessions(
  db: Db,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    const mark = await trx
      .deleteFrom('meta')
      .where('key', '=', restoredKey)
      .returning('value')
      .executeTakeFirst();
    if (!mark) return undefined;
    const at = Number(mark.value) || clock.now();
    const open = await trx.selectFrom('table_sessions').selectAll().where('closed_at', 'is', null).execute();
    await noteRestore(trx, at);
    // What a till has seen has a lower number than whatever comes from now on.
    await trx
      .updateTable('change_counters')
      .set((row) => ({ last: row('last', '+', numbersLost) }))
      .execute();
    // Since that copy they may have come on paper.
    await trx.updateTable('print_jobs').set({ begun_at: at }).where('printed_at', 'is', null).execute();
    for (const session of open) {
      const id = ids.next();
      // No table has two open sessions, not even for a moment.
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

async function noteRestore(trx: Trx, at: number): Promise<void> {
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

/** When data was put back last; undefined: never. */
export async function findLastRestore(db: Db): Promise<LastRestore | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', lastRestoreKey)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as LastRestore);
}
