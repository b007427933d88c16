// @module-tag slow
/** What opens the staff's side, and how each of it ends: passwords, sessions, tokens of systems. */
import { expect, test } from 'vitest';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { codes } from '#contract/codes.ts';
import { act, actOnOrder } from './acts.ts';
import * as staff from '#contract/calls/staff.ts';
import { createBudgets } from '#server/platform/http/routes/rate-limits.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { registerGuest } from '#contract/calls/member.ts';
import { dataOf, fakeClock, serverOfTest, sharedServer, startServer } from '../server-under-test.ts';

const password = 'counter 1001';
const clock = fakeClock();
const server = sharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': password }) },
});

let addresses = 0;
const anAddress = () => `10.7.0.${(addresses += 1)}`;

/** The headers of a browser that has logged in. */
async function browser(at = server, merchantId = '1001', given = password) {
  const body = { merchantId, password: given };
  const answer = await at.call(staff.staffLogin, { address: anAddress(), body });
  dataOf(answer);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  return { headers: { cookie: cookies.join('; ') } };
}

// CX12
test('a token is made for a system, shown once, kept as a hash, and good for what it says alone', async () => {
  const counter = await browser();
  const body = { name: '  Till at the bar ', scopes: ['soldOut', 'soldOut', 'readOrders'] };
  const { token, secret } = dataOf(await server.call(staff.createStaffToken, { ...counter, body }));
  expect(secret).toMatch(/^lst_[\w-]{43}$/);
  expect(token).toEqual({
    id: token.id,
    name: 'Till at the bar',
    scopes: ['readOrders', 'soldOut'],
    createdAt: clock.now(),
    lastUsedAt: null,
  });
  expect(JSON.stringify(await server.db.selectFrom('staff_tokens').selectAll().execute())).not.toContain(
    secret,
  );

  const till = { token: secret };
  expect(dataOf(await server.call(staff.staffWhoAmI, till)).merchantId).toBe('1001');
  const overview = dataOf(await server.call(staff.staffOverview, { ...till, merchantId: '1001' }));
  expect(overview.tables.length).toBeGreaterThan(0);
  const pay = { ...till, ...act({ id: 'o' }, { type: 'orderPaid', amount: '1.00', method: 'cash' }) };
  expect(await server.call(actOnOrder, pay)).toMatchObject({
    status: 403,
    code: codes.forbidden,
    msg: 'This token lacks the scope settle',
    data: { scope: 'settle' },
  });
  const forPeople = { status: 403, code: codes.forbidden };
  expect(await server.call(staff.listStaffTokens, till)).toMatchObject(forPeople);
  expect(await server.call(staff.staffLogoutEverywhere, till)).toMatchObject(forPeople);
  expect(await server.call(staff.staffWhoAmI, { ...till, merchantId: '1002' })).toMatchObject({
    status: 403,
  });
  expect(await server.call(registerGuest, { ...till, merchantId: '1001' })).toMatchObject({ status: 401 });

  const listed = async () => dataOf(await server.call(staff.listStaffTokens, counter)).tokens;
  expect(await listed()).toMatchObject([{ id: token.id, lastUsedAt: clock.now() }]);
  const used = clock.now();
  clock.advance(59_000);
  await server.call(staff.staffWhoAmI, till);
  expect(await listed()).toMatchObject([{ lastUsedAt: used }]);
  clock.advance(1_000);
  await server.call(staff.staffWhoAmI, till);
  expect(await listed()).toMatchObject([{ lastUsedAt: used + 60_000 }]);

  const other = await browser(server, '1002', server.staffPassword);
  const revoke = { body: { id: token.id } };
  expect(dataOf(await server.call(staff.revokeStaffToken, { ...other, ...revoke }))).toEqual({
    revoked: false,
  });
  expect(dataOf(await server.call(staff.listStaffTokens, other)).tokens).toEqual([]);
  expect(await server.call(staff.staffWhoAmI, till)).toMatchObject({ success: true });
  expect(dataOf(await server.call(staff.revokeStaffToken, { ...counter, ...revoke }))).toEqual({
    revoked: true,
  });
  expect(await server.call(staff.staffWhoAmI, till)).toMatchObject({ status: 401 });
  expect(await listed()).toEqual([]);
});

