// @module-tag slow
import { afterEach, expect, test, vi } from 'vitest';
import type { OrderWebhook } from '#contract/calls/webhooks.ts';
import type { Order } from '#contract/order-fields.ts';
import { startWebhooks } from '#server/back-office/webhooks/deliver-webhooks.ts';
import { startPostReceiver } from '../http/post-receiver.ts';
import { startServerProcess } from '../server-process.ts';
import { createCaller, expectData, startServer } from '../server-under-test.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('a POS that is off while the sender is killed gets the order once both are back, under the same id', async () => {
  const silent = await startPostReceiver({ answers: false });
  cleanUps.push(silent.close);
  const before = await startServer();
  const { dataDir, databaseUrl } = before.config;
  const diner = await before.seat(await before.member('2125750777'));
  const dish = createItem((await listDishes(before)).simple[0]!);
  const url = `${silent.origin}/orders`;
  const row = { id: 'till', merchant_id: '1001', url, secret: 'whsec_AAAA', is_on: 1, created_at: 0 };
  await before.db.insertInto('webhooks').values(row).execute();
  await before.close();

  const { child, address, ended } = await startServerProcess({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_NETWORKS: '127.0.0.1',
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const phone = createTablePhone(
    { call: createCaller(address), deps: { clock: { now: Date.now } } },
    diner,
    'rk',
  );
  await phone.send(phone.add(dish));
  const { order } = expectData(await phone.place('placement-killed')) as { order: Order };
  await vi.waitFor(() => expect(silent.posted).toHaveLength(1), 10_000);
  silent.close();
  child.kill('SIGKILL');
  await ended;

  const till = await startPostReceiver({ port: silent.port });
  cleanUps.push(till.close);
  const after = await startServer({ dataDir, environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  cleanUps.push(after.dispose);
  // The killed process has claimed the delivery for a while, so this clock is a minute ahead.
  const clock = { now: () => Date.now() + 60_000 };
  const deliveries = startWebhooks({ ...after.deps, clock }, { timeoutMs: 10_000, lookEveryMs: 20 });
  cleanUps.push(() => deliveries.close());
  const readStates = async () => await after.db.selectFrom('webhook_calls').select('state').execute();
  await vi.waitFor(async () => expect(await readStates()).toEqual([{ state: 'delivered' }]), 10_000);
  const news = [silent, till].map(({ posted }) => posted.map(({ text }) => JSON.parse(text) as OrderWebhook));
  expect(news[1]).toMatchObject([{ type: 'order.placed', order: { id: order.id } }]);
  expect(news[1]).toEqual(news[0]);
}, 60_000);
