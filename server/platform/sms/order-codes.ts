/**
 * Order codes: a short code that the staff tell the diners at a table, so that nobody orders from elsewhere.
 *
 *     none ── issue ──► open ── an order used it ──► used ── issue ──► open, with another code
 *                        │ ▲
 *         too many wrong │ │ the staff renew it
 *                  codes ▼ │
 *                       spent
 *
 * A table session has one row in `order_codes`. Its tries carry over to the next code. Only the staff can reset them.
 */
import { codeRefusals } from '#contract/calls/code-budget.ts';
import type { Clock, Random } from '#server/platform/lifecycle/clock.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { runInTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

export interface OrderCodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** The number of digits: short enough to call across a room. */
const digits = 6;
/**
 * The number of wrong codes that a table session may enter before the staff must renew its code. So a guess succeeds
 * with a chance of 1 in 100 000.
 */
export const maxOrderCodeTries = 10;

/** Returns the open code of a table session, or issues one. Throws a Refusal 1012 if the tries are spent. */
export async function issueOrderCode(deps: OrderCodeDeps, sessionId: string): Promise<string> {
  return await runInTransaction(deps.db, async (trx) => {
    await lockSession(trx, sessionId);
    const last = await findOrderCode(trx, sessionId);
    if (last && last.tries_left <= 0) throw createOrderCodesSpentRefusal();
    if (last && last.used_at === null) return last.code;
    return await replaceOrderCode(trx, deps, sessionId, last?.tries_left ?? maxOrderCodeTries);
  });
}

/** Returns the open code for the staff, or issues one. @param renew issues another code in any case */
export async function getOrderCodeForStaff(
  deps: OrderCodeDeps,
  sessionId: string,
  renew: boolean,
): Promise<string> {
  return await runInTransaction(deps.db, async (trx) => {
    await lockSession(trx, sessionId);
    const last = await findOrderCode(trx, sessionId);
    const isSpent = last !== undefined && last.tries_left <= 0;
    if (last && last.used_at === null && !isSpent && !renew) return last.code;
    const tries = renew || isSpent ? maxOrderCodeTries : (last?.tries_left ?? maxOrderCodeTries);
    return await replaceOrderCode(trx, deps, sessionId, tries);
  });
}

/**
 * Checks a code against the session's open code. A wrong code costs a try, in the same statement, so that concurrent
 * requests get no extra tries. The result is `spent` if no try is left.
 *
 * Do not call it in a transaction that may roll back, because a rollback would give the try back.
 */
export async function tryOrderCode(
  db: Db,
  sessionId: string,
  code: string,
): Promise<'right' | 'wrong' | 'spent'> {
  const tried = await db
    .updateTable('order_codes')
    .set((row) => ({
      tries_left: row
        .case()
        .when('code', '=', code)
        .then(row.ref('tries_left'))
        .else(row('tries_left', '-', 1))
        .end(),
    }))
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('tries_left', '>', 0)
    .returning('code')
    .executeTakeFirst();
  if (tried) return tried.code === code ? 'right' : 'wrong';
  const last = await findOrderCode(db, sessionId);
  return last && last.tries_left <= 0 ? 'spent' : 'wrong';
}

export function createOrderCodesSpentRefusal(): Refusal {
  return new Refusal(codeRefusals.orderCodesSpent, getServerTexts('tables.codeTriedTooOften'));
}

/** Marks the code as used by an order. The next order needs another code. */
export async function spendOrderCode(trx: Trx, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('order_codes').set({ used_at: now }).where('session_id', '=', sessionId).execute();
}

async function findOrderCode(db: Db, sessionId: string) {
  return await db
    .selectFrom('order_codes')
    .select(['code', 'used_at', 'tries_left'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

async function replaceOrderCode(
  trx: Trx,
  { clock, random }: OrderCodeDeps,
  sessionId: string,
  tries: number,
): Promise<string> {
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
}
