import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

/**
 * A limit on something that costs money or must not be guessed, e.g. text messages and PINs. It is stored in the
 * database, so all servers share it. It counts separately for each key: a phone, an address or a restaurant.
 *
 * Example: `{ most: 3, lengthMs: 60 min, firstPauseMs: 1 min }` allows a use at 0, 1 and 3 min, then none until 60 min.
 */
export interface Budget {
  readonly name: string;
  readonly most: number;
  /** The period starts with the first use. After it the whole budget is available again, in ms. */
  readonly lengthMs: number;
  /** The wait between the first and the second use, in ms. It doubles with each use. Without it there is no wait. */
  readonly firstPauseMs?: number;
}

/** Why a budget cannot be spent now, and when it can again, in ms since 1970. */
export interface SpentBudget {
  readonly why: 'pause' | 'budget';
  readonly until: number;
}

/** The longest period of any budget, in ms. Rows that were last used before it are deleted. */
export const longestBudgetMs = 7 * 24 * 60 * 60_000;

/**
 * Spends one use. It does so in one statement, so that concurrent requests cannot exceed the budget.
 *
 * @returns undefined if the use was available
 */
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

/** Returns undefined if a use is available. */
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

/** Gives one use back. */
export async function refundBudget(trx: Trx, { name }: Budget, key: string): Promise<void> {
  await trx
    .updateTable('budgets')
    .set((row) => ({ spent: row('spent', '-', 1) }))
    .where('name', '=', name)
    .where('key', '=', key)
    .execute();
}

/** Makes the whole budget available again. @param key one key, or a prefix of keys followed by `%` */
export async function resetBudgets(trx: Trx, { name }: Budget, key: string): Promise<void> {
  await trx.deleteFrom('budgets').where('name', '=', name).where('key', 'like', key).execute();
}

/** Deletes rows whose period is certainly over. */
export async function deleteOldBudgets(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('budgets')
    .where('last_at', '<=', now - longestBudgetMs)
    .execute();
}
