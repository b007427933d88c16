/** What a call of the phone sends, and what the client makes of each answer, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/http/call.ts';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { createApiForTests, silenceConsole, table, createToken } from '../api-scene.ts';

const { scene, client, diner, clock } = createApiForTests();
const unauthorized = vi.fn<() => void>();
const failed = vi.fn<(call: unknown, error: unknown) => void>();

beforeAll(() => {
  setUnauthorizedHandler(unauthorized);
  client.setFailureHandler(failed);
  silenceConsole();
});
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  vi.clearAllMocks();
});

const dish = z.object({ id: z.string(), price: z.string() });
const getDish = call('GET /api/dish/:id', { data: dish });
const setDish = call('PUT /api/dish/:id', { data: dish, timeout: 'commit' });
const tea = { id: '7', price: '2.00' };
const seated = { merchantId: '1001', table };
const [ann, bob] = [createToken('ann'), createToken('bob')];
const params = { id: '7' };

describe('requests', () => {
  beforeEach(() => scene.answer(() => ({ data: tea })));

  // CA0
  test('carry user, table and language', async () => {
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
      'cache-control': 'no-cache',
    });
    expect(scene.asked[0]!.headers).not.toHaveProperty('content-type');
  });

  test('use a token of the caller instead of the diner’s own', async () => {
    diner.updateDiner({ ...seated, token: ann });
    await client.request(getDish, { params, headers: client.createBearerHeader(bob) });
    expect(scene.asked[0]!.headers).toMatchObject({ authorization: `Bearer ${bob}` });
  });

  // CX3
  test('carry a new idempotency key if they are POSTs, and none otherwise', async () => {
    const addDish = call('POST /api/dish/:id', { data: dish });
    for (const each of [addDish, addDish, setDish, getDish]) await client.request(each, { params });
    const keys = scene.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\w-]{21}$/);
    expect(keys[1]).toMatch(/^[\w-]{21}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys.slice(2)).toEqual([undefined, undefined]);
  });
});

describe('answers', () => {
  test.each<[what: string, data: unknown]>([
    ['of another shape', [tea]],
    ['of another type', 'tea'],
    ['that is empty', null],
  ])('with the data %s are invalid', async (_, data) => {
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

  test('a refusal carries its code and data; without a code it has the status', async () => {
    scene.answer(() => ({ code: 2025, data: { path: 'body.id' } }));
    const refusal = { kind: 'refused', code: 2025, data: { path: 'body.id' } };
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ failure: refusal, code: 2025 });
    scene.answer(() => ({ status: 503, text: '{"success":false,"code":0}' }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 503 });
    scene.answer(() => ({ text: '{"success":true,"code":1,"data":{"id":"7","price":"2.00"}}' }));
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 1 });
    expect(failed.mock.calls.map(([each]) => each)).toEqual([getDish, getDish, getDish]);
  });

  test('T3: every answer sets the server clock, even a refusal', async () => {
    const ahead = Date.now() + 3_600_000;
    scene.answer(() => ({ code: 400, headers: { 'Server-Time': String(ahead) } }));
    await expect(client.request(getDish, { params })).rejects.toThrow();
    expect(Math.abs(clock.getCorrectedTime() - ahead)).toBeLessThan(60_000);
    scene.answer(() => ({ data: tea }));
    await client.request(getDish, { params });
    expect(Math.abs(clock.getCorrectedTime() - ahead), 'an answer without the time').toBeLessThan(60_000);
  });
});

describe('an ended login', () => {
  // CE11
  test('is recognised by a 401 in the body or as the status', async () => {
    for (const answer of [{ status: 401, code: 401 }, { code: 401 }, { status: 401, text: '<html>' }]) {
      diner.updateDiner({ ...seated, token: ann });
      scene.answer(() => answer);
      await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    }
    expect(unauthorized).toHaveBeenCalledTimes(3);
    expect(scene.asked).toHaveLength(3);
  });

  test('is not assumed for a late 401 after another diner has logged in in another tab', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => {
      scene.setCookie('token', bob);
      return { status: 401, code: 401 };
    });
    await expect(client.request(getDish, { params })).rejects.toMatchObject({ code: 401 });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test('is not assumed for a 401 to a call without the diner’s token', async () => {
    diner.updateDiner({ ...seated, token: ann });
    scene.answer(() => ({ status: 401, code: 401 }));
    await expect(
      client.request(getDish, { params, headers: client.createBearerHeader(bob) }),
    ).rejects.toThrow();
    await expect(client.request(getDish, { params, merchantId: '1002' })).rejects.toThrow();
    expect(unauthorized).not.toHaveBeenCalled();
  });
});
