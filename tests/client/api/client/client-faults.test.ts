/** A server on real HTTP answers wrongly. The caller gets nothing but an `ApiError`. */
import * as fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/http/call.ts';
import { ApiError } from '#client/api/api-error.ts';
import { amount, id } from '#contract/fields.ts';
import { parseLong } from '#contract/reading/parse-long.ts';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { createApiForTests, silenceConsole, createToken, type Answer } from '../api-scene.ts';
import { stopTimers } from '../still-timers.ts';

const { scene, client, diner, clock } = createApiForTests();
const unauthorized = vi.fn<() => void>();

beforeAll(() => setUnauthorizedHandler(unauthorized));
beforeEach(() => {
  unauthorized.mockClear();
  silenceConsole();
});
const realFetch = globalThis.fetch;
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('fetch', realFetch);
  vi.doUnmock('#contract/reading/parse-long.ts');
  vi.restoreAllMocks();
});

const dish = z.object({ id, price: amount });
const getDish = call('GET /api/dish/:id', { data: dish });
const setDish = call('PUT /api/dish/:id', { data: dish, timeout: 'commit' });
const params = { id: '7' };
const tea = { id: '7', price: '2.00' };
const wholeTea = JSON.stringify({ success: true, code: 0, data: tea });
const html = '<html><title>502 Bad Gateway</title></html>';
const requestDish = () => client.request(getDish, { params });
const catchFailure = async (answer: Answer) => {
  scene.answer(() => answer);
  const error: unknown = await requestDish().catch((reason: unknown) => reason);
  return error instanceof ApiError ? { ...error.failure, again: error.isWorthAnotherTry } : error;
};

// CL1
describe('CL1: a silent server', () => {
  test.each([
    ['a read', getDish, 10_000],
    ['a commit', setDish, 60_000],
  ])('is abandoned by %s', async (_, endpoint, ms) => {
    scene.answer(() => ({ fault: 'silence' }));
    const timers = stopTimers();
    const ended = vi.fn<(error: unknown) => void>();
    const coming = client.request(endpoint, { params }).catch(ended);
    await timers.until(() => scene.asked.length === 1);
    timers.pass(ms - 1);
    await timers.turns();
    expect(ended).not.toHaveBeenCalled();
    timers.pass(1);
    await coming;
    expect(ended.mock.calls).toMatchObject([[{ failure: { reason: 'timeout' }, isWorthAnotherTry: true }]]);
  });

  test('has its later answer ignored', async () => {
    diner.updateDiner({ merchantId: '1001', token: createToken('ann') });
    const before = clock.getCorrectedTime();
    let giveAnswer: (answer: Answer) => void = () => {};
    scene.answer(() => new Promise((resolve) => (giveAnswer = resolve)));
    const timers = stopTimers();
    const coming = requestDish();
    coming.catch(() => {});
    await timers.until(() => scene.asked.length === 1);
    timers.pass(10_000);
    await expect(coming).rejects.toMatchObject({ failure: { reason: 'timeout' } });
    giveAnswer({ status: 401, code: 401, headers: { 'Server-Time': '9000000000000' } });
    await timers.turns();
    expect(unauthorized).not.toHaveBeenCalled();
    expect(clock.getCorrectedTime() - before).toBeLessThan(60_000);
  });
});

test('a code that is not a number is ignored', async () => {
  const text = '{"success":false,"code":{"toString":null}}';
  expect(await catchFailure({ text })).toMatchObject({ kind: 'refused', code: 400 });
});

test('P5: data without an envelope is accepted', async () => {
  scene.answer(() => ({ text: JSON.stringify(tea) }));
  expect(await requestDish()).toEqual(tea);
});

describe('an invalid answer', () => {
  test.each<[what: string, answer: Answer, failure: object]>([
    ['a socket closed before any byte', { fault: 'cut' }, { reason: 'unreachable', again: true }],
    ['one closed in the middle', { text: wholeTea, fault: 'cut' }, { reason: 'unreachable', again: true }],
    ['half of it', { text: wholeTea.slice(0, 30) }, { kind: 'malformed', again: false }],
    ['a page', { text: html }, { kind: 'malformed', reason: 'status 200, no envelope', again: false }],
    ['nothing', { status: 204, text: '' }, { kind: 'malformed', reason: 'status 204, no envelope' }],
    ['a redirect loop', { status: 302, headers: { Location: '/api/dish/7' } }, { reason: 'unreachable' }],
    [
      'with a broken compression',
      { headers: { 'Content-Encoding': 'gzip' }, text: html },
      { reason: 'unreachable' },
    ],
  ])('%s', async (_, answer, failure) => {
    expect(await catchFailure(answer)).toMatchObject(failure);
  });

  test.each<[status: number, failure: object]>([
    [500, { kind: 'refused', code: 500, again: true }],
    [502, { kind: 'refused', code: 502, again: true }],
    [429, { kind: 'refused', code: 429, again: true, retryAfterMs: 7_000 }],
    [401, { kind: 'refused', code: 401, again: false }],
    // A proxy says this, not the restaurant. The phone must not give up a dish for it.
    [403, { kind: 'malformed', again: false }],
    [404, { kind: 'malformed', again: false }],
  ])('a proxy’s page with the status %i', async (status, failure) => {
    expect(await catchFailure({ status, text: html, headers: { 'Retry-After': '7' } })).toMatchObject(
      failure,
    );
  });

  test('a failed code download is not reported as an unreadable answer', async () => {
    vi.doMock('#contract/reading/parse-long.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    expect(await catchFailure({ data: { ...tea, id: 1, stock: 12_345_678_901_234_567_000 } })).toMatchObject({
      kind: 'network',
      reason: 'noCode',
    });
  });
});

