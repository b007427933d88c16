// @module-tag slow
import { expect, test } from 'vitest';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { codes } from '#contract/codes.ts';
import { act, actOnOrder } from './acts.ts';
import * as staff from '#contract/calls/staff.ts';
import { ownLimiters } from '#server/platform/http/routes/limiters.ts';
import { createBudgets } from '#server/platform/http/routes/rate-limits.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import {
  expectData,
  fakeClock,
  startTestServer,
  startSharedServer,
  startServer,
} from '../server-under-test.ts';

const password = 'counter 1001';
const clock = fakeClock();
const server = startSharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': password }) },
});

let addresses = 0;
const createAddress = () => `10.7.0.${(addresses += 1)}`;

/** Logs in. @returns the headers of the browser */
async function logInBrowser(at = server, merchantId = '1001', given = password) {
  const body = { merchantId, password: given };
  const answer = await at.call(staff.staffLogin, { address: createAddress(), body });
  expectData(answer);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  return { headers: { cookie: cookies.join('; ') } };
}

// CX12
test('a token is created for a system, shown once, stored as a hash, and valid only for its scopes', async () => {
  const counter = await logInBrowser();
  const body = { name: '  Till at the bar ', scopes: ['soldOut', 'soldOut', 'readOrders'] };
  const { token, secret } = await server.ask(staff.createStaffToken, { ...counter, body });
  expect(secret).toMatch(/^lst_[\w-]{43}$/);
  expect(token).toEqual({
    id: token.id,
    name: 'Till at the bar',
    scopes: ['readOrders', 'soldOut'],
    createdAt: clock.now(),
    lastUsedAt: null,
  });
  const stored = await server.db.selectFrom('staff_tokens').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(secret);

  const till = { token: secret };
  expect(await server.ask(staff.staffWhoAmI, till)).toMatchObject({ merchantId: '1001' });
  const { tables } = await server.ask(staff.staffOverview, { ...till, merchantId: '1001' });
  expect(tables.length).toBeGreaterThan(0);
  const pay = { ...till, ...act({ id: 'o' }, { type: 'orderPaid', amount: '1.00', method: 'cash' }) };
  const forbidden = { status: 403, code: codes.forbidden };
  expect(await server.call(actOnOrder, pay)).toMatchObject({
    ...forbidden,
    msg: 'This token lacks the scope settle',
    data: { scope: 'settle' },
  });
  expect(await server.call(staff.listStaffTokens, till)).toMatchObject(forbidden);
  expect(await server.call(staff.staffLogoutEverywhere, till)).toMatchObject(forbidden);
  expect(await server.call(staff.staffWhoAmI, { ...till, merchantId: '1002' })).toMatchObject(forbidden);

  const readTokens = async () => (await server.ask(staff.listStaffTokens, counter)).tokens;
  const used = clock.now();
  for (const [passed, lastUsedAt] of [
    [0, used],
    [59_000, used],
    [1_000, used + 60_000],
  ] as const) {
    clock.advance(passed);
    await server.ask(staff.staffWhoAmI, till);
    expect(await readTokens()).toMatchObject([{ id: token.id, lastUsedAt }]);
  }

  const other = await logInBrowser(server, '1002', server.staffPassword);
  const revokeToken = async (who: typeof other) =>
    (await server.ask(staff.revokeStaffToken, { ...who, body: { id: token.id } })).revoked;
  expect(await revokeToken(other)).toBe(false);
  expect(await server.ask(staff.listStaffTokens, other)).toEqual({ tokens: [] });
  await server.ask(staff.staffWhoAmI, till);
  expect(await revokeToken(counter)).toBe(true);
  expect(await server.call(staff.staffWhoAmI, till)).toMatchObject({ status: 401 });
  expect(await readTokens()).toEqual([]);
});

test('a system cannot see a table’s order code; a token needs a name and an existing scope', async () => {
  const { tableId } = await server.seat(await server.guest(), '3');
  const counter = await logInBrowser();
  const { code } = await server.ask(staff.showOrderCode, { ...counter, body: { tableId } });
  const readOrderCode = async (who: object) =>
    (await server.ask(staff.staffOverview, who)).tables.find((table) => table.tableId === tableId)!.session!
      .orderCode;
  expect([await readOrderCode(counter), await readOrderCode(await server.till())]).toEqual([code, null]);
  for (const [body, path] of [
    [{ name: '  ', scopes: ['settle'] }, 'body.name'],
    [{ name: 'till', scopes: [] }, 'body.scopes'],
    [{ name: 'till', scopes: ['everything'] }, 'body.scopes.0'],
  ] as const)
    expect(await server.call(staff.createStaffToken, { ...counter, body })).toMatchObject({
      status: 400,
      data: { path },
    });
});

