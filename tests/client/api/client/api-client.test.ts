/** What a call of the phone sends, and what becomes of each answer: over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/http/call.ts';
import { whenUnauthorized } from '#client/api/call/login-end.ts';
import { apiForTests, quietConsole, tokenOf } from '../api-scene.ts';

const { scene, client, diner, clock } = apiForTests();
const unauthorized = vi.fn<() => void>();
const failed = vi.fn<(call: unknown, error: unknown) => void>();

beforeAll(() => {
  whenUnauthorized(unauthorized);
  client.whenCallFails(failed);
  quietConsole();
});
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  vi.clearAllMocks();
});

const dish = z.object({ id: z.string(), price: z.string() });
const getDish = call('GET /api/dish/:id', { data: dish });
const setDish = call('PUT /api/dish/:id', { data: dish, timeout: 'commit' });
const tea = { id: '7', price: '2.00' };
const table = { merchantId: '1001', tableId: 't1', tableName: '1', qrcodeId: '1', sessionId: 's1' };
const seated = { merchantId: '1001', table };
const [ann, annLater, bob] = [tokenOf('ann'), tokenOf('ann', 2), tokenOf('bob')];
const expired = { status: 401, code: 401, data: { reason: 'expired' } };
const params = { id: '7' };

describe('what is sent', () => {
  beforeEach(() => scene.answer(() => ({ data: tea })));

  // CA0
  test('who asks, from which table, in which language', async () => {
    diner.updateDiner({ ...seated, token: ann, language: 'zh-TW' });
    expect(await client.request(getDish, { params })).toEqual(tea);
    expect(scene.asked[0]).toMatchObject({ method: 'GET', path: '/api/dish/7', body: undefined });
    expect(scene.asked[0]!.headers).toMatchObject({
      authorization: `Bearer ${ann}`,
      merchantid: '1001',
      tableid: 't1',
      'table-session': 's1',
      languagecode: 'zh-TW',
      'guest-account-identifier': 'f1',
    });
    expect(scene.asked[0]!.headers).not.toHaveProperty('content-type');
  });

  test('no answer comes out of the browser’s cache', async () => {
    await client.request(getDish, { params });
    expect(scene.asked[0]!.headers).toMatchObject({ 'cache-control': 'no-cache' });
  });

  test('another restaurant learns neither the token nor the table', async () => {
    diner.updateDiner({ ...seated, token: ann });
    await client.request(getDish, { params, merchantId: '1002' });
    const { headers } = scene.asked[0]!;
    expect(headers).toMatchObject({ merchantid: '1002' });
    for (const name of ['authorization', 'tableid', 'table-session'])
      expect(headers).not.toHaveProperty(name);
  });

  test('a token that the caller brings goes in the place of the diner’s own', async () => {
    diner.updateDiner({ ...seated, token: ann });
    await client.request(getDish, { params, headers: client.bearer(bob) });
    expect(scene.asked[0]!.headers).toMatchObject({ authorization: `Bearer ${bob}` });
  });

  test.each([
    ['7/../../member', '/api/dish/7%2F..%2F..%2Fmember'],
    ['a?b#c', '/api/dish/a%3Fb%23c'],
    ['湯', '/api/dish/%E6%B9%AF'],
  ])('the id %s stays one part of the address', async (id, path) => {
    await client.request(getDish, { params: { id } });
    expect(scene.asked[0]!.path).toBe(path);
  });

  // CX3
  test('every POST bears a key of its own, and nothing else does', async () => {
    const addDish = call('POST /api/dish/:id', { data: dish });
    for (const each of [addDish, addDish, setDish, getDish]) await client.request(each, { params });
    const keys = scene.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\w-]{21}$/);
    expect(keys[1]).toMatch(/^[\w-]{21}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys.slice(2)).toEqual([undefined, undefined]);
  });

  test('a query without what is undefined, a body as JSON', async () => {
    const query = { keyword: 'a&b=c', page: 2, size: undefined };
    await client.request(setDish, { params, query, body: tea });
    expect(scene.asked[0]).toMatchObject({ path: '/api/dish/7?keyword=a%26b%3Dc&page=2', body: tea });
    expect(scene.asked[0]!.headers).toMatchObject({ 'content-type': 'application/json' });
  });
});

describe('what comes back', () => {
  test.each<[what: string, data: unknown]>([
    ['of another shape', [tea]],
    ['of another type', 'tea'],
    ['that is nothing', null],
  ])('data %s is no answer', async (_, data) => {
    scene.answer(() => ({ data }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({
      failure: { kind: 'malformed' },
    });
  });

  test.each(['', '<html>', '[]', '{"data":{}}'])('%j is no envelope', async (text) => {
    scene.answer(() => ({ text, status: 404 }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({
      failure: { kind: 'malformed', reason: 'status 404, no envelope' },
    });
  });

  test('a refusal, with its code and what it carries; without a code it is the status', async () => {
    scene.answer(() => ({ code: 2025, data: { path: 'body.id' } }));
    const refusal = { kind: 'refused', code: 2025, data: { path: 'body.id' } };
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ failure: refusal, code: 2025 });
    scene.answer(() => ({ status: 503, text: '{"success":false,"code":0}' }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 503 });
    scene.answer(() => ({ text: '{"success":true,"code":1,"data":{"id":"7","price":"2.00"}}' }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 1 });
    expect(failed.mock.calls.map(([each]) => each)).toEqual([getDish, getDish, getDish]);
  });

  // CF1
  test('D6: a number of more than 15 digits keeps all of them', async () => {
    const anyNumber = call('GET /api/n', { data: z.union([z.string(), z.number()]) });
    const numberOf = async (digits: string) => {
      scene.answer(() => ({ text: `{"success":true,"code":0,"data":${digits}}` }));
      return await client.request(anyNumber, {});
    };
    expect(await numberOf('1234567890123456789')).toBe('1234567890123456789');
    expect(await numberOf('123456789012345')).toBe(123_456_789_012_345);
  }); // prettier-ignore

  test('T3: every answer sets the clock by the server’s, a refusal too', async () => {
    const ahead = Date.now() + 3_600_000;
    scene.answer(() => ({ code: 400, headers: { 'Server-Time': String(ahead) } }));
    await expect(client.request(getDish, { params })).rejects.toThrow();
    expect(Math.abs(clock.correctedNow() - ahead)).toBeLessThan(60_000);
    scene.answer(() => ({ data: tea }));
    await client.request(getDish, { params });
    expect(Math.abs(clock.correctedNow() - ahead), 'an answer without the time').toBeLessThan(60_000);
  });
});

describe('a login that is over', () => {
  const refreshes = () => scene.asked.filter(({ path }) => path === '/api/member/token/refresh');

  // CE11
  test('ends with the 401, in the body or as the status', async () => {
    for (const answer of [{ status: 401, code: 401 }, { code: 401 }]) {
      diner.updateDiner({ ...seated, token: ann });
      scene.answer(() => answer);
      await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    }
    expect(unauthorized).toHaveBeenCalledTimes(2);
    expect(refreshes()).toEqual([]);
  });

  test('a late 401 ends nothing of the diner who has logged in since', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => {
      diner.updateDiner({ token: bob });
      return { status: 401, code: 401 };
    });
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    expect(unauthorized).not.toHaveBeenCalled();
    expect(diner.dinerState.value.token).toBe(bob);
  });

  test('nor of the one who has logged in in another tab', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => {
      scene.setCookie('token', bob);
      return { status: 401, code: 401 };
    });
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test('a 401 to a call without the diner’s token says nothing of the diner', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => ({ status: 401, code: 401 }));
    await expect(client.request(getDish, { params, headers: client.bearer(bob) })).rejects.toThrow();
    await expect(client.request(getDish, { params, merchantId: '1002' })).rejects.toThrow();
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test('one that has expired is renewed, and the call is made again with the next token', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(({ path, headers }) => {
      if (path === '/api/member/token/refresh') return { data: { token: annLater } };
      return headers.authorization === `Bearer ${annLater}` ? { data: tea } : expired;
    });
    expect(await client.request(getDish, { params })).toEqual(tea);
    expect(refreshes().map(({ headers }) => headers.authorization)).toEqual([`Bearer ${ann}`]);
    expect([diner.dinerState.value.token, unauthorized.mock.calls.length]).toEqual([annLater, 0]);
  });

  test('one that may not be renewed is over', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(({ path }) => (path === '/api/member/token/refresh' ? { status: 401, code: 401 } : expired));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    expect(unauthorized).toHaveBeenCalledTimes(1);
    expect(refreshes()).toHaveLength(1);
  });

  test('nothing is asked again in the name of who came after', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => {
      diner.updateDiner({ token: bob });
      return expired;
    });
    await expect(client.request(setDish, { params, body: tea })).rejects.toMatchObject({ code: 401 });
    expect(scene.asked).toHaveLength(1);
    expect(unauthorized).not.toHaveBeenCalled();
  });
});
