import type { Clock, Random } from '#server/process/clock.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/store/transactions.ts';

export interface OrderCodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** Digits of an order code: short enough to call across a room. */
const digits = 4;
/** Wrong ones that a table may try before a new code is needed. */
const tries = 20;

/** The code of a table session (D7): the open one, or a new one when it is used up or was guessed at too often. */
export async function issueOrderCode(
  { db, clock, random }: OrderCodeDeps,
  sessionId: string,
): Promise<string> {
  return await inTransaction(db, async (trx) => {
    await lockSession(trx, sessionId);
    const open = await trx
      .selectFrom('order_codes')
      .select('code')
      .where('session_id', '=', sessionId)
      .where('used_at', 'is', null)
      .where('tries_left', '>', 0)
      .executeTakeFirst();
    if (open) return open.code;
    const fresh = {
      code: String(random.int(10 ** digits)).padStart(digits, '0'),
      issued_at: clock.now(),
      used_at: null,
      tries_left: tries,
    };
    await trx
      .insertInto('order_codes')
      .values({ session_id: sessionId, ...fresh })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
      .execute();
    return fresh.code;
  });
}

/** True when this is the session's open code. A wrong one costs a try, so call it where that is committed. */
export async function isOrderCode(db: Db, sessionId: string, code: string): Promise<boolean> {
  const right = await db
    .selectFrom('order_codes')
    .select('code')
    .where('session_id', '=', sessionId)
    .where('code', '=', code)
    .where('used_at', 'is', null)
    .where('tries_left', '>', 0)
    .executeTakeFirst();
  if (right) return true;
  await db
    .updateTable('order_codes')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('session_id', '=', sessionId)
    .where('tries_left', '>', 0)
    .execute();
  return false;
}

/** The code went with an order: the next one needs another. */
export async function spendOrderCode(trx: Trx, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('order_codes').set({ used_at: now }).where('session_id', '=', sessionId).execute();
}
