import { codeRefusals } from '#contract/calls/code-budget.ts';
import type { Clock, Random } from '#server/platform/lifecycle/clock.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';

export interface OrderCodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** Digits of an order code: still short enough to call across a room. */
const digits = 6;
/**
 * Wrong codes of a table session, over all its codes, until the staff gives it another one: 1 in 100 000 that somebody
 * who only guesses gets an order through.
 */
export const orderCodeTries = 10;

/** The code of a table session for its diners (D7). A Refusal 1012 when it was guessed at too often. */
export async function issueOrderCode(deps: OrderCodeDeps, sessionId: string): Promise<string> {
  return await inTransaction(deps.db, async (trx) => {
    await lockSession(trx, sessionId);
    const last = await codeOf(trx, sessionId);
    if (last && last.tries_left <= 0) throw orderCodesSpent();
    if (last && last.used_at === null) return last.code;
    return await newCode(trx, deps, sessionId, last?.tries_left ?? orderCodeTries);
  });
}

/** The code for the staff to tell: the open one, else another one. @param renew another one in any case */
export async function orderCodeForStaff(
  deps: OrderCodeDeps,
  sessionId: string,
  renew: boolean,
): Promise<string> {
  return await inTransaction(deps.db, async (trx) => {
    await lockSession(trx, sessionId);
    const last = await codeOf(trx, sessionId);
    const isSpent = last !== undefined && last.tries_left <= 0;
    if (last && last.used_at === null && !isSpent && !renew) return last.code;
    const tries = renew || isSpent ? orderCodeTries : (last?.tries_left ?? orderCodeTries);
    return await newCode(trx, deps, sessionId, tries);
  });
}

/**
 * Whether this is the session's open code; a wrong one costs a try, in the same statement: any number at once never
 * get more of them than there are. `spent`: there is none left, whatever the code. Call it where that is committed.
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
  const last = await codeOf(db, sessionId);
  return last && last.tries_left <= 0 ? 'spent' : 'wrong';
}

export function orderCodesSpent(): Refusal {
  return new Refusal(
    codeRefusals.orderCodesSpent,
    'Wrong order codes were tried too often at this table: ask the staff for a new one',
  );
}

/** The code went with an order: the next one needs another. */
export async function spendOrderCode(trx: Trx, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('order_codes').set({ used_at: now }).where('session_id', '=', sessionId).execute();
}

async function codeOf(db: Db, sessionId: string) {
  return await db
    .selectFrom('order_codes')
    .select(['code', 'used_at', 'tries_left'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

async function newCode(
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
