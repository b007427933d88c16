import { expect, test } from 'vitest';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** Doubles numbers in batches of three. The test ends each batch. */
function createDoubling() {
  const batches: { key: string; pieces: number[]; end: () => void }[] = [];
  const owner = {};
  const twice = createBatcher(
    async (_owner: object, pieces: readonly number[], key) => {
      await new Promise<void>((end) => batches.push({ key, pieces: [...pieces], end }));
      if (pieces.includes(13)) throw new Error('not 13');
      return pieces.map((piece) =>
        piece < 0 ? { status: 'rejected', reason: `${piece} is too small` } : markFulfilled([2 * piece])[0]!,
      );
    },
    { most: 3, underWay: 1 },
  );
  return {
    batches,
    twice: async (piece: number, key?: string) => await twice(owner, piece, key),
    other: twice,
  };
}

test('requests of one turn share a batch; those that come during the most allowed batches form the next one', async () => {
  const { batches, twice } = createDoubling();
  const first = [1, 2, 3, 4].map(async (piece) => await twice(piece));
  expect(batches).toEqual([]);
  await turn();
  const later = Promise.allSettled([twice(13), twice(6)]);
  await turn();
  expect(batches.map(({ pieces }) => pieces)).toEqual([[1, 2, 3]]);
  batches[0]!.end();
  await turn();
  await turn();
  expect(batches[1]!.pieces).toEqual([4, 13, 6]);
  batches[1]!.end();
  const outcomes = await later;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(first[3]).rejects.toThrow('not 13');
  expect(await Promise.all(first.slice(0, 3))).toEqual([2, 4, 6]);
});

test('a request that fails alone does not fail the others', async () => {
  const { batches, twice } = createDoubling();
  const all = Promise.allSettled([twice(1), twice(-1), twice(2)]);
  await turn();
  batches[0]!.end();
  expect(await all).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: '-1 is too small' },
    { status: 'fulfilled', value: 4 },
  ]);
});

test('each key and each owner has a queue of its own, and an empty queue starts again', async () => {
  const { batches, twice, other } = createDoubling();
  const all = Promise.all([twice(1, 'a'), twice(2, 'b'), twice(3, 'a'), other({}, 4, 'a')]);
  await turn();
  expect(batches.map(({ key, pieces }) => [key, ...pieces])).toEqual([
    ['a', 1, 3],
    ['b', 2],
    ['a', 4],
  ]);
  for (const { end } of batches) end();
  expect(await all).toEqual([2, 4, 6, 8]);
  const again = twice(5, 'a');
  await turn();
  batches[3]!.end();
  expect(await again).toBe(10);
});
