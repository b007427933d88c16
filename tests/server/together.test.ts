import { expect, test } from 'vitest';
import { together } from '#server/store/together.ts';

test('who asks in one turn shares a go; what comes while enough are under way makes the next one', async () => {
  const goes: number[][] = [];
  const ends: (() => void)[] = [];
  const twice = together(
    async (pieces: readonly number[]) => {
      goes.push([...pieces]);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (pieces.includes(13)) throw new Error('not 13');
      return pieces.map((piece) => 2 * piece);
    },
    { most: 3, underWay: 1 },
  );
  const turn = async () => await new Promise((resolve) => setImmediate(resolve));
  const first = [1, 2, 3, 4].map(async (piece) => await twice(piece));
  expect(goes).toEqual([]);
  await turn();
  const later = Promise.allSettled([twice(13), twice(6)]);
  await turn();
  expect(goes).toEqual([[1, 2, 3]]);
  ends[0]!();
  await turn();
  await turn();
  expect(goes[1]).toEqual([4, 13, 6]);
  ends[1]!();
  const outcomes = await later;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(first[3]).rejects.toThrow('not 13');
  expect(await Promise.all(first.slice(0, 3))).toEqual([2, 4, 6]);
});
