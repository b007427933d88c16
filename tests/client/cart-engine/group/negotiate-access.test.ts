import { afterEach, expect, test, vi } from 'vitest';
import { timeouts } from '#contract/limits.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createApiForTests, type Answer } from '../../api/api-scene.ts';
import { stopTimers } from '../../api/still-timers.ts';

const { scene } = createApiForTests();
const negotiating = createForTests(async () => await import('#client/group/negotiate-access.ts'));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the phone waits for a slow server as long as with any other call', async () => {
  const timers = stopTimers();
  let answer: ((answer: Answer) => void) | undefined;
  scene.answer(() => new Promise((resolve) => void (answer = resolve)));
  const access = negotiating.negotiateAccess('ann', '7');
  await timers.until(() => answer !== undefined);
  timers.pass(timeouts.read - 1);
  await timers.turns();
  answer!({ data: 'ws://group.test' });
  expect(await access).toEqual({ kind: 'granted', access: { url: 'ws://group.test', group: '7' } });
});
