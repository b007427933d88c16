import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../workshop/plain-server/commands.ts';
import { listen, type ListeningRestaurant } from '#workshop/plain-server/http/http.ts';
import { fieldsOf } from '#workshop/plain-server/wire/loose.ts';
import { dishes, cartOf } from './guests-at-table.ts';

const key = 'k'.repeat(40);
let house: ListeningRestaurant;
/** Ends each pause that a fault makes. */
let goOn: (() => void)[] = [];

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${house.address}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'Guest-Account-Identifier': 'b-1',
      tableId: '7',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response;
}

async function data(response: Promise<Response>): Promise<ReturnType<typeof fieldsOf>> {
  const body: unknown = await (await response).json();
  return fieldsOf(fieldsOf(body)['data']);
}

beforeEach(async () => {
  goOn = [];
  house = await listen({
    webPubSub: `Endpoint=http://127.0.0.1:9;AccessKey=${key};Version=1.0;`,
    wait: () => new Promise((resolve) => goOn.push(resolve)),
  });
  await ask('POST', '/api/member/register/guest');
});

afterEach(async () => {
  await house.close();
});

async function untilPaused(): Promise<void> {
  await expect.poll(() => goOn.length).toBeGreaterThan(0);
}

describe('over HTTP', () => {
  it('a page of another origin walks from the code on the table to a cart', async () => {
    const preflight = await ask('OPTIONS', '/api/shoppingCart', undefined, {
      origin: 'http://phone.test',
      'access-control-request-headers': 'tableid',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://phone.test');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('tableid');
    expect(await data(ask('GET', '/api/merchant/table/qrcode/info/50007'))).toMatchObject({ tableId: 7 });
    const guest = await data(ask('POST', '/api/member/register/guest'));
    const headers = { authorization: `Bearer ${String(guest['token'])}` };
    await ask('POST', '/api/shoppingCart', cartOf(31), headers);
    expect(dishes(await data(ask('GET', '/api/shoppingCart?merchantId=101', undefined, headers)))).toEqual([
      '1 x 31',
    ]);
    await ask('DELETE', '/api/shoppingCart/clear', undefined, headers);
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual([]);
    const wrong = await ask('GET', '/api/shoppingCart', undefined, { authorization: 'Bearer wrong' });
    expect(wrong.status).toBe(401);
  });

  it('pictures, unknown paths and bodies that are no JSON have answers', async () => {
    const info = await data(ask('GET', '/api/merchant/tiny-merchant?id=101'));
    const picture = await fetch(String(info['img']));
    expect(picture.headers.get('content-type')).toBe('image/png');
    const unknown = await ask('GET', '/api/nowhere');
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { success: false, code: 404, msg: 'Page Not Found /api/nowhere', data: null },
    ]);
    const broken = await fetch(`${house.address}/api/shoppingCart`, { method: 'POST', body: '{' });
    expect(fieldsOf(await broken.json())['code']).toBe(400);
  });

  it('negotiate gives an address with the roles of one group', async () => {
    const answer = await ask('GET', '/api/system/web-pub-sub/scan-order-negotiate?userId=3&tableId=7');
    const url = new URL(String(fieldsOf(await answer.json())['data']));
    expect(url.protocol).toBe('ws:');
    const claims = Buffer.from(url.searchParams.get('access_token')?.split('.')[1] ?? '', 'base64url');
    expect(JSON.parse(claims.toString())).toMatchObject({
      sub: '3',
      role: ['webpubsub.joinLeaveGroup.7', 'webpubsub.sendToGroup.7'],
    });
  });
});

describe('faults', () => {
  it('lose an answer after the change was done', async () => {
    house.restaurant.switches.faults.push({ kind: 'answerLost', call: 'updateCart', times: 1 });
    await expect(ask('POST', '/api/shoppingCart', cartOf(31))).rejects.toThrow();
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual(['1 x 31']);
  });

  it('process a request after the phone gave up', async () => {
    house.restaurant.switches.faults.push({
      kind: 'processedLate',
      afterMs: 9,
      call: 'updateCart',
      times: 1,
    });
    await expect(ask('POST', '/api/shoppingCart', cartOf(31))).rejects.toThrow();
    await untilPaused();
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual([]);
    goOn.pop()?.();
    await expect.poll(async () => dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual(['1 x 31']);
  });

  it('delay an answer, or hold a request back', async () => {
    const { faults } = house.restaurant.switches;
    faults.push({ kind: 'answerDelayed', byMs: 9, call: 'updateCart', times: 1 });
    const delayed = ask('POST', '/api/shoppingCart', cartOf(31));
    await untilPaused();
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual(['1 x 31']);
    goOn.pop()?.();
    expect((await delayed).status).toBe(200);
    faults.push({ kind: 'heldBack', byMs: 9, call: 'updateCart', times: 1 });
    const held = ask('POST', '/api/shoppingCart', cartOf());
    await untilPaused();
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual(['1 x 31']);
    goOn.pop()?.();
    expect(dishes(await data(held))).toEqual([]);
  });

  it('cut the connection, or answer 500 and 429, and change nothing', async () => {
    const { faults } = house.restaurant.switches;
    faults.push({ kind: 'connectionCut', call: 'any', times: 1 });
    await expect(ask('POST', '/api/shoppingCart', cartOf(31))).rejects.toThrow();
    faults.push({ kind: 'html500', call: 'any', times: 1 });
    const broken = await ask('POST', '/api/shoppingCart', cartOf(31));
    expect([broken.status, broken.headers.get('content-type')]).toEqual([500, 'text/html']);
    faults.push({ kind: 'tooManyRequests', retryAfter: 3, call: 'any', times: 1 });
    const busy = await ask('POST', '/api/shoppingCart', cartOf(31));
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3']);
    expect(dishes(await data(ask('GET', '/api/shoppingCart')))).toEqual([]);
  });
});

it('tells the table group over the REST interface of the service', async () => {
  const heard: { url: string | undefined; type: string | undefined; body: string }[] = [];
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ url: request.url, type: request.headers['content-type'], body });
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  await house.close();
  house = await listen({ webPubSub: `Endpoint=http://127.0.0.1:${port};AccessKey=${key};Version=1.0;` });
  expect(runCommand(house.restaurant, 'add 7 3 34 2')).toBe('added');
  expect(runCommand(house.restaurant, 'switch messageForm=plainText')).toBe('set');
  expect(runCommand(house.restaurant, 'clear 7')).toBe('cleared');
  await house.told();
  expect(heard[0]?.url).toContain('/api/hubs/scanorder/groups/7/:send');
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ messageType: 'addCartItem' });
  expect(heard[1]).toMatchObject({ body: 'Waiter: clearCart' });
  expect(heard[1]?.type).toContain('text/plain');
  service.close();
});
