import { expect, test } from 'vitest';
import { createConcurrencyLimit } from '#server/platform/http/routes/concurrency-limit.ts';

test('three simultaneous requests of one diner run in order, and delay no other diner', async () => {
  const turns = createConcurrencyLimit(3);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const request = (diner: string, name: string) =>
    turns(diner, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map(async (name) => await request('a', name));
  const other = request('b', 'b1');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  ends[1]!();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  ends[0]!();
  await expect.poll(() => begun).toContain('a5');
  for (const end of ends) end();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  expect(await other).toBe('b1');
});

test('a failed request lets the next one run', async () => {
  const turns = createConcurrencyLimit(3);
  const failAlways = async () => await Promise.reject(new Error('no'));
  const all = Array.from({ length: 5 }, async () => await turns('a', failAlways));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(await turns('a', async () => await Promise.resolve('yes'))).toBe('yes');
});

test('a hundred requests of one diner may wait: the next is refused after half a second, and another diner’s runs', async () => {
  const turns = createConcurrencyLimit(3);
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const all = Array.from({ length: 103 }, async () => await turns('a', async () => await ended));
  const over = { status: 429, data: { budget: 'waitingOfDiner' } };
  const asked = performance.now();
  await expect(turns('a', async () => await ended)).rejects.toMatchObject(over);
  expect(performance.now() - asked).toBeGreaterThan(400);
  expect(await turns('b', async () => await Promise.resolve('yes'))).toBe('yes');
  end!();
  await Promise.all(all);
});

test('a disconnected client leaves the queue, and the next one keeps its turn', async () => {
  const turns = createConcurrencyLimit(1);
  const [ends, begun]: [(() => void)[], string[]] = [[], []];
  const request = async (name: string, gone?: AbortSignal) =>
    await turns(
      'a',
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      },
      gone,
    );
  const dead = new AbortController();
  const first = request('a1');
  const hungUp = request('a2', dead.signal);
  const retry = request('a3');
  dead.abort(new Error('gone'));
  await expect(hungUp).rejects.toThrow('gone');
  ends[0]!();
  await first;
  await expect.poll(() => begun).toEqual(['a1', 'a3']);
  ends[1]!();
  await retry;
});
