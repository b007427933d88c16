/**
 * Gives everything of a guest to the member as whom they log in, in the login's transaction: the first name, orders, seats
 * and the lines in carts.
 */
import { draftMove } from '#server/ordering/cart/draft-move.ts';
import { storeDrafts, lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { handOverOrders } from '#server/ordering/orders/hand-over-orders.ts';
import { inheritAllergy } from '#server/ordering/cart/allergies.ts';
import { closeSession, joinSession, findOpenSession } from '#server/ordering/tables/sessions.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { findUser, type UserDeps, type UserRow } from './users.ts';
import type { Diner } from '../cart/draft-changes.ts';

/** @returns the member, with the guest's first name if they had none */
export async function inheritFromGuest(
  trx: Trx,
  { clock, subscribers }: UserDeps & SubscriberDeps,
  guestId: string,
  member: UserRow,
): Promise<{ readonly user: UserRow }> {
  const now = clock.now();
  await trx.updateTable('users').set({ became: member.id }).where('id', '=', guestId).execute();
  const user = await inheritName(trx, guestId, member, now);
  const heir = { id: user.id, name: user.first_name, merchantId: user.merchant_id };
  const { merchant_id: merchantId } = member;
  for (const order of await handOverOrders(trx, guestId, heir, now))
    await subscribers.record(trx, 'orderChanged', { merchantId, ...order });
  const sessions = await trx
    .selectFrom('table_sessions as session')
    .innerJoin('session_members as member', 'member.session_id', 'session.id')
    .select(['session.id', 'session.owner_id', 'session.merchant_id', 'member.login_id'])
    .where('member.user_id', '=', guestId)
    .where('member.removed_at', 'is', null)
    .where('session.closed_at', 'is', null)
    // Two logins at once take the sessions' locks in the same order.
    .orderBy('session.id')
    .execute();
  for (const session of sessions) {
    const kept =
      session.owner_id === guestId ? await takeOverToGo(trx, session, guestId, user, now) : session.id;
    await joinSession(trx, kept, { userId: user.id, loginId: session.login_id }, now);
    await inheritAllergy(trx, { from: session.id, to: kept }, { guestId, userId: user.id });
    if (kept === session.id) await moveCart(trx, kept, guestId, { id: user.id, name: user.first_name }, now);
    const joined = { merchantId, sessionId: kept, userId: user.id, was: guestId };
    await subscribers.record(trx, 'dinerJoined', joined);
  }
  return { user };
}

async function inheritName(trx: Trx, guestId: string, member: UserRow, now: number): Promise<UserRow> {
  const guest = await findUser(trx, guestId);
  if (member.first_name !== '' || !guest || guest.first_name === '') return member;
  const named = { first_name: guest.first_name, updated_at: now };
  await trx.updateTable('users').set(named).where('id', '=', member.id).execute();
  return { ...member, ...named };
}

/**
 * Gives the guest's to-go session to the member. If the member has one from another phone, it stays: the guest's lines
 * are added to it, and the guest's session ends.
 * @returns the session that stays
 */
async function takeOverToGo(
  trx: Trx,
  session: { id: string; merchant_id: string },
  guestId: string,
  user: UserRow,
  now: number,
): Promise<string> {
  const own = await findOpenSession(trx, session.merchant_id, 'owner_id', user.id);
  if (!own) {
    await trx.updateTable('table_sessions').set({ owner_id: user.id }).where('id', '=', session.id).execute();
    return session.id;
  }
  const from = await lockOpenSession(trx, session.id);
  const to = await lockOpenSession(trx, own.id);
  if (from && to) {
    const guests = from.log.view.carts.filter(({ userId }) => userId === guestId);
    const view = { ...to.log.view, carts: [...to.log.view.carts, ...guests] };
    // The first draft clears the guest's cart, which is not in this session.
    const [, ...additions] = draftMove(view, guestId, { id: user.id, name: user.first_name });
    await storeDrafts(trx, to.log, additions, now);
  }
  await closeSession(trx, session.id, { now, reason: 'merged' });
  return own.id;
}

/**
 * Gives the guest's lines to the member. Does nothing if the session is closed or the guest's cart is empty.
 * @param now wall clock, ms
 */
async function moveCart(
  trx: Trx,
  sessionId: string,
  guestId: string,
  member: Diner,
  now: number,
): Promise<void> {
  const state = await lockOpenSession(trx, sessionId);
  if (!state) return;
  await storeDrafts(trx, state.log, draftMove(state.log.view, guestId, member), now);
}