describe('headers of an answer', () => {
  test.each([
    ['7', 7_000],
    ['0', undefined],
    ['-1', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['soon', undefined],
    // A timer takes at most 24 days. With more it would fire at once, again and again.
    ['99999999999', 3_600_000],
    ['Infinity', 3_600_000],
  ])('Retry-After %s', async (header, retryAfterMs) => {
    const answer = { status: 429, code: 429, headers: { 'Retry-After': header } };
    expect(await catchFailure(answer)).toMatchObject({ kind: 'refused', code: 429, retryAfterMs });
  });

  test.each(['Infinity', '1e300', '9007199254740991', '-5', 'soon', ''])(
    'T3: Server-Time %s is not a time',
    async (header) => {
      scene.answer(() => ({ data: tea, headers: { 'Server-Time': header } }));
      expect(await requestDish()).toEqual(tea);
      expect(Math.abs(clock.getCorrectedTime() - Date.now())).toBeLessThan(60_000);
    },
  );
});

describe('long numbers', () => {
  const anything = call('GET /api/n', { data: z.unknown() });
  const read = async (data: string): Promise<unknown> => {
    scene.answer(() => ({ text: `{"success":true,"code":0,"data":${data}}` }));
    return await client.request(anything, {});
  };

  // CF1
  test.each<[text: string, value: unknown]>([
    ['[{"id":1795346546507123456}]', [{ id: '1795346546507123456' }]],
    ['{"id":-9223372036854775808}', { id: '-9223372036854775808' }],
    ['{"id":18446744073709551615,"n":2}', { id: '18446744073709551615', n: 2 }],
    ['[999999999999999,1000000000000000]', [999_999_999_999_999, '1000000000000000']],
    ['{"rate":0.08875000000000001}', { rate: '0.08875000000000001' }],
    ['{"phone":"2125550101212555","n":1.5e3}', { phone: '2125550101212555', n: 1_500 }],
    ['{"n":1,"n":2,"id":1795346546507123456}', { n: 2, id: '1795346546507123456' }],
  ])('CF1: %s', async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  test('CF1: the rest of the answer is read as usual', () => {
    const number = fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 });
    const json = fc.object({ values: [fc.string(), number, fc.constant(null)], maxDepth: 2, maxKeys: 4 });
    fc.assert(
      fc.property(json, fc.bigInt({ min: 10n ** 15n, max: 10n ** 25n }), (value, id) => {
        const rest = JSON.stringify(value);
        expect(parseLong(`{"id":${id},"rest":${rest}}`)).toEqual({ id: String(id), rest: JSON.parse(rest) });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('any text as an answer', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.json({ maxDepth: 1 }),
    fc.constant(wholeTea),
    fc.nat({ max: wholeTea.length }).map((length) => wholeTea.slice(0, length)),
    fc
      .record(
        {
          success: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
          code: fc.oneof(fc.constantFrom(0, 401, 429, 500, 66_666), fc.jsonValue({ maxDepth: 1 })),
          msg: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
          data: fc.oneof(
            fc.constantFrom({ reason: 'expired' }, { token: createToken('ann', 2) }),
            fc.jsonValue({ maxDepth: 1 }),
          ),
        },
        { requiredKeys: [] },
      )
      .map((envelope) => JSON.stringify(envelope)),
  );
  const status = fc.oneof(
    fc.constantFrom(200, 204, 304, 401, 429, 500, 502),
    fc.integer({ min: 200, max: 999 }),
  );
  const header = fc.constantFrom('Server-Time', 'Retry-After', 'Content-Encoding', 'Content-Type');
  const answer = fc.record({
    status,
    text: piece,
    headers: fc.dictionary(header, fc.stringMatching(/^[ -~]*$/), { maxKeys: 1 }),
  });

  test('is read as a dish or an ApiError, with or without a login', async () => {
    let given: { status: number; text: string; headers: Record<string, string> };
    // Real `Response` objects, without a server.
    vi.stubGlobal('fetch', async () => {
      const { status, headers, text } = given;
      return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
    });
    await fc.assert(
      fc.asyncProperty(answer, fc.boolean(), async (each, isKnown) => {
        given = each;
        diner.updateDiner({ merchantId: '1001', token: isKnown ? createToken('ann') : undefined });
        try {
          const { id: dishId, price } = await requestDish();
          expect([typeof dishId, typeof price]).toEqual(['string', 'string']);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
