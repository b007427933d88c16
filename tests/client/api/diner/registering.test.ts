/** How a browser becomes a guest, and how a member is saved and logged out, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import {
  createApiForTests,
  createMember,
  silenceConsole,
  table,
  createToken,
  type Answer,
  type Asked,
} from '../api-scene.ts';

const { scene, diner, clock } = createApiForTests();
const api = createForTests(async () => await import('#src/diner/member.ts'));
beforeAll(silenceConsole);
afterAll(() => vi.restoreAllMocks());
beforeEach(() => void (guests = 0));

let guests = 0;
/** A server that gives anonymous tokens and registers a guest for each. */
const answerUsually = ({ path }: Asked): Answer => {
  if (path === '/api/member/token/anonymous')
    return { data: { token: createToken(`nobody ${(guests += 1)}`) } };
  return { data: { ...createMember('g1'), token: createToken('g1') } };
};
const listPaths = () => scene.asked.map(({ path }) => path);
const listRegistrations = () => scene.asked.filter(({ path }) => path === '/api/member/register/guest');

// P1, CX5
test('the app does not ask a snapshot server for a token: the guest registers at once', async () => {
  scene.answer(answerUsually);
  clock.setServerDate(null);
  expect(await api.ensureDiner('1001')).toMatchObject({ id: 'g1' });
  expect(listPaths()).toEqual(['/api/member/register/guest']);
});

// P5
test('the app asks for a guest with the token if the server identifies guests by it alone', async () => {
  scene.answer(({ path }) =>
    path === '/api/member/register/guest' ? { data: createToken('g1') } : { data: { member: { id: 'g1' } } },
  );
  clock.setServerDate(null);
  const guest = { id: 'g1', token: createToken('g1') };
  expect(await api.ensureDiner('1001')).toMatchObject(guest);
  expect(scene.asked.at(-1)).toMatchObject({ path: '/api/member', headers: { authorization: `Bearer ${createToken('g1')}` } }); // prettier-ignore
  expect(diner.dinerState.value).toMatchObject({ token: createToken('g1'), member: guest });
});

describe('a guest', () => {
  beforeAll(() => clock.markEventServer());

  // CB4
  test('is registered once for any number of simultaneous calls, and not again', async () => {
    scene.answer(answerUsually);
    const all = await Promise.all([1, 2, 3].map(() => api.ensureDiner('1001')));
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(['g1']));
    await api.ensureDiner('1001');
    expect(listRegistrations()).toHaveLength(1);
    expect(listRegistrations()[0]!.headers.authorization).toBe(`Bearer ${createToken('nobody 1')}`);
    expect(diner.dinerState.value).toMatchObject({ token: createToken('g1'), merchantId: '1001' });
  });

  test('without an answer asks again under the same anonymous identity, and is the same guest', async () => {
    let lost = 1;
    scene.answer((asked) => {
      if (asked.path === '/api/member/register/guest' && lost-- > 0) return new Promise<never>(() => {});
      return answerUsually(asked);
    });
    const first = api.ensureDiner('1001');
    await vi.waitFor(() => expect(listRegistrations()).toHaveLength(1));
    scene.hangUp();
    await expect(first).rejects.toMatchObject({ failure: { kind: 'network' } });
    await api.ensureDiner('1001');
    expect(new Set(listRegistrations().map(({ headers }) => headers.authorization)).size).toBe(1);
    expect(guests).toBe(1);
  });

  test('asks under a new identity after a refusal', async () => {
    scene.answer((asked) =>
      asked.path === '/api/member/register/guest' ? { code: 401 } : answerUsually(asked),
    );
    for (const _ of [1, 2]) await expect(api.ensureDiner('1001')).rejects.toMatchObject({ code: 401 });
    expect(guests).toBe(2);
  });

  test('registers even if the server gives no anonymous token', async () => {
    scene.answer((asked) =>
      asked.path === '/api/member/token/anonymous' ? { code: 404 } : answerUsually(asked),
    );
    expect(await api.ensureDiner('1001')).toMatchObject({ id: 'g1' });
    expect(listRegistrations()[0]!.headers).not.toHaveProperty('authorization');
  });

  test('at another restaurant has a new identity, and brings neither token nor table', async () => {
    scene.answer(answerUsually);
    await api.ensureDiner('1001');
    diner.updateDiner({ table });
    scene.asked.length = 0;
    await api.ensureDiner('1002');
    expect(listPaths()).toEqual(['/api/member/token/anonymous', '/api/member/register/guest']);
    for (const { headers } of scene.asked) {
      expect(headers['merchantid']).toBe('1002');
      expect(headers['authorization']).not.toBe(`Bearer ${createToken('g1')}`);
    }
    expect(diner.dinerState.value).toMatchObject({ merchantId: '1002', table: undefined });
  });
});

test('does not change if a registration ends after the diner went to another restaurant', async () => {
  let answerFirst: (answer: Answer) => void = () => {};
  scene.answer((asked) => {
    if (asked.path !== '/api/member/register/guest') return answerUsually(asked);
    if (asked.headers['merchantid'] === '1001')
      return new Promise<Answer>((resolve) => (answerFirst = resolve));
    return { data: { ...createMember('g2'), token: createToken('g2') } };
  });
  const first = api.ensureDiner('1001');
  await vi.waitFor(() => expect(listRegistrations()).toHaveLength(1));
  expect(await api.ensureDiner('1002')).toMatchObject({ id: 'g2' });
  answerFirst({ data: { ...createMember('g1'), token: createToken('g1') } });
  await expect(first).rejects.toMatchObject({ failure: { reason: 'aborted' } });
  expect(diner.dinerState.value).toMatchObject({
    merchantId: '1002',
    token: createToken('g2'),
    member: { id: 'g2' },
  });
});

describe('a member', () => {
  test('ends the login with the current token when logging out; an unreachable server changes nothing', async () => {
    diner.updateDiner({ merchantId: '1001', token: createToken('ann') });
    scene.answer(() => ({ data: { loggedOut: true } }));
    const ending = api.endLogin();
    diner.updateDiner({ token: undefined });
    await ending;
    expect(scene.asked[0]).toMatchObject({ path: '/api/member/logout' });
    expect(scene.asked[0]!.headers.authorization).toBe(`Bearer ${createToken('ann')}`);
    diner.updateDiner({ token: createToken('bob') });
    scene.answer(() => ({ code: 500 }));
    await api.endLogin();
    diner.updateDiner({ token: undefined });
    scene.asked.length = 0;
    await api.endLogin();
    expect(scene.asked).toEqual([]);
  });

  // CA11
  test('saves names normalised, and unchanged values as they are; CA11: the language is the English code', async () => {
    const ann = createMember('m1', { firstName: 'Ann', lastName: 'Lee', mail: 'a@example.com', phone: '2125550101', status: 1 });
    diner.updateDiner({ merchantId: '1001', token: createToken('ann'), member: ann, language: 'zh-TW' });
    scene.answer(({ body }) => ({ data: { ...ann, ...(body as object) } }));
    const saved = await api.saveMember(ann, { firstName: ' Anna ' });
    expect(scene.asked[0]!.body).toEqual({
      id: 'm1', phone: '2125550101', name: 'Anna Lee', firstName: 'Anna', lastName: 'Lee', mail: 'a@example.com',
      birthday: null, languagePreference: 'en-US', status: 1,
    }); // prettier-ignore
    expect(saved.firstName).toBe('Anna');
    expect(diner.dinerState.value.member).toMatchObject({ id: 'm1', firstName: 'Anna' });
  }); // prettier-ignore
});
