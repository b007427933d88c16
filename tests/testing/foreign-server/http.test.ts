import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { listen, type Listening, type ListenOptions } from '#testing/foreign-server/http.ts';
import { parseWire } from '#testing/foreign-server/core/wire.ts';
import { runCommand } from '#testing/foreign-server/main.ts';
import { builtInTables } from '#testing/foreign-server/menus.ts';
import { setSwitch } from '#testing/foreign-server/switches.ts';

const table = builtInTables[0]!;
const createDishId = (number: number): string => `1805000000000000${number}`;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Guest {
  server: Listening;
  send(method: string, path: string, body?: string): Promise<Response>;
}

async function openWithGuest(options: Partial<ListenOptions> = {}): Promise<Guest> {
  const server = await listen({ port: 0, ...options });
  closers.push(server.close);
  let token = '';
  const send = (method: string, path: string, body?: string) =>
    fetch(server.address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, tableid: table.id },
      ...(body === undefined ? {} : { body }),
    });
  token = ((await (await send('POST', '/api/member/register/guest')).json()) as { data: { token: string } })
    .data.token;
  return { server, send };
}

const post = (quantity: number): string =>
  `{"orderDetail":{"orderItems":[{"id":0,"productId":${createDishId(101)},"quantity":${quantity}}]}}`;
const listQuantities = (server: Listening): number[] =>
  server.restaurant.staff.linesOf(table.id).map((owned) => owned.line.quantity);

it('reads long ids from JSON numbers and allows foreign origins', async () => {
  const { server, send } = await openWithGuest();
  const reply = await send('POST', '/api/shoppingCart', post(2));
  expect(await reply.text()).toContain(`"productId":${createDishId(101)},`);
  expect([reply.headers.get('access-control-allow-origin'), listQuantities(server)]).toEqual(['*', [2]]);
  expect((await send('OPTIONS', '/api/shoppingCart')).status).toBe(204);
  expect(((await (await send('POST', '/api/shoppingCart', '{broken')).json()) as { code: number }).code).toBe(
    400,
  );
  expect((await send('POST', '/api/shoppingCart', `"${'x'.repeat(1_000_001)}"`)).status).toBe(413);
});

it.each<[string, number | 'cut', number[], number]>([
  ['lost', 'cut', [2], 0],
  ['cut', 'cut', [], 0],
  ['processedLate', 'cut', [2], 80],
  ['html500', 500, [], 0],
  ['429', 429, [], 0],
  ['refused', 200, [], 5001],
  ['heldBack', 200, [2], 80],
  ['delayed', 200, [2], 80],
])('the fault %s happens as often as planned', async (kind, expected, after, amount) => {
  const { server, send } = await openWithGuest();
  expect(setSwitch(server.restaurant.switches, `fault=${kind}:cartPost:1:${amount}`)).toBeUndefined();
  const begin = Date.now();
  const status = await send('POST', '/api/shoppingCart', post(2)).then(
    (reply) => reply.status,
    () => 'cut',
  );
  if (kind === 'processedLate') {
    expect(listQuantities(server)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect([status, listQuantities(server), server.restaurant.switches.fault]).toEqual([expected, after, '']);
  if (kind === 'heldBack' || kind === 'delayed') expect(Date.now() - begin).toBeGreaterThanOrEqual(75);
  expect((await send('POST', '/api/shoppingCart', post(3))).status).toBe(200);
});

it.each([
  ['beforeWork', []],
  ['afterWork', [2]],
])('the first post is slow %s and the second is not', async (slowWhen, meanwhile) => {
  const { server, send } = await openWithGuest();
  for (const assignment of ['slow=firstPost', 'slowMs=200', `slowWhen=${slowWhen}`])
    setSwitch(server.restaurant.switches, assignment);
  const first = send('POST', '/api/shoppingCart', post(2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(listQuantities(server)).toEqual(meanwhile);
  expect((await first).status).toBe(200);
  setSwitch(server.restaurant.switches, 'slowMs=60000');
  expect((await send('POST', '/api/shoppingCart', post(3))).status).toBe(200);
});

it('negotiates for one group and publishes to it', async () => {
  const received: string[] = [];
  const hub = createServer((req, res) => {
    let text = '';
    req
      .on('data', (part) => (text += part))
      .on('end', () => {
        received.push(`${req.method} ${req.url?.split('?')[0]} ${req.headers['content-type']} ${text}`);
        res.writeHead(202).end();
      });
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
  closers.push(() => new Promise((resolve) => hub.close(resolve)));
  closers.push(async () => hub.closeAllConnections());
  const endpoint = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  const { server, send } = await openWithGuest({
    webPubSubConnectionString: `Endpoint=${endpoint};AccessKey=${'k'.repeat(40)};Version=1.0;`,
  });
  const negotiate = async () =>
    parseWire(await (await send('GET', '/api/system/web-pub-sub/scan-order-negotiate')).text()) as {
      data: string;
    };
  const claims = decodeJwt(new URL((await negotiate()).data).searchParams.get('access_token') ?? '');
  expect(claims).toMatchObject({
    aud: `${endpoint}/client/hubs/scanorder`,
    sub: server.restaurant.people()[0]?.id,
    role: [`webpubsub.joinLeaveGroup.${table.id}`, `webpubsub.sendToGroup.${table.id}`],
  });
  setSwitch(server.restaurant.switches, 'negotiateRight=joined');
  expect(
    decodeJwt(new URL((await negotiate()).data).searchParams.get('access_token') ?? '')['webpubsub.group'],
  ).toEqual([table.id]);
  for (const form of ['object', 'jsonText']) {
    setSwitch(server.restaurant.switches, `messageForm=${form}`);
    await send('DELETE', '/api/shoppingCart/clear');
    await expect.poll(() => received.length).toBe(form === 'object' ? 1 : 2);
  }
  expect(received[0]).toMatch(
    new RegExp(
      `^POST /api/hubs/scanorder/groups/${table.id}/:send application/json \\{"fromBrowserId".*"clearCart"`,
    ),
  );
  expect(received[1]).toMatch(/text\/plain.* \{"fromBrowserId"/);
});

it.each<[string, RegExp]>([
  ['switch times=iso', /^Done/],
  ['switch times=noon', /takes one of/],
  [`soldout ${createDishId(101)} on`, /^Done/],
  [`waiter add T1 ${createDishId(102)} 2`, /^Done/],
  ['waiter add T9 1 1', /no such/],
  ['lines T1', /^No lines/],
  ['clear T1', /^Done/],
  ['revoke 5', /no such/],
  ['restore', /no such/],
  ['what', /switch NAME/],
])('understands "%s" while it runs', async (command, expected) => {
  const { server } = await openWithGuest();
  expect(runCommand(server.restaurant, command)).toMatch(expected);
});
