// @module-tag slow
/** A browser repeats a POST if its connection breaks. The server runs it only once (CX3). */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { login, registerGuest, sendPhoneCode } from '#contract/calls/member.ts';
import { staffLogin } from '#contract/calls/staff.ts';
import { createIdempotentPosts } from '#server/platform/http/routes/idempotent-posts.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { fakeClock, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const createKeyHeader = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const autos = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };

// CX3
test('a guest is registered once under a key, and again under another key or none', async () => {
  const merchantId = '1001';
  const register = async (key?: string) =>
    (await server.ask(registerGuest, { merchantId, ...(key && createKeyHeader(key)) })).id;
  const both = await Promise.all([register('k1'), register('k1')]);
  expect(new Set([...both, await register('k1')]).size).toBe(1);
  expect(new Set([both[0], await register('k2'), await register(), await register()]).size).toBe(4);
});

test('a login with a used code gets the first answer again; a refusal too, and it costs one attempt', async () => {
  const guest = await server.guest();
  const body = { phone: '2125550177' };
  await server.ask(sendPhoneCode, { ...guest, body, ...createKeyHeader('c1') });
  // Without the key, the second request within a minute would get the code 4290.
  await server.ask(sendPhoneCode, { ...guest, body, ...createKeyHeader('c1') });
  const code = await server.readCode('2125550177');
  const wrong = { ...body, ...autos, code: code === '111111' ? '222222' : '111111' };
  const refusals = ['w1', 'w1'].map((key) =>
    server.codeOf(login, { ...guest, body: wrong, ...createKeyHeader(key) }),
  );
  expect(new Set(await Promise.all(refusals)).size).toBe(1);
  const right = { ...guest, body: { ...body, ...autos, code } };
  const first = await server.ask(login, { ...right, ...createKeyHeader('l1') });
  const again = await server.ask(login, { ...right, ...createKeyHeader('l1') });
  expect([again.id, again.token]).toEqual([first.id, first.token]);
  expect(await server.codeOf(login, { ...right, ...createKeyHeader('l2') })).not.toBe(codes.ok);
});

test('an answer with a cookie is repeated with the cookie', async () => {
  const body = { merchantId: '1001', password: server.staffPassword };
  const logIn = async () => (await server.call(staffLogin, { body, ...createKeyHeader('s1') })).headers;
  const cookie = (await logIn()).get('set-cookie');
  expect(cookie).toMatch(/=\S+/);
  expect((await logIn()).get('set-cookie')).toBe(cookie);
});

/** Requests under a key, with a handler that counts its runs. */
function createCountedPosts(now = () => 0) {
  const once = createIdempotentPosts(now);
  let runs = 0;
  const createRequest = (key: string, body: unknown = {}, userId = 'ann') => {
    const who = { asker: { merchantId: '1', userId }, address: 'a' } as Who;
    return {
      path: '/p',
      who,
      body,
      header: (name: string) => (name === 'Idempotency-Key' ? key : undefined),
    };
  };
  const ask = async (...what: Parameters<typeof createRequest>) =>
    await once(createRequest(...what), async () => await Promise.resolve((runs += 1)));
  return { once, createRequest, ask };
}

test('answers are stored for a minute, at most a thousand; a failure is tried again; calls with ids of their own run again', async () => {
  let now = 0;
  const { once, createRequest, ask } = createCountedPosts(() => now);
  expect([await ask('a'), await ask('a')]).toEqual([1, 1]);
  now = 60_000;
  expect(await ask('a')).toBe(2);
  for (let n = 0; n < 1_000; n += 1) await ask(`n${n}`);
  expect(await ask('a')).toBe(1_003);
  for (const body of [{ events: [] }, { placementId: 'p' }])
    expect(await ask('b', body)).not.toBe(await ask('b', body));
  const fails = once(createRequest('f'), async () => await Promise.reject(new Error('no database')));
  await expect(fails).rejects.toThrow('no database');
  expect(await once(createRequest('f'), async () => await Promise.resolve('now'))).toBe('now');
});

test('another diner’s key is another key, and so is the same key with another body', async () => {
  const { ask } = createCountedPosts();
  expect([await ask('k'), await ask('k', {}, 'bob'), await ask('k', { phone: '1' })]).toEqual([1, 2, 3]);
});

// D37
test('a client with many keys replaces its own older answers, not another client’s', async () => {
  const { ask } = createCountedPosts();
  const first = await ask('a', {}, 'ann');
  for (let n = 0; n < 2_000; n += 1) await ask(`e${n}`, {}, 'eve');
  expect(await ask('a', {}, 'ann')).toBe(first);
  expect(await ask('e1999', {}, 'eve')).toBe(2_001);
  expect(await ask('e0', {}, 'eve')).toBe(2_002);
});
