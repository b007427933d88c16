import type { Db } from '#server/platform/store/transactions.ts';

/** So often it is written down that a session's page is looked at, ms; pages ask for what is new every 15 s. */
const seenEveryMs = 30_000;
/** A page that has asked for nothing for so long is looked at no more, ms. */
const presentForMs = 90_000;

/** Notes that somebody looks at the staff page. @param key of the session */
export async function recordStaffSeen(db: Db, key: string, now: number): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ seen_at: now })
    .where('id_hash', '=', key)
    .where((row) => row.or([row('seen_at', 'is', null), row('seen_at', '<', now - seenEveryMs)]))
    .execute();
}

/** Whether somebody of the restaurant looks at its page: a call of a table would be seen. */
export async function isStaffPresent(db: Db, merchantId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('staff_sessions')
    .select('id_hash')
    .where('merchant_id', '=', merchantId)
    .where('seen_at', '>', now - presentForMs)
    .executeTakeFirst();
  return row !== undefined;
}
