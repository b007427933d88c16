import { expect, test } from 'vitest';
import { startWork } from '#server/platform/lifecycle/start-work.ts';

test('a worker that is woken during a round runs once more, because the round may have missed the change', async () => {
  const rounds: (() => void)[] = [];
  const work = startWork({
    once: async () => {
      await new Promise<void>((resolve) => rounds.push(resolve));
      return 0;
    },
    lookEveryMs: 60_000,
    onError: (error) => expect.unreachable(String(error)),
  });
  work.wake();
  expect(rounds).toHaveLength(1);
  work.wake();
  work.wake();
  rounds[0]!();
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]!();
  await work.close();
  expect(rounds).toHaveLength(2);
});
