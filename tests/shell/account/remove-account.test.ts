/** What the phone makes of the answer when an account is removed, over real HTTP (CX14). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountInUse } from '#contract/calls/privacy.ts';
import type { removeOwnAccount } from '#src/features/account/remove-account.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createApiForTests, silenceConsole, createToken, type Answer } from '../../client/api/api-scene.ts';

const { scene, diner } = createApiForTests();
const account = createForTests(async () => await import('#src/features/account/remove-account.ts'));
beforeEach(() => {
  silenceConsole();
  diner.updateDiner({ merchantId: '1001', token: createToken('ann') });
});
afterEach(() => vi.restoreAllMocks());

const createRefusal = (reason: string): Answer => ({ code: accountInUse, data: { reason } });

test.each<[string, Answer, Awaited<ReturnType<typeof removeOwnAccount>>]>([
  ['it is done', { data: { removed: true } }, 'removed'],
  ['a table is open', createRefusal('atTable'), 'atTable'],
  ['an order is open', createRefusal('openOrder'), 'openOrder'],
  ['a snapshot server: a bare 404', { status: 404, text: '' }, 'here'],
  ['a snapshot server: 405 with a page', { status: 405, text: '<html></html>' }, 'here'],
  ['a snapshot server: its start page', { status: 200, text: '<html></html>' }, 'here'],
  ['a snapshot server: an envelope without data', { data: null }, 'here'],
  ['a snapshot server: a code of its own', { code: 9999 }, 'here'],
  // Many servers answer so to a call that they do not know. The account may still be there.
  ['the login has ended', { status: 401, code: 401 }, 'loggedOut'],
  ['a bare 401', { status: 401, text: '' }, 'loggedOut'],
  ['the server fails', { status: 503, text: '' }, 'unreachable'],
  ['the connection breaks', { fault: 'cut' }, 'unreachable'],
])('%s', async (_what, answer, result) => {
  scene.answer(() => answer);
  expect(await account.removeOwnAccount()).toBe(result);
  expect(scene.asked[0]).toMatchObject({ method: 'DELETE', path: '/api/member' });
});
