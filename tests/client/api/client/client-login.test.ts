/** One login, many calls, several tabs: which token is renewed, and who is logged out, over real HTTP. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/http/call.ts';
import type { DinerState } from '#client/api/diner-state.ts';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { createApiForTests, silenceConsole, createToken, type Answer, type Asked } from '../api-scene.ts';

const { scene, client, diner } = createApiForTests();
const logOut = vi.fn(() => diner.updateDiner({ token: undefined, member: undefined }));

beforeAll(() => setUnauthorizedHandler(logOut));
beforeEach(() => {
  logOut.mockClear();
  silenceConsole();
  diner.updateDiner({ merchantId: '1001', token: ann });
});
afterEach(() => {
  vi.restoreAllMocks();
  logOut.mockImplementation(() => diner.updateDiner({ token: undefined, member: undefined }));
});

const read = call('GET /api/tea', { data: z.string() });
const write = call('PUT /api/tea', { data: z.string() });
const refresh = '/api/member/token/refresh';
const [ann, ann2, ann3, bob] = [
  createToken('ann'),
  createToken('ann', 2),
  createToken('ann', 3),
  createToken('bob'),
];
const expired: Answer = { status: 401, code: 401, data: { reason: 'expired' } };
const over: Answer = { status: 401, code: 401 };
const listBearers = (asked: readonly Asked[]) =>
  asked.map(({ headers }) => (headers.authorization ?? '').replace('Bearer ', ''));
const listRenewals = () => listBearers(scene.asked.filter(({ path }) => path === refresh));
const listCallTokens = () => listBearers(scene.asked.filter(({ path }) => path !== refresh));
const getToken = () => diner.dinerState.value.token;
/** A server that accepts these tokens. All others have expired. */
function acceptTokens(tokens: readonly string[], renew: (asked: Asked) => Answer | Promise<Answer>): void {
  scene.answer((asked) => {
    if (asked.path === refresh) return renew(asked);
    return listBearers([asked]).some((each) => tokens.includes(each)) ? { data: 'tea' } : expired;
  });
}
/** An answer that the server gives when the test says so. */
function createHeldAnswer(): { answer: Promise<Answer>; give(answer: Answer): void } {
  let give: (answer: Answer) => void = () => {};
  const answer = new Promise<Answer>((resolve) => (give = resolve));
  return { answer, give: (each) => give(each) };
}
const isAsked = (count: () => readonly string[], n: number) =>
  vi.waitFor(() => expect(count()).toHaveLength(n), { interval: 1 });

describe('a token that has expired', () => {
  test('is renewed once for many calls, and each call is repeated', async () => {
    acceptTokens([ann2], () => ({ data: { token: ann2 } }));
    const made = [read, write, read, write, read].map((each) => client.request(each, {}));
    expect(await Promise.all(made)).toEqual(Array(5).fill('tea'));
    expect(listRenewals()).toEqual([ann]);
    expect(listCallTokens().toSorted()).toEqual(
      [...Array<string>(5).fill(ann), ...Array<string>(5).fill(ann2)].toSorted(),
    );
    expect(getToken()).toBe(ann2);
  });

  test('that cannot be renewed logs out once, whatever the number of failed calls', async () => {
    acceptTokens([], () => over);
    const made = [read, write, read].map((each) => client.request(each, {}));
    for (const each of await Promise.allSettled(made))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 401 } });
    expect([logOut.mock.calls.length, getToken(), listRenewals()]).toEqual([1, undefined, [ann]]);
  });

  test('is renewed even if the other tab’s has expired as well', async () => {
    acceptTokens([ann3], () => ({ data: { token: ann3 } }));
    scene.setCookie('token', ann2);
    expect(await client.request(read, {})).toBe('tea');
    expect([listCallTokens(), listRenewals(), getToken()]).toEqual([[ann, ann2, ann3], [ann2], ann3]);
    expect(logOut).not.toHaveBeenCalled();
  });

  // CE11
  test('with a rejected successor logs out', async () => {
    scene.answer((asked) => {
      if (asked.path === refresh) return { data: { token: ann2 } };
      return listBearers([asked])[0] === ann ? expired : over;
    });
    await expect(client.request(read, {})).rejects.toMatchObject({ code: 401 });
    expect([logOut.mock.calls.length, listCallTokens(), listRenewals()]).toEqual([1, [ann, ann2], [ann]]);
  });

  test('with expired successors logs out instead of looping', async () => {
    let n = 10;
    acceptTokens([], () => ({ data: { token: createToken('ann', (n += 1)) } }));
    await expect(client.request(read, {})).rejects.toMatchObject({ code: 401 });
    expect([logOut.mock.calls.length, listRenewals().length, getToken()]).toEqual([1, 2, undefined]);
  });

  test('stays if the renewal gets a gateway’s page; the next call tries again', async () => {
    const answers: Answer[] = [{ status: 502, text: '<html>' }];
    acceptTokens([ann2], () => answers.pop() ?? { data: { token: ann2 } });
    await expect(client.request(read, {})).rejects.toMatchObject({ isWorthAnotherTry: true });
    expect([getToken(), logOut.mock.calls.length]).toEqual([ann, 0]);
    expect(await client.request(read, {})).toBe('tea');
  });

  test('is renewed for the calls that are still wanted', async () => {
    const renewal = createHeldAnswer();
    acceptTokens([ann2], () => renewal.answer);
    const interest = new AbortController();
    const left = client.request(read, { signal: interest.signal });
    left.catch(() => {});
    const pending = client.request(read, {});
    await isAsked(listRenewals, 1);
    interest.abort();
    renewal.give({ data: { token: ann2 } });
    expect(await pending).toBe('tea');
    await expect(left).rejects.toMatchObject({ failure: { reason: 'aborted' } });
    expect(listRenewals()).toEqual([ann]);
  });
});

