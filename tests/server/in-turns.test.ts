import { expect, test } from 'vitest';
import { inTurns } from '#server/realtime/in-turns.ts';

test('one run at a time for each key; who asks meanwhile shares one that begins afterwards', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = inTurns(async (key) => {
    begun.push(key);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const first = work('a');
  const [second, third] = [work('a'), work('a')];
  void work('b');
  expect(begun).toEqual(['a', 'b']);
  ends[0]!();
  await first;
  await Promise.resolve();
  expect(begun, 'what was asked while it ran is looked at anew, once').toEqual(['a', 'b', 'a']);
  // Asked while the second runs: its beginning may have been too early to see what is asked about.
  const fourth = work('a');
  ends[2]!();
  await Promise.all([second, third]);
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'a', 'a']);
  ends[3]!();
  await fourth;
  void work('a');
  expect(begun).toHaveLength(5);
});
