// @module-tag slow
/** CX3: a browser sends a POST again by itself when its socket is cut; it happens once all the same. */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { login, registerGuest, sendPhoneCode } from '#contract/calls/member.ts';
import { staffLogin } from '#contract/calls/staff.ts';
import { createAnsweredOnce } from '#server/platform/http/routes/answered-once.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { fakeClock, sharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = sharedServer({ clock });
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const autos = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };

// CX3
test('a guest is registered once under a key, and anew under another one or none', async () => {
  const merchantId = '1001';
  const register = async (key?: string) =>
    (await server.ask(registerGuest, { merchantId, ...(key && keyed(key)) })).id;
  const both = await Promise.all([register('k1'), register('k1')]);
  expect(new Set([...both, await register('k1')]).size).toBe(1);
  expect(new Set([both[0], await register('k2'), await register(), await register()]).size).toBe(4);
});

test('a login whose code is used up is answered as before; a refusal, too, and it costs one attempt', async () => {
  const guest = await server.guest();
  const body = { phone: '2125550177' };
  await server.ask(sendPhoneCode, { ...guest, body, ...keyed('c1') });
  // Asked twice within a minute it would be 4290.
  await server.ask(sendPhoneCode, { ...guest, body, ...keyed('c1') });
  const code = await server.codeFor('2125550177');
  const wrong = { ...body, ...autos, code: code === '111111' ? '222222' : '111111' };
  const refusals = ['w1', 'w1'].map((key) => server.codeOf(login, { ...guest, body: wrong, ...keyed(key) }));
  expect(new Set(await Promise.all(refusals)).size).toBe(1);
  const right = { ...guest, body: { ...body, ...autos, code } };
  const first = await server.ask(login, { ...right, ...keyed('l1') });
  const again = await server.ask(login, { ...right, ...keyed('l1') });
  expect([again.id, again.token]).toEqual([first.id, first.token]);
  expect(await server.codeOf(login, { ...right, ...keyed('l2') })).not.toBe(codes.ok);
});

test('another diner’s key is another key, and so is the same one with another body', async () => {
  const [ann, bob] = [await server.guest(), await server.guest()];
  const ask = (diner: typeof ann, phone: string) =>
    server.codeOf(sendPhoneCode, { ...diner, body: { phone }, ...keyed('k') });
  expect(await ask(ann, '2125550178')).toBe(codes.ok);
  expect(await ask(bob, '2125550178')).toBe(codes.oneMessageAMinute);
  expect(await ask(ann, '2125550179')).toBe(codes.ok);
});

test('what was answered with a cookie is so again', async () => {
  const body = { merchantId: '1001', password: server.staffPassword };
  const cookies = [];
  for (const _ of [1, 2])
    cookies.push((await server.call(staffLogin, { body, ...keyed('s1') })).headers.get('set-cookie'));
  expect(cookies[0]).toMatch(/=\S+/);
  expect(cookies[1]).toBe(cookies[0]);
});

test('it is remembered for a minute, a thousand of them; a failure is tried again; what names itself runs on', async () => {
  let now = 0;
  let runs = 0;
  const once = createAnsweredOnce(() => now);
  const who = { asker: undefined, staff: undefined, session: undefined, versions: {}, merchantId: '1', language: 'en-US', address: 'a' } as const;
  const ask = (key: string, body: unknown = {}) =>
    once({ path: '/p', who, body, header: (name) => (name === 'Idempotency-Key' ? key : undefined) }, async () => (runs += 1));
  expect([await ask('a'), await ask('a')]).toEqual([1, 1]);
  now = 60_000;
  expect(await ask('a')).toBe(2);
  for (let n = 0; n < 1_000; n += 1) await ask(`n${n}`);
  expect(await ask('a')).toBe(1_003);
  for (const body of [{ events: [] }, { placementId: 'p' }])
    expect(await ask('b', body)).not.toBe(await ask('b', body));
  const fail = () => Promise.reject(new Error('no database'));
  const named = { path: '/p', who, body: 1, header: () => 'f' };
  await expect(once(named, fail)).rejects.toThrow('no database');
  expect(await once(named, async () => 'now')).toBe('now');
}); // prettier-ignore

// D37
test('who asks under many keys makes room by their own older answers, not by somebody else’s', async () => {
  let runs = 0;
  const once = createAnsweredOnce(() => 0);
  const ask = async (userId: string, key: string) => {
    const who = { asker: { merchantId: '1', userId }, address: 'a' } as Who;
    const named = {
      path: '/p',
      who,
      body: {},
      header: (name: string) => (name === 'Idempotency-Key' ? key : undefined),
    };
    return await once(named, async () => (runs += 1));
  };
  const first = await ask('ann', 'a');
  for (let n = 0; n < 2_000; n += 1) await ask('eve', `e${n}`);
  expect(await ask('ann', 'a')).toBe(first);
  expect(await ask('eve', 'e1999')).toBe(2_001);
  expect(await ask('eve', 'e0')).toBe(2_002);
});
