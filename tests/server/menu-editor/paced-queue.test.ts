import { expect, test } from 'vitest';
import { createPacedQueue } from '#server/back-office/menu-editor/paced-queue.ts';

// D37
test('a client at normal pace never waits; one that floods a draft is slowed down; another restaurant waits for nobody', async () => {
  let now = 0;
  const atRest = createPacedQueue(() => now);
  const done: string[] = [];
  const createWork = (name: string, ms: number) => async () => {
    now += ms;
    done.push(name);
    return await Promise.resolve(name);
  };
  const began = performance.now();
  for (let n = 0; n < 12; n += 1) await atRest('a', createWork(`edit ${n}`, 40));
  expect(performance.now() - began).toBeLessThan(1_000);
  done.splice(0);
  const flood = ['first', 'second', 'third'].map((name) => atRest('a', createWork(name, 60)));
  expect(await flood[0]).toBe('first');
  expect(await atRest('b', createWork('another', 0))).toBe('another');
  expect(done).toEqual(['first', 'another']);
  const flooded = performance.now();
  expect(await Promise.all(flood)).toEqual(['first', 'second', 'third']);
  expect(performance.now() - flooded).toBeGreaterThan(200);
});

// D37
test('a limited number may wait; a failed one lets the next run', async () => {
  const atRest = createPacedQueue(() => 0);
  const failing = atRest('a', () => Promise.reject(new Error('no such draft')));
  const rest = Array.from({ length: 30 }, () => atRest('a', () => Promise.resolve('done')));
  await expect(atRest('a', () => Promise.resolve('done'))).rejects.toMatchObject({
    status: 429,
    data: { budget: 'menuDraftOfMerchant' },
  });
  await expect(failing).rejects.toThrow('no such draft');
  expect(new Set(await Promise.all(rest))).toEqual(new Set(['done']));
  expect(await atRest('a', () => Promise.resolve('done'))).toBe('done');
});
