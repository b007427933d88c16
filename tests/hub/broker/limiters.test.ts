/** Budgets that several servers count together in a real broker. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRedis, startRedis, type Redis } from '#testing/services/redis.mjs';
import { connectLimiters } from '#server/platform/http/routes/limiters.ts';
import { createBudget, type CountedBudget } from '#server/platform/http/routes/rate-limits.ts';
import { createLoginTurns } from '#server/service/staff/access/login-turns.ts';
import { startTcpProxy, type TcpProxy } from '#tests/hub/tcp-proxy.ts';
import { waitUntil } from '#tests/hub/scene.ts';

let redis: Redis;
let proxy: TcpProxy;
/** Of two servers of one installation, of which the second reaches the broker through the proxy, and of a stranger. */
let limiters: readonly ReturnType<typeof connectLimiters>[];

beforeAll(async () => {
  redis = await startRedis(findRedis()!);
  proxy = await startTcpProxy(redis.url);
  limiters = [
    connectLimiters(redis.url, 'ours'),
    connectLimiters(proxy.through(redis.url).replace(/^ws:/, 'redis:'), 'ours'),
    connectLimiters(redis.url, 'theirs'),
  ];
  await waitUntilShared();
});
afterAll(async () => {
  for (const each of limiters) await each.close();
  await proxy.close();
  await redis.kill();
});

const most = 4;
const createAll = (name: string): readonly CountedBudget[] =>
  limiters.map((each) => createBudget(each, name, most));
const refused = { status: 429, data: { budget: 'scans' } };

let probes = 0;
/** Resolves when both servers count in the broker. */
async function waitUntilShared(): Promise<void> {
  await waitUntil(async () => {
    const [first, second] = createAll(`probe ${(probes += 1)}`);
    await first!.count('p');
    return (await second!.count('p')) === 2;
  }, 'both servers count together');
}

/** Spends a whole budget, and one too many. Returns the longest time of a call, ms. */
async function spendAll(budget: CountedBudget): Promise<number> {
  let longest = 0;
  for (let n = 0; n <= most; n += 1) {
    const start = performance.now();
    const spent = budget.spend('eve');
    if (n < most) await spent;
    else await expect(spent).rejects.toMatchObject(refused);
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

test('D37: two servers share one budget; a foreign installation at the same broker has its own', async () => {
  const [first, second, stranger] = createAll('scans');
  for (const server of [first, second, first, second]) await server!.spend('eve');
  await expect(first!.spend('eve')).rejects.toMatchObject(refused);
  await expect(second!.requireRoom('eve')).rejects.toMatchObject(refused);
  expect(await second!.spend('ann')).toBe(1);
  expect(await stranger!.spend('eve')).toBe(1);
});

test('D37: a broker that does not answer or is gone blocks nothing, each server counts alone, and later both together again', async () => {
  const [first, second] = createAll('scans');
  proxy.pause();
  // Each call asks the broker only for a moment, and soon no call asks it.
  expect(await spendAll(second!)).toBeLessThan(500);
  await waitUntil(async () => {
    const start = performance.now();
    await second!.count('ann');
    return performance.now() - start < 50;
  }, 'the silent broker is given up');
  proxy.resume();
  const port = Number(new URL(redis.url).port);
  await redis.kill();
  expect(await spendAll(first!)).toBeLessThan(500);
  await expect(first!.requireRoom('eve')).rejects.toMatchObject(refused);
  redis = await startRedis(findRedis()!, port);
  await waitUntilShared();
});

test('CX13: wrong passwords at two servers wait for each other; right ones do not count', async () => {
  const [first, second] = limiters.map((each) =>
    createLoginTurns({ random: { int: () => 0 }, limiters: each }),
  );
  for (let n = 0; n < 3; n += 1) for (const server of [first, second]) await server!.wait('a');
  const start = performance.now();
  // Neither server has seen more than three wrong passwords itself.
  await first!.wait('a');
  expect(performance.now() - start).toBeGreaterThan(900);
  const right = await second!.wait('b');
  right();
  const late = performance.now();
  for (let n = 0; n < 5; n += 1) await first!.wait('b');
  expect(performance.now() - late, 'a right password does not count').toBeLessThan(900);
});
