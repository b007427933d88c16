import type { HubDeps } from '#server/realtime/publish.ts';
import { endLogin } from '#server/auth/ended-logins.ts';
import type { Asker } from '#server/http/routes/who.ts';
import { inTransaction } from '#server/store/transactions.ts';
import type { LoginDeps } from './guests.ts';
import { readProfile } from './profile.ts';

/** Another token of the same login. A Refusal 401 when the user is gone. */
export async function refreshedToken(deps: LoginDeps, asker: Asker): Promise<string> {
  const { kind } = await readProfile(deps, asker.userId);
  return await deps.tokens.issue({ ...asker, kind });
}

/** Logs out: every copy of a token of this login is worth nothing, and what still listens with one is cut. */
export async function logOut(
  deps: LoginDeps & Pick<HubDeps, 'hubClient' | 'log'>,
  { userId, loginId }: Asker,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => await endLogin(trx, loginId, deps.clock.now()));
  // The hub knows users, not logins: the same diner's other phones are cut as well and come back by themselves.
  deps.hubClient.closeUserConnections(userId).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'connections could not be closed after a logout');
  });
}
