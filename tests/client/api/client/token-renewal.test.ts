import { expect, test } from 'vitest';
import { ApiError } from '#client/api/api-error.ts';
import { createTokenRenewal, type TokenHolder } from '#client/api/call/token-renewal.ts';
import { TestBrowser } from '#testing/browser.ts';
import { createToken } from '../api-scene.ts';

const [old, fresh, bobs] = [createToken('ann'), createToken('ann', 2), createToken('bob')];

/** A browser with one cookie. Each of its tabs remembers the token that it read. */
function createBrowser({ hasLocks = true, keepsCookies = true } = {}) {
  const { locks } = new TestBrowser().tab(true);
  const asked: { token: string; answer: (fresh: string) => void; fail: (error: unknown) => void }[] = [];
  let cookie = keepsCookies ? old : undefined;
  return {
    asked,
    get cookie() {
      return cookie;
    },
    set cookie(value) {
      cookie = keepsCookies ? value : undefined;
    },
    tab(token = old) {
      const state = { token: token as string | undefined };
      const holder: TokenHolder = {
        getCurrent: () => state.token,
        getShared: () => cookie,
        save: (fresh) => {
          state.token = fresh;
          if (keepsCookies) cookie = fresh;
        },
        renew: async (expired) =>
          await new Promise<string>((answer, fail) => asked.push({ token: expired, answer, fail })),
        locks: hasLocks ? locks : undefined,
      };
      return { state, renew: createTokenRenewal(holder) };
    },
  };
}

const waitShortly = () => new Promise((resolve) => setTimeout(resolve, 5));
const refusal = new ApiError({ kind: 'refused', code: 401, msg: '', data: null });

test.each([true, false])(
  'one of many failed calls asks for the next token, and late calls find it; tabs can wait for each other: %s',
  async (hasLocks) => {
    const phone = createBrowser({ hasLocks });
    const { state, renew } = phone.tab();
    const calls = [renew(old), renew(old), renew(old)];
    await waitShortly();
    expect(phone.asked.map(({ token }) => token)).toEqual([old]);
    phone.asked[0]!.answer(fresh);
    expect(await Promise.all(calls)).toEqual(['renewed', 'renewed', 'renewed']);
    expect([state.token, phone.cookie]).toEqual([fresh, fresh]);
    expect(await renew(old)).toBe('renewed');
    expect(phone.asked).toHaveLength(1);
  },
);

test('the second tab waits for the first and uses its token', async () => {
  const phone = createBrowser();
  const [one, other] = [phone.tab(), phone.tab()];
  const calls = [one.renew(old), other.renew(old)];
  await waitShortly();
  expect(phone.asked).toHaveLength(1);
  phone.asked[0]!.answer(fresh);
  expect(await Promise.all(calls)).toEqual(['renewed', 'renewed']);
  expect([one.state.token, other.state.token, phone.asked.length]).toEqual([fresh, fresh, 1]);
});

// D24
test('if tabs cannot wait for each other, both get a token', async () => {
  const phone = createBrowser({ hasLocks: false });
  const [one, other] = [phone.tab(), phone.tab()];
  const first = one.renew(old);
  phone.asked[0]!.answer(fresh);
  expect(await first).toBe('renewed');
  expect(await other.renew(old)).toBe('renewed');
  expect(phone.asked).toHaveLength(1);
});

test('a browser that stores no cookie renews all the same', async () => {
  const phone = createBrowser({ keepsCookies: false });
  const { state, renew } = phone.tab();
  const call = renew(old);
  await waitShortly();
  phone.asked[0]!.answer(fresh);
  expect(await call).toBe('renewed');
  expect(state.token).toBe(fresh);
});

test('a login or logout in another tab stays, and no call is repeated for that diner', async () => {
  const phone = createBrowser();
  const { state, renew } = phone.tab();
  phone.cookie = bobs;
  expect(await renew(old)).toBe('replaced');
  expect([phone.cookie, phone.asked.length]).toEqual([bobs, 0]);

  phone.cookie = old;
  const late = renew(old);
  await waitShortly();
  phone.cookie = undefined;
  phone.asked[0]!.answer(fresh);
  expect(await late, 'logged out while the answer was on its way').toBe('replaced');
  expect([phone.cookie, state.token]).toEqual([undefined, old]);

  state.token = bobs;
  expect(await renew(old)).toBe('replaced');
});

test('a refusal ends the login, silence does not; either way the next call asks again', async () => {
  const phone = createBrowser();
  const { renew } = phone.tab();
  const silent = renew(old);
  await waitShortly();
  phone.asked[0]!.fail(new ApiError({ kind: 'network', reason: 'unreachable' }));
  await expect(silent).rejects.toMatchObject({ failure: { kind: 'network' } });
  const busy = renew(old);
  await waitShortly();
  phone.asked[1]!.fail(new ApiError({ kind: 'refused', code: 429, msg: '', data: null }));
  await expect(busy).rejects.toMatchObject({ code: 429 });
  const refused = renew(old);
  await waitShortly();
  phone.asked[2]!.fail(refusal);
  expect(await refused).toBe('refused');
});

test('a token that names no login belongs to no other login', async () => {
  const phone = createBrowser();
  phone.cookie = 'opaque-2';
  const { renew } = phone.tab('opaque-1');
  expect(await renew('opaque-1')).toBe('replaced');
});
