import type { Db } from '#server/platform/store/transactions.ts';

/** How often a session's presence is stored, ms. The page asks for changes every 15 s. */
const seenEveryMs = 30_000;
/** A page without a request for this time counts as closed, ms. */
const presentForMs = 90_000;

/** Records that a person looks at the staff page. @param key of the staff session */
export async function recordStaffSeen(db: Db, key: string, now: number): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ seen_at: now })
    .where('id_hash', '=', key)
    .where((row) => row.or([row('seen_at', 'is', null), row('seen_at', '<', now - seenEveryMs)]))
    .execute();
}

/** Whether anyone looks at the restaurant's staff page, so that a table's call would be seen. */
export async function isStaffPresent(db: Db, merchantId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('staff_sessions')
    .select('id_hash')
    .where('merchant_id', '=', merchantId)
    .where('seen_at', '>', now - presentForMs)
    .executeTakeFirst();
  return row !== undefined;
}
