import { codes } from '#contract/codes.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { Member, login } from '#contract/calls/member.ts';
import { receiveCoupons } from '#server/menu/coupons/coupons.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { inTransaction, type Trx, type Db } from '#server/platform/store/transactions.ts';
import { allLoginsKey } from '#server/ordering/auth/login-state.ts';
import type { LoginDeps } from './guests.ts';
import { inheritFromGuest } from './inherit.ts';
import { deletePhoneCode, findCodeRefusal, type PhoneCodeDeps } from './phone-codes.ts';
import { readProfile } from './profile.ts';
import { memberOf, createUserRow, type UserRow } from './users.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { longestLoginDays } from '#server/platform/config/config.ts';

export type MemberDeps = LoginDeps & PhoneCodeDeps & Pick<HubDeps, 'hubs' | 'log'> & SubscriberDeps;

type Login = BodyOf<typeof login>;

/**
 * Logs a phone in. What the asking guest had comes along in the same transaction (O4): the name, the tables they sit
 * at, their cart and what they ordered. Refusals: 400 wrong or expired code, 4292 too many
 * wrong ones, 404 a phone that is no member's and may not become one.
 */
export async function logIn(
  deps: MemberDeps,
  asker: Asker | undefined,
  merchantId: string,
  request: Login,
): Promise<Member> {
  const outcome = await inTransaction(deps.db, async (trx): Promise<{ readonly user: UserRow } | Refusal> => {
    // A wrong code costs a try: the transaction commits, whatever it comes to.
    const { phone, code } = request;
    const refusal = await findCodeRefusal(trx, deps, { merchantId, phone, code });
    if (refusal) return refusal;
    const member = await memberOfPhone(trx, deps, merchantId, request);
    if (!member) return new Refusal(codes.notFound, 'This phone is not registered; enter sign up');
    await deletePhoneCode(trx, merchantId, request.phone);
    if (request.autoReceiveCoupon) await receiveCoupons(trx, deps, merchantId, member.id);
    if (asker?.kind !== 'guest') return { user: member };
    return await inheritFromGuest(trx, deps, asker.userId, member);
  });
  if (outcome instanceof Refusal) throw outcome;
  const { user } = outcome;
  const asking = { userId: user.id, kind: 'member', merchantId, loginId: deps.ids.next() } as const;
  return await memberOf(deps, user, await deps.tokens.issue(asking));
}

/** Another token of the same login. A Refusal 401 when the user is gone. */
export async function renewToken(deps: LoginDeps, asker: Asker): Promise<string> {
  const { kind } = await readProfile(deps, asker.userId);
  return await deps.tokens.issue({ ...asker, kind });
}

async function memberOfPhone(
  trx: Trx,
  { ids, clock }: LoginDeps,
  merchantId: string,
  { phone, autoRegister }: Login,
): Promise<UserRow | undefined> {
  if (autoRegister)
    await trx
      .insertInto('users')
      .values({ ...createUserRow(ids.next(), merchantId, 'member', clock.now()), phone })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'phone']).doNothing())
      .execute();
  return await trx
    .selectFrom('users')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .executeTakeFirst();
}

/** Logs out: every copy of a token of this login is worth nothing, and what still listens with one is cut. */
export async function logOut(
  deps: { readonly db: Db; readonly clock: Clock } & Pick<HubDeps, 'hubs' | 'log'>,
  { userId, loginId }: Asker,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => await endLogin(trx, loginId, deps.clock.now()));
  // The hub knows users, not logins: the same diner's other phones are cut as well and come back by themselves.
  closeConnections(deps, userId);
}

export function closeConnections({ hubs, log }: Pick<HubDeps, 'hubs' | 'log'>, userId: string): void {
  for (const { client } of hubs.all)
    client.closeUserConnections(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'connections could not be closed after a logout');
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

/** Ends every login that a user has, wherever its tokens are; a new one is possible only as somebody else. */
export async function endLoginsOf(trx: Trx, userId: string, now: number): Promise<void> {
  await endLogin(trx, allLoginsKey(userId), now);
}
