import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

/** So much of something for one phone, address or restaurant. */
export interface Budget {
  readonly name: string;
  readonly most: number;
  /** Begins with the first use; all of it is there again when this is over, ms. */
  readonly lengthMs: number;
  /** Between the first use and the second, ms; doubled each time. Without it none. */
  readonly firstPauseMs?: number;
}

/** Why nothing can be taken now, and when something can again, ms since 1970. */
export interface SpentBudget {
  readonly why: 'pause' | 'budget';
  readonly until: number;
}

/** No budget lasts longer, ms: what was last used before that is forgotten. */
export const longestBudgetMs = 7 * 24 * 60 * 60_000;

/** Takes one, in one statement, so that any number at once never get more than there is. Undefined when it was there. */
export async function spendBudget(
  trx: Trx,
  budget: Budget,
  key: string,
  now: number,
): Promise<SpentBudget | undefined> {
  const { name, most, lengthMs, firstPauseMs = 0 } = budget;
  const { rows } = await sql`
    insert into budgets (name, key, since, spent, last_at) values (${name}, ${key}, ${now}, 1, ${now})
    on conflict (name, key) do update set
      since = case when budgets.since <= ${now - lengthMs} then excluded.since else budgets.since end,
      spent = case when budgets.since <= ${now - lengthMs} then 1 else budgets.spent + 1 end,
      last_at = excluded.last_at
    where budgets.since <= ${now - lengthMs}
      or (budgets.spent < ${most} and budgets.last_at + ${firstPauseMs} * (1 << (budgets.spent - 1)) <= ${now})
    returning spent`.execute(trx);
  if (rows.length > 0) return undefined;
  return (await findSpentBudget(trx, budget, key, now)) ?? { why: 'budget', until: now };
}

/** Undefined when there is something to take. */
export async function findSpentBudget(
  db: Db,
  budget: Budget,
  key: string,
  now: number,
): Promise<SpentBudget | undefined> {
  const { name, most, lengthMs, firstPauseMs = 0 } = budget;
  const used = await db
    .selectFrom('budgets')
    .select(['since', 'spent', 'last_at'])
    .where('name', '=', name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!used || used.since + lengthMs <= now) return undefined;
  const isOver = used.spent >= most;
  const until = isOver ? used.since + lengthMs : used.last_at + firstPauseMs * 2 ** (used.spent - 1);
  return until > now ? { why: isOver ? 'budget' : 'pause', until } : undefined;
}

/** What was taken turned out not to count. */
export async function refundBudget(trx: Trx, { name }: Budget, key: string): Promise<void> {
  await trx
    .updateTable('budgets')
    .set((row) => ({ spent: row('spent', '-', 1) }))
    .where('name', '=', name)
    .where('key', '=', key)
    .execute();
}

/** All of it is there again. @param key of one, or with `%` at its end of all that begin so */
export async function resetBudgets(trx: Trx, { name }: Budget, key: string): Promise<void> {
  await trx.deleteFrom('budgets').where('name', '=', name).where('key', 'like', key).execute();
}

/** Deletes what says nothing any more. */
export async function deleteOldBudgets(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('budgets')
    .where('last_at', '<=', now - longestBudgetMs)
    .execute();
}
