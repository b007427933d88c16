// @module-tag sqlite
/** No secret gets into the logs, even at the level trace. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { login, logout } from '#contract/calls/member.ts';
import { refreshToken } from '#contract/calls/token.ts';
import { createStaffToken, staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { checkOrderCode, negotiate, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { startHubServer } from '#server/platform/hub/hub-server.ts';
import { open, readRefusalStatus } from '#tests/hub/raw-client.ts';
import { testKey, waitUntil } from '#tests/hub/scene.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startServer, type DinerAtTable, type ServerUnderTest } from '../server-under-test.ts';

const phoneNumber = '4155552671';
const metricsToken = 'the-token-of-the-figures-scraper';
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(environment: Record<string, string> = {}): Promise<ServerUnderTest> {
  const server = await startServer({
    // Fixed random numbers make the codes known to the test.
    random: { int: (limit) => 987_654_321 % limit },
    environment: { LOG_LEVEL: 'trace', METRICS_TOKEN: metricsToken, ...environment },
  });
  cleanUps.push(server.dispose);
  return server;
}

/** Makes every call that carries a secret. Returns the secrets. */
async function useSecrets(
  server: ServerUnderTest,
): Promise<{ diner: DinerAtTable; orderCode: string; secrets: string[] }> {
  const diner = await server.seat(await server.member(phoneNumber));
  const loginCode = await server.readCode(phoneNumber);
  await server.call(login, { merchantId: '1001', body: { phone: phoneNumber, code: '000000' } });
  await server.call(sendOrderCodeMessage, { ...diner, body: { tableId: diner.tableId } });
  const orderCode = await server.readCode(`Table ${diner.table.tableName}`);
  await server.call(checkOrderCode, { ...diner, params: { code: orderCode } });
  const query = { userId: diner.userId, tableId: diner.tableId };
  const accessUrl = await server.ask(negotiate, { ...diner, query });
  const socket = await open(accessUrl);
  const connected = await socket.take(({ type }) => type === 'system');
  socket.socket.terminate();
  // The last character has two unused bits, so another one is changed.
  const forged = accessUrl.replace(/.(?=.{5}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  expect(await readRefusalStatus(forged)).toBe(401);
  const asked = `?phone=${phoneNumber}&code=${loginCode}&token=${diner.token}`;
  for (const path of ['/api/nothing', '/nothing', '/demo/inbox.json', '/openapi.json'])
    await fetch(`${server.address}${path}${asked}&recipient=${phoneNumber}`, {
      headers: { Authorization: `Bearer ${diner.token}`, Cookie: 'a=b' },
    });
  await fetch(`${server.address}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  const accessToken = new URL(accessUrl).searchParams.get('access_token')!;
  const password = server.staffPassword;
  for (const given of [`${password}!`, password])
    await server.call(staffLogin, { body: { merchantId: '1001', password: given } });
  const counter = await server.call(staffLogin, { body: { merchantId: '1001', password } });
  const cookie = counter.headers.get('set-cookie')!.split(';', 1)[0]!;
  await server.ask(staffOverview, { headers: { cookie } });
  const printer = { name: 'the printer', scopes: ['readOrders'] };
  const { secret } = await server.ask(createStaffToken, { headers: { cookie }, body: printer });
  for (const token of [secret, `${secret}!`]) await server.call(staffOverview, { token });
  const { token: refreshed } = await server.ask(refreshToken, diner);
  const spent = { ...diner, token: (await server.member('4155552672')).token };
  for (let times = 0; times < 2; times += 1) await server.call(logout, spent);
  const tokens = [diner.token, refreshed, spent.token, accessToken, String(connected['reconnectionToken'])];
  const signatures = tokens.map((token) => token.split('.').at(-1)!);
  const words = [phoneNumber, '4155552672', loginCode, secret, metricsToken, password, cookie.split('=')[1]!];
  return { diner, orderCode, secrets: [...tokens, ...signatures, ...words] };
}

const isNumber = /^\d+$/;

function expectNone(server: ServerUnderTest, secrets: readonly string[], orderCode: string): void {
  const text = server.logged.join('');
  for (const secret of [...secrets, 'Bearer ', 'eyJ', 'a=b'].filter((each) => !isNumber.test(each)))
    expect(text).not.toContain(secret);
  // A code may be part of a time or an id by chance.
  for (const code of [...secrets.filter((each) => isNumber.test(each)), orderCode])
    expect(text).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`));
}

test('logs contain no token, phone number or code, whoever uses them; each request has the id of its answer', async () => {
  const server = await start();
  const { secrets, orderCode } = await useSecrets(server);
  const ofPrinter = 'the-secret-of-a-printer';
  await fetch(`${server.address}/api/printers/star/${ofPrinter}`, { method: 'POST', body: '{}' });
  const text = server.logged.join('');
  // The log is not empty: it has requests with their ids, and the hub's refusal.
  expect(text).toMatch(/"reqId":"[\w-]{21}"/);
  expect(text).toContain('upgrade refused');
  expect(text).toContain('[redacted]');
  const answer = await fetch(`${server.address}/api/nothing`);
  expect(server.logged.join('')).toContain(`"reqId":"${answer.headers.get('request-id')!}"`);
  expectNone(server, [...secrets, ofPrinter], orderCode);
});

test('also when the hub fails, whose calls carry a token with all rights', async () => {
  const hub = await startHubServer({ accessKey: testKey });
  cleanUps.push(hub.close);
  const server = await start({ WEB_PUBSUB_CONNECTION_STRING: hub.connectionString });
  const { diner, secrets, orderCode } = await useSecrets(server);
  await hub.close();
  const phone = createTablePhone(server, diner, 'ra');
  await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!)));
  await waitUntil(() => server.logged.join('').includes('could not be announced'), 'the failure', 15_000);
  expectNone(server, [...secrets, testKey], orderCode);
});

test('a stranger’s input cannot control the terminal that shows the log', async () => {
  const server = await start();
  const socket = connect(server.port, '127.0.0.1');
  // Node reads this byte as a C1 control character.
  const origin = 'https://\u009b31m';
  const head = `POST /api/staff/logout HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nConnection: close`;
  socket.write(`${head}\r\n\r\n`, 'latin1');
  socket.resume();
  await once(socket, 'close');
  server.app.log.warn({ name: 'A\u202enn' }, 'a name');
  const text = server.logged.join('');
  expect(text).toContain(String.raw`A\u202enn`);
  expect(text).toContain(String.raw`\u009b31m`);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});
