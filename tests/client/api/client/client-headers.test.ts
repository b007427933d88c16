/** The headers and the address of a call, over real HTTP. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/http/call.ts';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import type * as Base from '#client/api/call/api-base.ts';
import type * as Client from '#client/api/call/request.ts';
import { createApiForTests, silenceConsole, table, createToken } from '../api-scene.ts';
import { stopTimers } from '../still-timers.ts';
import { testDocument } from '../test-storage.ts';

const { scene, diner } = createApiForTests();
let client: typeof Client;
vi.mock('@fingerprintjs/fingerprintjs', () => ({ load: async () => ({ get: async () => await visitor }) }));
/** The result of the fingerprint library. */
let visitor: Promise<{ visitorId: string }>;

beforeEach(async () => {
  scene.answer(() => ({ data: null }));
  silenceConsole();
  client = await import('#client/api/call/request.ts');
});
const realFetch = globalThis.fetch;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.stubGlobal('fetch', realFetch);
});

const read = call('GET /api/dish/:id', { data: z.null() });
const write = call('POST /api/dish/:id', { data: z.null() });
const params = { id: '7' };
const ann = createToken('ann');
/** Ids with a meaning in an address or in a pattern. */
const spoken = [
  'a/b', '?a=1&b', '#top', ' two  words ', '湯', '😀', '%2F', '+', '..%2f', '.a', 'a..', '$&', ':id', '\\',
]; // prettier-ignore
const usual = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'host',
  'pragma',
  'sec-fetch-mode',
  'user-agent',
];
/** The headers that the client itself put on the newest call. */
const getSentHeaders = () => {
  const headers = { ...scene.asked.at(-1)!.headers };
  for (const name of [...usual, 'content-length']) delete headers[name];
  return headers;
};

describe('CA0: the headers', () => {
  test('of a visitor without a merchant', async () => {
    await client.request(read, { params });
    expect(getSentHeaders()).toEqual({ languagecode: 'en-US', 'guest-account-identifier': 'f1' });
  });

  // CV12
  test('of a diner at a table who sends data', async () => {
    diner.updateDiner({ token: ann, merchantId: '1001', table });
    await client.request(write, { params, body: {} });
    expect(getSentHeaders()).toEqual({
      'idempotency-key': expect.any(String),
      'content-type': 'application/json',
      languagecode: 'en-US',
      'guest-account-identifier': 'f1',
      authorization: `Bearer ${ann}`,
      merchantid: '1001',
      tableid: 't1',
      'table-session': 's1',
    });
  });

  test.each([
    ['CU3: without a table', { tableId: '' }, { 'table-session': 's1' }],
    ['S1: of a server without sessions', { sessionId: '' }, { tableid: 't1' }],
    ['of neither', { tableId: '', sessionId: '' }, {}],
  ])('%s', async (_, change, named) => {
    diner.updateDiner({ merchantId: '1001', table: { ...table, ...change } });
    await client.request(read, { params });
    const rest = { languagecode: 'en-US', 'guest-account-identifier': 'f1', merchantid: '1001' };
    expect(getSentHeaders()).toEqual({ ...rest, ...named });
  });

  test('at another merchant carry neither the token nor the table', async () => {
    diner.updateDiner({ token: ann, merchantId: '1001', table });
    const elsewhere = { languagecode: 'zh-TW', 'guest-account-identifier': 'f1', merchantid: '1002' };
    await client.request(read, { params, merchantId: '1002', language: 'zh-TW' });
    expect(getSentHeaders()).toEqual(elsewhere);
    // The phone stored the table longer than its merchant.
    diner.updateDiner({ token: undefined, merchantId: '1002', language: 'zh-TW' });
    await client.request(read, { params });
    expect(getSentHeaders()).toEqual(elsewhere);
  });

  test('are accepted by a browser for any ids', async () => {
    const requests: { steps: string[]; keyword: string | null; tableid: string | null }[] = [];
    // As strict as a browser, without a server.
    vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
      const { pathname, searchParams } = new URL(address);
      const steps = pathname.replace('/api/dish/', '').split('/').map(decodeURIComponent);
      const tableid = new Headers(headers).get('tableid');
      requests.push({ steps, keyword: searchParams.get('keyword'), tableid });
      throw new TypeError('no server');
    });
    // Surrogate halves too.
    const letter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));
    const id = fc.oneof(
      fc.string({ unit: letter, minLength: 1 }),
      fc.constantFrom(...spoken, 'a\r\nb', '\uD83D'),
    );
    await fc.assert(
      fc.asyncProperty(id, async (each) => {
        diner.updateDiner({ merchantId: '1001', table: { ...table, tableId: each } });
        requests.length = 0;
        await client.request(read, { params: { id: each }, query: { keyword: each } }).catch(() => {});
        const whole = each.replaceAll(/\p{Cs}/gu, '\uFFFD');
        expect(requests[0]?.steps).toEqual([/^\.\.?$/.test(each) ? '...' : whole]);
        expect(requests[0]?.keyword).toBe(whole);
        expect(requests[0]?.tableid).toMatch(/^[ -~]*$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['露台 3', '%E9%9C%B2%E5%8F%B0 3'],
    ['桌😀', '%E6%A1%8C%F0%9F%98%80'],
    ['a\r\nX-Admin: 1', 'a%0D%0AX-Admin: 1'],
  ])('carry the table %j', async (tableId, header) => {
    diner.updateDiner({ merchantId: '1001', table: { ...table, tableId } });
    await client.request(read, { params });
    expect(getSentHeaders()).toMatchObject({ merchantid: '1001', tableid: header });
  });
});