describe('while the renewal is under way', () => {
  test.each<[what: string, next: string | undefined]>([
    ['the diner logs out', undefined],
    ['somebody else logs in', bob],
  ])('the diner %s: the login stays as it is', async (_, next) => {
    const renewal = createHeldAnswer();
    acceptTokens([ann2, bob], () => renewal.answer);
    const coming = client.request(write, { body: 'tea' });
    coming.catch(() => {});
    await isAsked(listRenewals, 1);
    diner.updateDiner({ token: next });
    renewal.give({ data: { token: ann2 } });
    await expect(coming).rejects.toMatchObject({ code: 401 });
    expect([getToken(), listCallTokens(), logOut.mock.calls.length]).toEqual([next, [ann], 0]);
  });

  test('a rejected renewal does not end a newer login', async () => {
    const renewal = createHeldAnswer();
    acceptTokens([bob], () => renewal.answer);
    const coming = client.request(read, {});
    coming.catch(() => {});
    await isAsked(listRenewals, 1);
    diner.updateDiner({ token: bob });
    renewal.give(over);
    await expect(coming).rejects.toMatchObject({ code: 401 });
    expect([getToken(), logOut.mock.calls.length]).toEqual([bob, 0]);
  });
});

describe('CE11: a late 401', () => {
  test.each<[what: string, change: Partial<DinerState>]>([
    ['the diner who logged in later', { token: bob }],
    ['the diner who moved to another restaurant', { token: bob, merchantId: '1002' }],
    ['the same diner with a newer token', { token: ann2 }],
    ['nobody', { token: undefined }],
  ])('does not end %s', async (_, change) => {
    for (const late of [over, { code: 401 }, { status: 401, text: '<html>' }]) {
      diner.updateDiner({ merchantId: '1001', token: ann });
      const { answer, give } = createHeldAnswer();
      scene.asked.length = 0;
      scene.answer(() => answer);
      const coming = client.request(read, {});
      coming.catch(() => {});
      await isAsked(listCallTokens, 1);
      diner.updateDiner(change);
      give(late);
      await expect(coming).rejects.toMatchObject({ code: 401 });
      expect(diner.dinerState.value).toMatchObject(change);
    }
    expect(logOut).not.toHaveBeenCalled();
  });

  test('ends the login, and nothing else, in a browser whose cookie is unreadable', async () => {
    scene.setCookie('token', '%E0%A4%A');
    scene.answer(() => over);
    await expect(client.request(read, {})).rejects.toMatchObject({ code: 401 });
    expect(logOut).toHaveBeenCalledTimes(1);
  });
});
