/** The diner's table after several scans, over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { forTests } from '#tests/for-tests.ts';
import { apiForTests, memberOf, quietConsole, tokenOf, type Answer } from '../api-scene.ts';

const { scene, diner } = apiForTests();
const actions = forTests(async () => await import('#src/shell/diner/diner-actions.ts'));
beforeAll(() => {
  quietConsole();
  setUnauthorizedHandler(() => diner.updateDiner({ token: undefined, member: undefined, table: undefined }));
});
afterAll(() => {
  setUnauthorizedHandler(() => {});
  vi.restoreAllMocks();
});

const table = (code: string) => ({
  data: { tableId: `t${code}`, tableName: code, sessionId: `s${code}`, guests: 0, orderType: null },
});
const codeOf = (path: string) => path.split('/').at(-1)!;

beforeEach(() => diner.updateDiner({ merchantId: '1001', token: tokenOf('ann'), member: memberOf('ann') }));

test('the newest scan decides, even if an earlier one is answered last', async () => {
  let answerFirst: (answer: Answer) => void = () => {};
  scene.answer(({ path }) => {
    if (!path.includes('table')) return { data: null };
    if (codeOf(path) === '2') return table('2');
    return new Promise<Answer>((resolve) => (answerFirst = resolve));
  });
  const first = actions.scanTable('1001', '1');
  await vi.waitFor(() => expect(scene.asked).toHaveLength(1));
  await actions.scanTable('1001', '2');
  answerFirst(table('1'));
  await first;
  expect(diner.dinerState.value.table).toMatchObject({ tableId: 't2', sessionId: 's2' });
});

test('a diner whose login has ended scans as a new guest', async () => {
  scene.answer(({ path, headers }) => {
    if (path === '/api/member/register/guest') return { data: { ...memberOf('g1'), token: tokenOf('g1') } };
    if (!path.includes('table')) return { code: 404 };
    return headers.authorization === `Bearer ${tokenOf('g1')}` ? table('3') : { status: 401, code: 401 };
  });
  await actions.scanTable('1001', '3');
  expect(diner.dinerState.value).toMatchObject({ member: { id: 'g1' }, table: { tableId: 't3' } });
});

test('a scan that is refused repeatedly ends with the refusal', async () => {
  scene.answer(({ path }) =>
    path === '/api/member/register/guest'
      ? { data: { ...memberOf('g1'), token: tokenOf('g1') } }
      : { status: 401, code: 401 },
  );
  await expect(actions.scanTable('1001', '3')).rejects.toMatchObject({ code: 401 });
});