describe('CA0: the fingerprint', () => {
  beforeEach(async () => {
    // The phone has no fingerprint, and this page has not asked for one yet.
    localStorage.clear();
    vi.resetModules();
    client = await import('#client/api/call/request.ts');
  });

  test('is computed by the first call that changes data, and stored for all', async () => {
    visitor = Promise.resolve({ visitorId: 'f2' });
    await client.request(read, { params });
    expect(getSentHeaders()).not.toHaveProperty('guest-account-identifier');
    await client.request(write, { params });
    const { 'guest-account-identifier': own } = getSentHeaders();
    expect(own).toMatch(/^f2[0-9a-f]{20}$/);
    await client.request(read, { params });
    expect(getSentHeaders()).toMatchObject({ 'guest-account-identifier': own });
  });

  test('differs between two phones of one model, and is no longer than the library’s', async () => {
    const found = [];
    for (const _phone of ['ann', 'mei']) {
      localStorage.clear();
      vi.resetModules();
      client = await import('#client/api/call/request.ts');
      visitor = Promise.resolve({ visitorId: '0123456789abcdef0123456789abcdef' });
      await client.request(write, { params });
      found.push(String(getSentHeaders()['guest-account-identifier']));
    }
    expect(found[0]).not.toBe(found[1]);
    for (const id of found) expect(id).toMatch(/^0123456789ab[0-9a-f]{20}$/);
  });

  test('stays as a phone stored it before', async () => {
    localStorage.setItem('fingerprint-id', 'f1');
    await client.request(write, { params });
    expect(getSentHeaders()).toMatchObject({ 'guest-account-identifier': 'f1' });
  });

  test('is not sent if it is unavailable', async () => {
    visitor = Promise.reject(new Error('blocked'));
    await client.request(write, { params });
    expect(getSentHeaders()).not.toHaveProperty('guest-account-identifier');
  });

  test('never delays a call for long', async () => {
    visitor = new Promise(() => {});
    const timers = stopTimers();
    const coming = client.request(write, { params });
    await timers.until(() => timers.waits(10_000) === 1);
    timers.pass(10_000);
    await coming;
    expect(getSentHeaders()).not.toHaveProperty('guest-account-identifier');
  });
});

test('an empty query has no question mark', async () => {
  await client.request(read, { params, query: { page: undefined } });
  await client.request(read, { params, query: { page: 0, keyword: '' } });
  await client.request(read, { params: { id: '' } });
  const paths = scene.asked.map(({ path }) => path);
  expect(paths).toEqual(['/api/dish/7', '/api/dish/7?page=0&keyword=', '/api/dish/']);
});

describe('CB1: the server that a call goes to', () => {
  const fetched = vi.fn<typeof fetch>();
  let compute: (found: { visitorId: string }) => void;
  let local: typeof Base;
  let state: typeof diner;

  beforeEach(async () => {
    vi.resetModules();
    vi.stubGlobal('document', testDocument({ 'site-config': '{"apiBase":"https://order.test"}' }));
    visitor = new Promise((resolve) => (compute = resolve));
    local = await import('#client/api/call/api-base.ts');
    state = await import('#client/api/diner-state.ts');
    client = await import('#client/api/call/request.ts');
    fetched.mockReset().mockRejectedValue(new TypeError('not there'));
    vi.spyOn(globalThis, 'fetch').mockImplementation(fetched);
  });

  const listAddresses = () => fetched.mock.calls.map(([address]) => address);
  const ask = (options: Partial<Client.RequestOptions> = {}) =>
    client.request(read, { params, ...options }).catch(() => {});

  test('is the merchant’s own in local mode, the common one otherwise', async () => {
    state.updateDiner({ merchantId: '1001' });
    await ask();
    local.switchToOwnBase('1001');
    await ask();
    await ask({ merchantId: '1002' });
    await ask({ base: 'https://elsewhere.test' });
    // The answer for another merchant changes nothing for this one.
    local.switchToSharedBase('1002');
    await ask();
    local.switchToSharedBase('1001');
    await ask();
    expect(listAddresses()).toEqual([
      'https://order.test/api/dish/7',
      'https://1001.order.test/api/dish/7',
      'https://order.test/api/dish/7',
      'https://elsewhere.test/api/dish/7',
      'https://1001.order.test/api/dish/7',
      'https://order.test/api/dish/7',
    ]);
    expect(local.getOwnBase('1001', { serverMode: 1 } as TinyMerchant)).toBe('https://1001.order.test');
    expect(local.getOwnBase('1001', { serverMode: 0 } as TinyMerchant)).toBeUndefined();
  });

  test('is that of the merchant in the headers, even if the diner moves to another meanwhile', async () => {
    localStorage.clear();
    state.updateDiner({ token: ann, merchantId: '1001' });
    const coming = client.request(write, { params }).catch(() => {});
    state.updateDiner({ token: undefined, merchantId: '1002' });
    local.switchToOwnBase('1002');
    compute({ visitorId: 'f2' });
    await coming;
    const headers = { merchantId: '1001', Authorization: `Bearer ${ann}` };
    expect(fetched.mock.calls).toMatchObject([['https://order.test/api/dish/7', { headers }]]);
  });
});
