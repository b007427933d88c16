import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '#server/ordering/realtime/coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one run at a time for each key; requests during it, or during the pause, share the next run', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = coalesce(100, async (key) => {
    begun.push(key);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const first = work('a');
  const second = work('a');
  void work('b');
  expect(begun).toEqual(['a', 'b']);
  ends[0]!();
  await first;
  await vi.advanceTimersByTimeAsync(99);
  const third = work('a');
  expect(begun, 'the pause').toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun, 'requests during the run share one more run').toEqual(['a', 'b', 'a']);
  // The second run may have begun before the change that this call is about.
  const fourth = work('a');
  ends[2]!();
  await Promise.all([second, third]);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual(['a', 'b', 'a', 'a']);
  ends[3]!();
  await fourth;
  await vi.advanceTimersByTimeAsync(100);
  void work('a');
  expect(begun, 'after a quiet time at once').toHaveLength(5);
});
