// @module-tag slow
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { requireSigned } from '../webhooks/require-signed.ts';
import { act, actOnOrder, paysAll } from './acts.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf, fakeClock, sharedServer, type Till } from '../server-under-test.ts';

const secret = 'a secret that only the till knows';

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly told: { id: string; type: string; merchantId: string; order: Order };
}

/** A POS that records each delivery. */
let till: Server;
const got: Delivery[] = [];

beforeAll(async () => {
  till = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      got.push({ headers: request.headers, body, told: JSON.parse(body) as Delivery['told'] });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => till.listen(0, '127.0.0.1', resolve));
  return () => void till.close();
});
const clock = fakeClock();
const server = sharedServer(() => ({
  clock,
  environment: {
    WEBHOOK_NETWORKS: '127.0.0.1',
  },
}));

let phones = 0;

async function ordered() {
  phones += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21257${String(50_000 + phones)}`), String(phones));
  const phone = tablePhone(server, seat, `rw${phones}`);
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!)));
  const { order } = dataOf(await phone.place(`webhook-placement-${phones}`)) as { order: Order };
  return { phone, order, dish: simple[1]! };
}

const types = () => got.map(({ told }) => told.type);
let counter: Till;
beforeAll(async () => {
  counter = await server.till();
  const url = `http://127.0.0.1:${(till.address() as AddressInfo).port}/orders`;
  const row = { id: 'till', merchant_id: '1001', url, secret, is_on: 1, created_at: 0 };
  await server.db.insertInto('webhooks').values(row).execute();
});

test('each change of an order is told once, signed, in its own words', async () => {
  got.length = 0;
  const { phone, order, dish } = await ordered();
  await vi.waitFor(() => expect(types()).toEqual(['order.placed']), 5_000);
  const [{ headers, body, told }] = got as [Delivery];
  expect(told).toMatchObject({ merchantId: '1001', order: { id: order.id, rowVersion: order.rowVersion } });
  requireSigned(secret, body, headers);
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(clock.now() / 1000)));

  await phone.send(phone.add(itemFor(dish)));
  const { order: larger } = dataOf(await phone.place('webhook-round-two')) as { order: Order };
  const send = { ...counter, ...act(order, { type: 'roundSent', round: 1 }) };
  await server.ask(actOnOrder, send);
  await server.ask(actOnOrder, send);
  await server.ask(actOnOrder, {
    ...counter,
    ...act(order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 }),
  });
  await server.ask(actOnOrder, { ...counter, ...paysAll(larger) });
  const all = ['order.changed', 'order.paid', 'order.placed', 'order.round-added', 'order.sent'];
  await vi.waitFor(() => expect(got).toHaveLength(all.length), 5_000);
  expect(types().toSorted()).toEqual(all);
  expect(new Set(got.map(({ told: { id } }) => id)).size).toBe(all.length);
});
