import { codes } from '#contract/codes.ts';
import { readPhoneNumber } from './phone-number.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { Member, login } from '#contract/calls/member.ts';
import { receiveCoupons } from '#server/menu/coupons/coupons.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { runInTransaction, type Trx, type Db } from '#server/platform/store/transactions.ts';
import { createAllLoginsKey } from '#server/ordering/auth/login-state.ts';
import type { LoginDeps } from './guests.ts';
import { inheritFromGuest } from './inherit.ts';
import { deletePhoneCode, findCodeRefusal, type PhoneCodeDeps } from './phone-codes.ts';
import { readProfile } from './profile.ts';
import { createMember, createUserRow, type UserRow } from './users.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { longestLoginDays } from '#server/platform/config/config.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

export type MemberDeps = LoginDeps & PhoneCodeDeps & Pick<HubDeps, 'hub' | 'log'> & SubscriberDeps;

type Login = BodyOf<typeof login>;

/**
 * Logs in the member with this phone number. If a guest calls, the member inherits what the guest has, in the same
 * transaction. Refusals: 400 for a wrong or expired code, 4292 after too many wrong ones, 404 for an unknown phone number
 * if `autoRegister` is off.
 */
export async function logIn(
  deps: MemberDeps,
  asker: Asker | undefined,
  merchantId: string,
  asked: Login,
): Promise<Member> {
  const request = { ...asked, phone: readPhoneNumber(asked.phone) ?? asked.phone };
  const outcome = await runInTransaction(
    deps.db,
    async (trx): Promise<{ readonly user: UserRow } | Refusal> => {
      // The refusal is returned, not thrown: the transaction must commit the counted attempt.
      const { phone, code } = request;
      const refusal = await findCodeRefusal(trx, deps, { merchantId, phone, code });
      if (refusal) return refusal;
      const member = await findOrCreateMember(trx, deps, merchantId, request);
      if (!member) return new Refusal(codes.notFound, getServerTexts('members.signUp'));
      await deletePhoneCode(trx, merchantId, request.phone);
      if (request.autoReceiveCoupon) await receiveCoupons(trx, deps, merchantId, member.id);
      if (asker?.kind !== 'guest') return { user: member };
      return await inheritFromGuest(trx, deps, asker.userId, member);
    },
  );
  if (outcome instanceof Refusal) throw outcome;
  const { user } = outcome;
  const asking = { userId: user.id, kind: 'member', merchantId, loginId: deps.ids.next() } as const;
  return await createMember(deps, user, await deps.tokens.issue(asking));
}

/** A new token of the same login. A Refusal 401 if the user was removed. */
export async function renewToken(deps: LoginDeps, asker: Asker): Promise<string> {
  const { kind } = await readProfile(deps, asker.userId);
  return await deps.tokens.issue({ ...asker, kind });
}

async function findOrCreateMember(
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

/** Ends the login of a token: all its tokens become invalid, and its connections to the hub are closed. */
export async function logOut(
  deps: { readonly db: Db; readonly clock: Clock } & Pick<HubDeps, 'hub' | 'log'>,
  { userId, loginId }: Asker,
): Promise<void> {
  await runInTransaction(deps.db, async (trx) => await endLogin(trx, loginId, deps.clock.now()));
  // The hub knows users, not logins. Other phones of the same diner are disconnected, too, and connect again.
  closeConnections(deps, userId);
}

export function closeConnections({ hub, log }: Pick<HubDeps, 'hub' | 'log'>, userId: string): void {
  hub.client.closeUserConnections(userId).catch((error: unknown) => {
    log.warn({ err: error }, 'connections could not be closed after a logout');
  });
}

const dayMs = 24 * 60 * 60 * 1000;
/** After this time no token of a login is valid: the longest setting for refreshing, plus the longest life of a token. */
const keptMs = (longestLoginDays + 1) * dayMs;

/** Ends a login: its tokens are refused from now on. Also deletes ended logins whose tokens have all expired. */
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

/** Ends all logins of a user for ever. This user id can never log in again. */
export async function endLoginsOf(trx: Trx, userId: string, now: number): Promise<void> {
  await endLogin(trx, createAllLoginsKey(userId), now);
}
