/** A busy phone is not refused because of others at its table (D37). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownLimiters } from '#server/platform/http/routes/limiters.ts';
import { createBudgets } from '#server/platform/http/routes/rate-limits.ts';
import { createFairQueue } from '#server/platform/http/routes/fair-queue.ts';
import type { Who } from '#server/platform/http/routes/who.ts';

const ofDiner = 600;
/** 400 taps a minute, like the diner of the abuse suite. */
const pauseMs = 150;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const createCaller = (userId: string) => {
  const session = { id: 'one', tableId: 'one' };
  return {
    who: { asker: { merchantId: '1001', userId }, session } as Who<'dinerAtTable'>,
    address: '203.0.113.7',
  };
};

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The wait of each request of a phone with 400 taps a minute, ms.
 * @param ask a request of another diner, who repeats it until one is rejected
 */
async function measureWaits(
  { general }: ReturnType<typeof createBudgets>,
  names: readonly string[],
  ask: (name: string) => Promise<unknown>,
): Promise<number[]> {
  const until = Date.now() + 61_000;
  const repeat = async (name: string) => {
    while (Date.now() < until) await ask(name);
  };
  for (const name of names) repeat(name).catch(() => undefined);
  const waits: number[] = [];
  const runPhone = async () => {
    while (Date.now() < until) {
      const asked = Date.now();
      await general(createCaller('ann'));
      waits.push(Date.now() - asked);
      await pause(Math.max(1, pauseMs - (Date.now() - asked)));
    }
  };
  const honest = runPhone();
  await vi.advanceTimersByTimeAsync(62_000);
  await honest;
  return waits;
}
const createNames = (count: number) => Array.from({ length: count }, (_, n) => `eve${n}`);

test.each([
  { names: 1, longest: 0 },
  { names: 10, longest: 20 },
  { names: 100, longest: 1_050 },
])(
  'next to $names names with unlimited requests a phone of 400 taps a minute is refused nothing and waits at most $longest ms',
  async ({ names, longest }) => {
    const budgets = createBudgets(ownLimiters, ofDiner);
    let served = 0;
    // Each name makes three requests at once.
    const three = createNames(names).flatMap((name) => [name, name, name]);
    const waits = await measureWaits(budgets, three, async (name) => {
      await budgets.general(createCaller(name)).then(
        () => (served += 1),
        async () => await pause(10),
      );
    });
    expect(waits.length).toBeGreaterThan(50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
    // The limit for a minute, and twice the requests that are allowed at once.
    expect(served + waits.length).toBeLessThanOrEqual(10 * ofDiner + 2 * ofDiner);
  },
);

test('next to a hundred names with expensive answers a phone of 400 taps a minute waits at most one second', async () => {
  const budgets = createBudgets(ownLimiters, ofDiner);
  const waits = await measureWaits(budgets, createNames(100), async (name) => {
    await budgets.general(createCaller(name));
    await budgets.general(createCaller(name), 150).catch(() => undefined);
  });
  expect(waits.length).toBeGreaterThan(50);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_050);
});

/** The order of turns in a line of one a second, after one costly turn of Eve. */
function listTurns(cost: number, names: readonly string[], longestPause?: number): string[] {
  const line = createFairQueue({ perMinute: 60, atOnce: 1, ...(longestPause && { longestPause }) });
  const went: string[] = [];
  const ask = (by: string) => void line.waitForTurn({ shared: 'one', by }).then(() => went.push(by));
  ask('eve');
  line.charge({ shared: 'one', by: 'eve' }, cost);
  for (const name of names) ask(name);
  return went;
}

test('a client with expensive requests waits for them; clients with cheap ones go first', async () => {
  const went = listTurns(3, ['eve', 'ann', 'ann']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(went).toEqual(['eve', 'ann', 'ann', 'eve']);
});

test('an expensive request delays the next one by a limited time, and counts for its client', async () => {
  const went = listTurns(1_000, ['eve', 'ann'], 2);
  await vi.advanceTimersByTimeAsync(2_100);
  expect(went).toEqual(['eve', 'ann']);
});

test('a client that has read everything repeatedly waits one second, then continues', async () => {
  const { general } = createBudgets(ownLimiters, ofDiner);
  for (let n = 0; n < 3; n += 1) await general(createCaller('ann'), 150);
  const asked = Date.now();
  const waited = general(createCaller('ann')).then(() => Date.now() - asked);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await waited).toBeGreaterThan(500);
  expect(await waited).toBeLessThanOrEqual(1_050);
});

test('a disconnected client waits no longer, and the next one takes its place', async () => {
  const line = createFairQueue({ perMinute: 60, atOnce: 1 });
  const went: string[] = [];
  const ask = async (by: string, gone?: AbortSignal) => {
    await line.waitForTurn({ shared: 'one', by }, gone);
    went.push(by);
  };
  const dead = Array.from({ length: 1_000 }, () => new AbortController());
  await ask('eve');
  const hungUp = dead.map(async ({ signal }) => await ask('dead', signal));
  const honest = ask('ann');
  expect(line.countWaiting('one')).toBe(1_001);
  for (const each of dead) each.abort(new Error('gone'));
  expect((await Promise.allSettled(hungUp)).every(({ status }) => status === 'rejected')).toBe(true);
  await vi.advanceTimersByTimeAsync(1_100);
  await honest;
  expect(went).toEqual(['eve', 'ann']);
});

test('of any number of waiting names the one that used least goes next', async () => {
  const line = createFairQueue({ perMinute: 60, atOnce: 1 });
  await line.waitForTurn({ shared: 'one', by: 'first' });
  const went: number[] = [];
  for (let n = 0; n < 150_000; n += 1)
    void line.waitForTurn({ shared: 'one', by: `eve${n}` }).then(() => went.push(n));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(went).toEqual([0, 1]);
});

describe('newcomers from one address', () => {
  const createNewcomer = (n: number, kind?: 'anonymous' | 'guest') => ({
    who: { asker: kind && { merchantId: '1001', userId: `new${n}`, kind } } as Who<'nothing'>,
    address: `2001:db8:0:1::${n.toString(16)}`,
  });
  const pace = { perMinute: 600, atOnce: 300 };

  test.each(['without a token', 'anonymous'] as const)('are admitted at one pace: %s', async (kind) => {
    const register = createBudgets(ownLimiters, ofDiner).apart('/register', pace);
    let registered = 0;
    const createArrival = (n: number) => createNewcomer(n, kind === 'anonymous' ? kind : undefined);
    for (let n = 0; n < 500; n += 1) void register(createArrival(n)).then(() => (registered += 1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(registered).toBeGreaterThanOrEqual(300);
    expect(registered).toBeLessThanOrEqual(311);
    // A registered guest is no newcomer.
    await register(createNewcomer(1, 'guest'));
  });

  test('wait, up to three hundred of them; more are refused until earlier ones were admitted or disconnected', async () => {
    const register = createBudgets(ownLimiters, ofDiner).apart('/register', pace);
    for (let n = 0; n < 300; n += 1) await register(createNewcomer(n));
    const dead = Array.from({ length: 300 }, () => new AbortController());
    const hungUp = dead.map(async ({ signal }, n) => await register({ ...createNewcomer(n), gone: signal }));
    const over = { status: 429, data: { budget: 'waitingOfAddress' } };
    await expect(register(createNewcomer(1))).rejects.toMatchObject(over);
    for (const each of dead) each.abort(new Error('gone'));
    await Promise.allSettled(hungUp);
    const honest = register(createNewcomer(1));
    await vi.advanceTimersByTimeAsync(200);
    await honest;
  });
});
