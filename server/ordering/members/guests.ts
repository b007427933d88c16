import type { Member } from '#contract/calls/member.ts';
import type { Tokens } from '#server/ordering/auth/tokens.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { readProfile } from './profile.ts';
import { createMember, createUserRow, type UserDeps } from './users.ts';

export interface LoginDeps extends UserDeps {
  readonly ids: Ids;
  readonly tokens: Tokens;
}

/** A token for a browser without a user. Nothing is stored. */
export async function issueAnonymousToken({ ids, tokens }: LoginDeps, merchantId: string): Promise<string> {
  return await tokens.issue({ userId: ids.next(), kind: 'anonymous', merchantId, loginId: ids.next() });
}

/**
 * Registers a guest and issues a token. A caller without a token becomes a new guest, an anonymous one becomes a guest
 * with the same id. A guest or member stays who they are, so repeated calls have no further effect.
 */
export async function registerAsGuest(
  deps: LoginDeps,
  asker: Asker | undefined,
  merchantId: string,
): Promise<Member> {
  const { db, clock, ids, tokens } = deps;
  const userId = asker?.userId ?? ids.next();
  if (!asker || asker.kind === 'anonymous')
    await db
      .insertInto('users')
      .values(createUserRow(userId, merchantId, 'guest', clock.now()))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const user = await readProfile(deps, userId);
  const loginId = asker?.loginId ?? ids.next();
  return await createMember(deps, user, await tokens.issue({ userId, kind: user.kind, merchantId, loginId }));
}
