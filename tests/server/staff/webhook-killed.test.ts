// @module-tag slow
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { startMerchantCalls } from '#server/back-office/webhooks/deliver-calls.ts';
import { startServerProcess } from '../server-process.ts';
import { caller, dataOf, startServer } from '../server-under-test.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Told {
  readonly id: string;
  readonly type: string;
  readonly order: Pick<Order, 'id'>;
}

/** A till; one that says nothing takes a delivery and never answers. */
async function startTill(
  got: Told[],
  { port = 0, answers }: { port?: number; answers: boolean },
): Promise<Server> {
  const till = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      got.push(JSON.parse(body) as Told);
      if (answers) response.end('{}');
    });
  });
  await new Promise<void>((resolve) => till.listen(port, '127.0.0.1', resolve));
  cleanUps.push(() => void till.close());
  return till;
}

test('the till is gone while the sender is killed: once both are back it hears of the order, under the same id', async () => {
  const taken: Told[] = [];
  const silent = await startTill(taken, { answers: false });
  const { port } = silent.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/orders`;
  const before = await startServer();
  const { dataDir, databaseUrl } = before.config;
  const diner = await before.seat(await before.member('2125750777'));
  const dish = itemFor((await dishes(before)).simple[0]!);
  const row = {
    id: 'till',
    merchant_id: '1001',
    url,
    secret: 'whsec_AAAA',
    is_on: 1,
    created_at: Date.now(),
  };
  await before.db.insertInto('webhooks').values(row).execute();
  await before.close();

  const { child, address, ended } = await startServerProcess({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_NETWORKS: '127.0.0.1',
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const phone = tablePhone({ call: caller(address), deps: { clock: { now: Date.now } } }, diner, 'rk');
  await phone.send(phone.add(dish));
  const { order } = dataOf(await phone.place('placement-killed')) as { order: Order };
  await vi.waitFor(() => expect(taken).toHaveLength(1), 10_000);
  silent.closeAllConnections();
  silent.close();
  child.kill('SIGKILL');
  await ended;

  const got: Told[] = [];
  await startTill(got, { port, answers: true });
  const after = await startServer({ dataDir, environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  cleanUps.push(after.dispose);
  // The killed process has claimed the delivery for a while: this one's clock is a minute ahead.
  const clock = { now: () => Date.now() + 60_000 };
  const deliveries = startMerchantCalls({ ...after.deps, clock }, { timeoutMs: 10_000, lookEveryMs: 20 });
  cleanUps.push(() => deliveries.close());
  const states = async () => await after.db.selectFrom('webhook_calls').select('state').execute();
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'delivered' }]), 10_000);
  expect(got).toMatchObject([{ id: taken[0]!.id, type: 'order.placed', order: { id: order.id } }]);
  // Two servers one after the other.
}, 60_000);
