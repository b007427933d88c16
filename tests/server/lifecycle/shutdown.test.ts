// @module-tag sqlite
/** After a signal the process ends open requests, accepts no new ones and sends phones elsewhere. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { getMember, registerGuest } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import { open } from '#tests/hub/raw-client.ts';
import { waitUntil } from '#tests/hub/scene.ts';
import { startTcpProxy } from '#tests/hub/tcp-proxy.ts';
import { startServerProcess, type ServerProcess } from '../server-process.ts';
import { createCaller, expectData, startServer, joinFirstTable } from '../server-under-test.ts';

const stopSeconds = 2;

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lazy-susan-stop-'));
  server = await startServerProcess({ DATA_DIR: folder, STOP_SECONDS: String(stopSeconds) });
});
afterEach(() => {
  server.child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const body = JSON.stringify({ phone: '4155552671' });
/** Sends the head of a request and keeps its body back. */
async function requestUnderWay(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/member/phone/code HTTP/1.1\r\nHost: h\r\nmerchantId: 1001\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server asks for the body once it has read the head.
  await waitUntil(() => answer.includes('100 Continue'), 'the server receives the request');
  return { socket, answer: () => answer };
}

async function isRefused(): Promise<boolean> {
  return await fetch(`${server.address}/ready`).then(
    ({ status }) => status === 503,
    () => true,
  );
}

test('at the end the server answers requests in progress, accepts no new ones, and tells phones to reconnect', async () => {
  const { accessUrl } = await joinFirstTable(server.address);
  const phone = await open(accessUrl);
  await phone.take(({ type }) => type === 'system');
  const { socket, answer } = await requestUnderWay();
  server.child.kill('SIGTERM');
  // 1012 says that the service restarts. After 1008 all phones would negotiate at the same moment.
  expect((await phone.closed).code).toBe(1012);
  await waitUntil(isRefused, 'newcomers are refused');
  socket.write(body);
  await waitUntil(() => answer().includes('"success":true'), 'the answer');
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain('To 4155552671');
});

test('phones that are told to reconnect find a closed port at once, though a sleeping phone still holds its socket', async () => {
  const { accessUrl } = await joinFirstTable(server.address);
  const proxy = await startTcpProxy(server.address);
  const [awake, asleep] = [await open(accessUrl), await open(proxy.through(accessUrl))];
  for (const phone of [awake, asleep]) await phone.take(({ type }) => type === 'system');
  proxy.pause();
  server.child.kill('SIGTERM');
  await awake.closed;
  const start = performance.now();
  const isOpen = async () => await open(accessUrl).then(() => true, ({ code }: { code?: string }) => code !== 'ECONNREFUSED'); // prettier-ignore
  await waitUntil(async () => !(await isOpen()), 'the port is closed');
  expect(performance.now() - start).toBeLessThan(500);
  await proxy.close();
  expect(await server.ended).toBe(0);
});

test('a request that does not end delays the shutdown for no longer than the limit', async () => {
  const { socket } = await requestUnderWay();
  const start = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(performance.now() - start).toBeGreaterThan(stopSeconds * 1000 - 100);
  socket.destroy();
});

test('the database is closed: the next server opens it at once, with everything in it, and tokens stay valid', async () => {
  const call = createCaller(server.address);
  const { id: userId, token } = expectData(await call(registerGuest, { merchantId: '1001' }));
  const guest = { userId, token: token!, merchantId: '1001' };
  const params = { id: '1' };
  const { tableId, sessionId } = expectData(await call(getTableByQrcode, { ...guest, params }));
  expect(await server.stop()).toBe(0);
  const next = await startServer({ dataDir: folder, environment: { DATABASE_URL: '' } });
  expect((await next.ask(getMember, guest)).id).toBe(userId);
  expect(await next.codeOf(getGuests, { ...guest, tableId, sessionId: sessionId! })).toBe(codes.ok);
  await next.close();
});
