/** The diner's table after several scans, over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createApiForTests, createMember, silenceConsole, createToken, type Answer } from '../api-scene.ts';

const { scene, diner } = createApiForTests();
const actions = createForTests(async () => await import('#src/shell/diner/diner-actions.ts'));
beforeAll(() => {
  silenceConsole();
  setUnauthorizedHandler(() => diner.updateDiner({ token: undefined, member: undefined, table: undefined }));
});
afterAll(() => {
  setUnauthorizedHandler(() => {});
  vi.restoreAllMocks();
});

const createTableAnswer = (code: string) => ({
  data: { tableId: `t${code}`, tableName: code, sessionId: `s${code}`, guests: 0, orderType: null },
});
const getCode = (path: string) => path.split('/').at(-1)!;

beforeEach(() =>
  diner.updateDiner({ merchantId: '1001', token: createToken('ann'), member: createMember('ann') }),
);

test('the newest scan decides, even if an earlier one is answered last', async () => {
  let answerFirst: (answer: Answer) => void = () => {};
  scene.answer(({ path }) => {
    if (!path.includes('table')) return { data: null };
    if (getCode(path) === '2') return createTableAnswer('2');
    return new Promise<Answer>((resolve) => (answerFirst = resolve));
  });
  const first = actions.scanTable('1001', '1');
  await vi.waitFor(() => expect(scene.asked).toHaveLength(1));
  await actions.scanTable('1001', '2');
  answerFirst(createTableAnswer('1'));
  await first;
  expect(diner.dinerState.value.table).toMatchObject({ tableId: 't2', sessionId: 's2' });
});

test('a diner whose login has ended scans as a new guest', async () => {
  scene.answer(({ path, headers }) => {
    if (path === '/api/member/register/guest')
      return { data: { ...createMember('g1'), token: createToken('g1') } };
    if (!path.includes('table')) return { code: 404 };
    return headers.authorization === `Bearer ${createToken('g1')}`
      ? createTableAnswer('3')
      : { status: 401, code: 401 };
  });
  await actions.scanTable('1001', '3');
  expect(diner.dinerState.value).toMatchObject({ member: { id: 'g1' }, table: { tableId: 't3' } });
});

test('a scan that is refused repeatedly ends with the refusal', async () => {
  scene.answer(({ path }) =>
    path === '/api/member/register/guest'
      ? { data: { ...createMember('g1'), token: createToken('g1') } }
      : { status: 401, code: 401 },
  );
  await expect(actions.scanTable('1001', '3')).rejects.toMatchObject({ code: 401 });
});
