import type { Asker } from '#server/http/routes/who.ts';
import type { Clock } from '#server/process/clock.ts';
import { longestLoginDays } from '#server/process/config.ts';
import type { HubDeps } from '#server/realtime/publish.ts';
import { inTransaction, type Db, type Trx } from '#server/store/transactions.ts';

/** Logs out: every copy of a token of this login is worth nothing, and what still listens with one is cut. */
export async function logOut(
  deps: { readonly db: Db; readonly clock: Clock } & Pick<HubDeps, 'hubClient' | 'log'>,
  { userId, loginId }: Asker,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => await endLogin(trx, loginId, deps.clock.now()));
  // The hub knows users, not logins: the same diner's other phones are cut as well and come back by themselves.
  deps.hubClient.closeUserConnections(userId).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'connections could not be closed after a logout');
  });
}

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