// CX10
test('“log out everywhere” ends every session and screen of this restaurant, and no other’s', async () => {
  const [here, there] = [await logInBrowser(), await logInBrowser()];
  const elsewhere = await logInBrowser(server, '1002', server.staffPassword);
  const till = await server.till();
  const { url } = await server.ask(staff.staffNegotiate, there);
  const screen = new WebPubSubClient(url, { autoReconnect: false });
  const closed = new Promise((resolve) => screen.on('stopped', resolve));
  await screen.start();

  const answer = await server.call(staff.staffLogoutEverywhere, here);
  expect(expectData(answer).ended).toBeGreaterThanOrEqual(2);
  expect(answer.headers.get('set-cookie')).toMatch(/^staff=; Max-Age=0;/);
  await closed;
  for (const each of [here, there])
    expect(await server.call(staff.staffWhoAmI, each)).toMatchObject({ status: 401 });
  for (const each of [elsewhere, till])
    expect(await server.call(staff.staffWhoAmI, each)).toMatchObject({ success: true });
});

// CX13
test('another password ends the sessions of its restaurant for good, and no other’s', async () => {
  const createPasswords = (own: string) => ({ STAFF_PASSWORDS: JSON.stringify({ '1001': own }) });
  const before = await startServer({ environment: createPasswords('the first one') });
  const { dataDir } = before;
  const own = await logInBrowser(before, '1001', 'the first one');
  const other = await logInBrowser(before, '1002', before.staffPassword);
  await before.close();
  const isIn = async (at: typeof server, who: object) => (await at.call(staff.staffWhoAmI, who)).success;

  const same = await startServer({ dataDir, environment: createPasswords('the first one') });
  expect([await isIn(same, own), await isIn(same, other)]).toEqual([true, true]);
  await same.close();
  const changed = await startServer({ dataDir, environment: createPasswords('the second one') });
  expect([await isIn(changed, own), await isIn(changed, other)]).toEqual([false, true]);
  // A server that still runs with the old password opens a session.
  const cookie = await openStaffSession({ ...changed.deps, passwords: before.deps.passwords }, '1001', '');
  expect(await isIn(changed, { headers: { cookie: cookie.split(';', 1)[0]! } })).toBe(false);
  await changed.close();
  const back = await startTestServer({ dataDir, environment: createPasswords('the first one') });
  expect([await isIn(back, own), await isIn(back, other)]).toEqual([false, true]);
});

// CX13
test('a stranger’s wrong passwords from the same address lock nobody out', async () => {
  const known = await logInBrowser();
  const address = '2001:db8:1:2:aaaa::1';
  const neighbour = '2001:db8:1:2:bbbb::2';
  const guess = { address, body: { merchantId: '1001', password: 'a guess' } };
  const guesses = await Promise.all(Array.from({ length: 8 }, () => server.call(staff.staffLogin, guess)));
  expect(guesses.map(({ status }) => status)).toEqual(Array(8).fill(403));

  const right = { address: neighbour, body: { merchantId: '1001', password } };
  const from = performance.now();
  await server.ask(staff.staffLogin, { ...known, ...right });
  await server.ask(staff.staffOverview, { ...known, address });
  expect(performance.now() - from, 'a browser that was logged in before, at once').toBeLessThan(500);
  const forged = { headers: { cookie: `${staff.deviceCookie}=made.up` } };
  await server.ask(staff.staffLogin, { ...forged, ...right });
  const waited = performance.now() - from;
  expect(waited, 'a new one, after a short wait').toBeGreaterThan(400);
  expect(waited).toBeLessThan(3_000);
});

test('a stranger’s requests from the same address do not count against people who are logged in', async () => {
  const address = '10.7.9.9';
  const spend = createBudgets(ownLimiters, 600).apart('/api/staff/overview', { perMinute: 2 });
  const createCaller = (key: string) => ({ who: { staff: { key } } as Who, address });
  for (const _ of [1, 2]) await spend({ address });
  await expect(spend({ address })).rejects.toMatchObject({ status: 429 });
  for (const key of ['a', 'a', 'b', 'b']) await spend(createCaller(key));
  await expect(spend(createCaller('a'))).rejects.toMatchObject({ status: 429 });
});