test('a system sees no table’s order code; a token needs a name and a scope that there is', async () => {
  const seat = await server.seat(await server.guest(), '3');
  const counter = await browser();
  const { code } = dataOf(
    await server.call(staff.showOrderCode, { ...counter, body: { tableId: seat.tableId } }),
  );
  const codeSeenBy = async (who: object) =>
    dataOf(await server.call(staff.staffOverview, who)).tables.find(
      ({ tableId }) => tableId === seat.tableId,
    )!.session!.orderCode;
  expect(await codeSeenBy(counter)).toBe(code);
  expect(await codeSeenBy(await server.till())).toBe(null);
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
test('logged out everywhere: every session of this restaurant ends, its screens are cut, and no other one’s', async () => {
  const [here, there] = [await browser(), await browser()];
  const elsewhere = await browser(server, '1002', server.staffPassword);
  const till = await server.till();
  const { url } = dataOf(await server.call(staff.staffNegotiate, there));
  const screen = new WebPubSubClient(url, { autoReconnect: false });
  const cut = new Promise((resolve) => {
    screen.on('stopped', resolve);
  });
  await screen.start();

  const answer = await server.call(staff.staffLogoutEverywhere, here);
  expect(dataOf(answer).ended).toBeGreaterThanOrEqual(2);
  expect(answer.headers.get('set-cookie')).toMatch(/^staff=; Max-Age=0;/);
  await cut;
  for (const each of [here, there])
    expect(await server.call(staff.staffWhoAmI, each)).toMatchObject({ status: 401 });
  for (const each of [elsewhere, till])
    expect(await server.call(staff.staffWhoAmI, each)).toMatchObject({ success: true });
});

// D35
test('another password ends the sessions of its restaurant for good, and no other one’s', async () => {
  const passwords = (own: string) => ({ STAFF_PASSWORDS: JSON.stringify({ '1001': own }) });
  const before = await startServer({ environment: passwords('the first one') });
  const { dataDir } = before;
  const own = await browser(before, '1001', 'the first one');
  const other = await browser(before, '1002', before.staffPassword);
  await before.close();
  const isIn = async (at: typeof server, who: object) => (await at.call(staff.staffWhoAmI, who)).success;

  const same = await startServer({ dataDir, environment: passwords('the first one') });
  expect([await isIn(same, own), await isIn(same, other)]).toEqual([true, true]);
  await same.close();
  const changed = await startServer({ dataDir, environment: passwords('the second one') });
  expect([await isIn(changed, own), await isIn(changed, other)]).toEqual([false, true]);
  // As a server does that still runs beside it.
  const cookie = await openStaffSession({ ...changed.deps, passwords: before.deps.passwords }, '1001', '');
  expect(await isIn(changed, { headers: { cookie: cookie.split(';', 1)[0]! } })).toBe(false);
  await changed.close();
  const back = await serverOfTest({ dataDir, environment: passwords('the first one') });
  expect([await isIn(back, own), await isIn(back, other)]).toEqual([false, true]);
});

// CX13
test('a stranger’s wrong passwords behind the same address lock nobody out', async () => {
  const known = await browser();
  const address = '2001:db8:1:2:aaaa::1';
  const neighbour = '2001:db8:1:2:bbbb::2';
  const guess = () =>
    server.call(staff.staffLogin, { address, body: { merchantId: '1001', password: 'a guess' } });
  const guesses = await Promise.all(Array.from({ length: 8 }, guess));
  expect(guesses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 403));

  const right = { address: neighbour, body: { merchantId: '1001', password } };
  const from = performance.now();
  expect(await server.call(staff.staffLogin, { ...known, ...right })).toMatchObject({ success: true });
  expect(await server.call(staff.staffOverview, { ...known, address })).toMatchObject({ success: true });
  expect(performance.now() - from, 'a browser that was logged in before, at once').toBeLessThan(500);
  const forged = { headers: { cookie: `${staff.deviceCookie}=made.up` } };
  expect(await server.call(staff.staffLogin, { ...forged, ...right })).toMatchObject({ success: true });
  const waited = performance.now() - from;
  expect(waited, 'a new one, after a short wait').toBeGreaterThan(400);
  expect(waited).toBeLessThan(3_000);
});

test('what strangers ask behind the same address is not counted against who is logged in', async () => {
  const address = '10.7.9.9';
  const spend = createBudgets(600).apart('/api/staff/overview', { perMinute: 2 });
  const knownAs = (key: string) => ({ who: { staff: { key } } as Who, address });
  for (const _ of [1, 2]) await spend({ address });
  await expect(spend({ address })).rejects.toMatchObject({ status: 429 });
  for (const key of ['a', 'a', 'b', 'b']) await spend(knownAs(key));
  await expect(spend(knownAs('a'))).rejects.toMatchObject({ status: 429 });
});
