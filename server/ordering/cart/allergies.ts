/**
 * What diners are allergic to. A diner says it once for a table session, and the server copies it to each line that is
 * placed for them, also by others. It is erased a minute after the session has ended, when that can no longer be undone.
 */
import { removeControlCharacters } from '#events/log/plain-text.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

interface Seat {
  readonly sessionId: string;
  readonly userId: string;
}

/** By user id, without diners who have not said anything. */
export async function readAllergies(db: Db, sessionId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('session_members')
    .select(['user_id', 'allergy'])
    .where('session_id', '=', sessionId)
    .where('allergy', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ user_id: userId, allergy }) => (allergy ? [[userId, allergy] as const] : [])),
  );
}

/** @returns what is stored */
export async function writeAllergy(db: Db, { sessionId, userId }: Seat, allergy: string): Promise<string> {
  const stored = removeControlCharacters(allergy).trim();
  await db
    .updateTable('session_members')
    .set({ allergy: stored === '' ? null : stored })
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();
  return stored;
}

/** Gives what a guest said to the member as whom they have logged in. */
export async function inheritAllergy(
  trx: Trx,
  { from, to: sessionId }: { readonly from: string; readonly to: string },
  { guestId, userId }: { readonly guestId: string; readonly userId: string },
): Promise<void> {
  const allergy = (await readAllergies(trx, from)).get(guestId);
  if (allergy !== undefined) await writeAllergy(trx, { sessionId, userId }, allergy);
}

/** Erases it from sessions that ended before a time. @param before ms */
export async function eraseAllergies(db: Db, before: number): Promise<void> {
  await db
    .updateTable('session_members')
    .set({ allergy: null })
    .where('allergy', 'is not', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('table_sessions')
          .select('id')
          .whereRef('id', '=', 'session_members.session_id')
          .where('closed_at', '<', before),
      ),
    )
    .execute();
}
