import type { Member } from '#contract/calls/member.ts';
import type { Tokens } from '#server/ordering/auth/tokens.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { readProfile } from './profile.ts';
import { memberOf, createUserRow, type UserDeps } from './users.ts';

export interface LoginDeps extends UserDeps {
  readonly ids: Ids;
  readonly tokens: Tokens;
}

/** A token for a browser that is nobody yet; nothing is stored of it. */
export async function issueAnonymousToken({ ids, tokens }: LoginDeps, merchantId: string): Promise<string> {
  return await tokens.issue({ userId: ids.next(), kind: 'anonymous', merchantId, loginId: ids.next() });
}

/**
 * D17: a new guest for somebody without a token; an anonymous asker becomes a guest under the same id, once however
 * often it asks; a guest or member is told who that is. Each with a fresh token.
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
  return await memberOf(deps, user, await tokens.issue({ userId, kind: user.kind, merchantId, loginId }));
}
