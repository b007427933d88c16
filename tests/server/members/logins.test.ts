// @module-tag slow
/** The life of a login: refreshing its tokens, and ending all of them by a logout. */
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { describe, expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import type { Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { getMember, logout, registerGuest } from '#contract/calls/member.ts';
import { refreshToken } from '#contract/calls/token.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { negotiate } from '#contract/calls/table.ts';
import { endLogin } from '#server/ordering/members/login.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { fakeClock, startSharedServer, type Diner } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock, environment: { TOKEN_SECONDS: '600', LOGIN_DAYS: '2' } });

const [lifeMs, dayMs] = [600_000, 24 * 60 * 60 * 1000];
const expired = { status: 401, code: codes.unauthorized, data: { reason: 'expired' } };
const over = { status: 401, code: codes.unauthorized, data: null };
let phones = 0;
const createMember = async () => {
  clock.advance(61_000);
  return await server.member(`2125553${String((phones += 1)).padStart(3, '0')}`);
};
const refreshLogin = async (diner: Diner): Promise<Diner> => ({
  ...diner,
  ...(await server.ask(refreshToken, diner)),
});

describe.each([
  ['a guest', () => server.guest()],
  ['a member', createMember],
])('%s', (_, newDiner) => {
  test('has a token that is valid for the configured time, and then reports that it has expired', async () => {
    const diner = await newDiner();
    clock.advance(lifeMs - 1_000);
    expect(await server.call(getMember, diner)).toMatchObject({ success: true });
    clock.advance(1_000);
    expect(await server.call(getMember, diner)).toMatchObject(expired);
    const query = { id: '1001' };
    expect(await server.call(getTinyMerchant, { ...diner, query }), 'a server that needs none').toMatchObject(
      expired,
    );
  });

  // CX5
  test('gets another token for it, and is the same diner at the same table', async () => {
    const seated = await server.seat(await newDiner());
    clock.advance(lifeMs);
    const later = await refreshLogin(seated);
    expect(later.token).not.toBe(seated.token);
    expect((await server.ask(getMember, later)).id).toBe(seated.userId);
    const query = { merchantId: '1001', browserId: 'b' };
    expect(await server.call(getCart, { ...seated, ...later, query })).toMatchObject({ success: true });
  });

  test('stays logged in while they return in time, and not longer', async () => {
    let diner = await newDiner();
    for (let day = 0; day < 5; day += 1) {
      clock.advance(dayMs);
      diner = await refreshLogin(diner);
    }
    clock.advance(2 * dayMs + 1_000);
    expect(await server.call(getMember, diner)).toMatchObject(over);
    expect(await server.call(refreshToken, diner)).toMatchObject(over);
    expect(await server.call(logout, diner)).toMatchObject(over);
  });

  // CX5
  test('logs out: no copy of any token of this login is valid any more', async () => {
    const first = await server.seat(await newDiner());
    const second = { ...first, ...(await refreshLogin(first)) };
    expect(await server.ask(logout, second)).toEqual({ loggedOut: true });
    for (const copy of [first, second]) {
      const calls: readonly Call[] = [getMember, refreshToken, logout, registerGuest];
      for (const call of calls) expect(await server.call(call, copy), call.path).toMatchObject(over);
      const query = { userId: copy.userId, tableId: copy.tableId };
      expect(await server.call(negotiate, { ...copy, query })).toMatchObject(over);
      expect(await server.call(getTinyMerchant, { ...copy, query: { id: '1001' } })).toMatchObject(over);
    }
    clock.advance(lifeMs);
    expect(await server.call(getMember, first), 'nor once it has expired').toMatchObject(over);
    expect(await server.call(refreshToken, first)).toMatchObject(over);
  });

  test('logs out with a token that has expired', async () => {
    const diner = await newDiner();
    clock.advance(lifeMs);
    await server.ask(logout, diner);
    expect(await server.call(refreshToken, diner)).toMatchObject(over);
  });
});

test('keeps the login on another phone', async () => {
  const phone = '2125553999';
  const one = await server.member(phone);
  clock.advance(61_000);
  const other = await server.member(phone);
  expect(other.userId).toBe(one.userId);
  await server.ask(logout, one);
  expect(await server.call(getMember, one)).toMatchObject(over);
  expect(await server.call(getMember, other)).toMatchObject({ success: true });
});

test('stays in the same login when a guest registers again', async () => {
  const guest = await server.guest();
  const again = await server.ask(registerGuest, guest);
  await server.ask(logout, guest);
  expect(await server.call(getMember, { merchantId: '1001', token: again.token! })).toMatchObject(over);
});

test('is disconnected by the logout', async () => {
  const diner = await server.seat(await server.guest());
  const query = { userId: diner.userId, tableId: diner.tableId };
  const client = new WebPubSubClient(await server.ask(negotiate, { ...diner, query }), {
    autoReconnect: false,
  });
  const closed = new Promise<void>((resolve) => client.on('stopped', () => resolve()));
  await client.start();
  await server.ask(logout, diner);
  await closed;
});

test('is deleted from the database after it has expired', async () => {
  const end = async (id: string) =>
    await runInTransaction(server.db, (trx) => endLogin(trx, id, clock.now()));
  const readEndedLogins = async () =>
    (await server.db.selectFrom('ended_logins').select('id').where('id', 'like', 'swept-%').execute()).map(
      ({ id }) => id,
    );
  await end('swept-1');
  await end('swept-1');
  clock.advance(91 * dayMs);
  await end('swept-2');
  expect((await readEndedLogins()).toSorted()).toEqual(['swept-1', 'swept-2']);
  clock.advance(1_000);
  await end('swept-2');
  expect(await readEndedLogins()).toEqual(['swept-2']);
});
