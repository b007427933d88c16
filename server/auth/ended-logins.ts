import { longestLoginDays } from '#server/process/config.ts';
import type { Trx } from '#server/store/transactions.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Beyond this no token of a login can be refreshed, whatever the setting has been; and a day, the longest life of one. */
const keptMs = (longestLoginDays + 1) * dayMs;

/** Ends a login for good: none of its tokens opens anything from now on. Sweeps those that time has ended as well. */
export async function endLogin(trx: Trx, loginId: string, now: number): Promise<void> {
  await trx
    .deleteFrom('ended_logins')
    .where('ended_at', '<', now - keptMs)
    .execute();
  await trx
    .insertInto('ended_logins')
    .values({ id: loginId, ended_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
