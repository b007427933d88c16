// @module-tag sqlite
/** Runs the programs of docs/integrating.md against a real server. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { createWebhook, listDeliveries, redeliver } from '#contract/calls/till.ts';
import type { Order } from '#contract/order-fields.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, startSharedServer } from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';

const folder = createFolderForTests();
symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
const guide = readFileSync(new URL('../../../docs/integrating.md', import.meta.url), 'utf8');
/** Finds a program by the file name in its first line. */
function findProgram(name: string): string {
  const programs = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  return programs.find((text) => text.startsWith(`// ${name}:`))!;
}
const receiver = findProgram('receiver.mjs');
const server = startSharedServer({
  environment: { WEBHOOK_NETWORKS: '127.0.0.1', STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) },
});
const stops: (() => unknown)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Starts the guide's receiver. Returns what it has printed. */
async function startReceiver(port: number, secret: string): Promise<() => string> {
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, receiver);
  let said = '';
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], PORT: String(port), SECRET: secret },
  });
  stops.push(() => child.kill());
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)));
  await vi.waitFor(async () => await fetch(`http://127.0.0.1:${port}`), { timeout: 10_000, interval: 30 });
  return () => said;
}

test('CX31: the receiver of the guide accepts a real delivery once, and no forged one', async () => {
  expect(receiver.trim().split('\n').length).toBeLessThanOrEqual(27);
  const people = await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = await server.ask(createWebhook, { ...people, body: { url } });
  const said = await startReceiver(port, secret);

  const phone = createTablePhone(server, await server.seat(await server.member('2125790001')), 'rg');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!)));
  const { order } = expectData(await phone.place('guided')) as { order: Order };
  const line = `order.placed ${order.serial} ${order.totalAmount}\n`;
  await vi.waitFor(() => expect(said()).toBe(line), { timeout: 10_000 });
  const log = async () => (await server.ask(listDeliveries, { ...people, query: {} })).deliveries;
  await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }]));

  await server.ask(redeliver, { ...people, body: { id: (await log())[0]!.id } });
  await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }]), {
    timeout: 10_000,
  });
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  };
  const forged = await fetch(url, { method: 'POST', body: '{}', headers });
  expect([forged.status, said()]).toEqual([401, line]);
});

test('CX32: the price that the guide’s program sets is live; a mistake is named by its place', async () => {
  const file = join(folder, 'price.mjs');
  writeFileSync(file, findProgram('price.mjs'));
  const { token } = await server.till('1001', ['menu']);
  const [dish] = (await listDishes(server)).simple;
  const run = async (price: string) =>
    await promisify(execFile)(process.execPath, [file, dish!.id, price], {
      env: { PATH: process.env['PATH'], SERVER: server.address, TOKEN: token },
    });
  expect((await run('13.5')).stdout).toBe('{ added: 0, changed: 1, removed: 0, notRead: [] }\n');
  expect((await listDishes(server)).simple.find(({ id }) => id === dish!.id)?.price).toBe('13.50');
  expect((await run('13.50')).stdout).toBe('{ added: 0, changed: 0, removed: 0, notRead: [] }\n');
  await expect(run('free')).rejects.toMatchObject({
    stderr: expect.stringMatching(/^categories\[\d+\]\.products\[\d+\]\.price: must be an amount/) as string,
  });
});
