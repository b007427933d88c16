import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownLimiters, type Limiters } from '#server/platform/http/routes/limiters.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { createLoginTurns } from '#server/service/staff/access/login-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const first = { int: () => 0 };
const begin = (limiters: Limiters = ownLimiters) =>
  createLoginTurns({ random: first, limiters }, () => Date.now());

/** Sends wrong passwords from one address. @returns how long each waited, ms */
async function sendWrongPasswords(
  turns: ReturnType<typeof begin>,
  count: number,
  key = 'a',
): Promise<number[]> {
  const waited: number[] = [];
  for (let n = 0; n < count; n += 1) waited.push(await waitOf(turns.wait(key)));
  return waited;
}

async function waitOf(turn: Promise<unknown>): Promise<number> {
  const from = Date.now();
  let isOver = false;
  void turn.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  while (!isOver) await vi.advanceTimersByTimeAsync(10);
  return Date.now() - from;
}

// CX13
test('wrong passwords take longer and longer, up to a second, and the right one is accepted after it', async () => {
  const turns = begin();
  expect(await sendWrongPasswords(turns, 10)).toEqual([0, 0, 0, 0, 0, 0, 250, 500, 1_000, 1_000]);
  expect(await waitOf(turns.wait('a'))).toBe(1_000);
  expect(await waitOf(turns.wait('b')), 'another address').toBe(0);
});

test('only wrong ones count, and they are forgotten after a quarter of an hour', async () => {
  const turns = begin();
  for (let n = 0; n < 20; n += 1) (await turns.wait('a'))();
  expect(await sendWrongPasswords(turns, 7)).toEqual([0, 0, 0, 0, 0, 0, 250]);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  expect(await sendWrongPasswords(turns, 7)).toEqual([0, 0, 0, 0, 0, 0, 250]);
});

test('many at once gain nothing, because they wait in a queue, first come, first served', async () => {
  const turns = begin();
  await sendWrongPasswords(turns, 20);
  const order: number[] = [];
  const all = Array.from({ length: 8 }, (_, n) => turns.wait('a').then(() => order.push(n)));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(order).toEqual([0, 1, 2]);
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(all);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('in a flooded queue a newcomer replaces a random client, which must try again', async () => {
  const turns = begin();
  await sendWrongPasswords(turns, 20);
  const waiting = Array.from({ length: 8 }, () => turns.wait('a').catch((refusal: unknown) => refusal));
  const late = waitOf(turns.wait('a'));
  const refusal = await waiting[0]!;
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ status: 429, data: { retryAfterSeconds: 1 } });
  expect(await late).toBeLessThanOrEqual(1_010);
});
