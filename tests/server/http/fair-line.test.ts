/** D37: a phone at full speed meets no budget for what others do at its table. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudgets } from '#server/http/routes/budgets.ts';
import { createFairLine } from '#server/http/routes/fair-line.ts';
import type { Who } from '#server/http/routes/who.ts';

const ofDiner = 600;
/** Of the diner of the abuse suite: 400 a minute. */
const pauseMs = 150;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const at = (userId: string) => {
  const session = { id: 'one', tableId: 'one' };
  return {
    who: { asker: { merchantId: '1001', userId }, session } as Who<'dinerAtTable'>,
    address: '203.0.113.7',
  };
};

test.each([
  { names: 1, longest: 0 },
  { names: 10, longest: 20 },
  { names: 100, longest: 1_050 },
])(
  'beside $names names that want everything a phone of 400 taps a minute is refused nothing and waits $longest ms at most',
  async ({ names, longest }) => {
    const { general } = createBudgets(ofDiner);
    const until = Date.now() + 61_000;
    let served = 0;
    const greedy = async (name: string) => {
      while (Date.now() < until)
        await general(at(name)).then(
          () => (served += 1),
          async () => await new Promise((resolve) => setTimeout(resolve, 10)),
        );
    };
    for (let name = 0; name < names; name += 1)
      for (let side = 0; side < 3; side += 1) void greedy(`eve${name}`);
    const waits: number[] = [];
    const ann = async () => {
      while (Date.now() < until) {
        const asked = Date.now();
        await general(at('ann'));
        waits.push(Date.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, pauseMs - (Date.now() - asked))));
      }
    };
    const honest = ann();
    await vi.advanceTimersByTimeAsync(62_000);
    await honest;
    expect(waits.length).toBeGreaterThan(50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
    // 6 000 a minute and what goes at once, whatever they want.
    expect(served + waits.length).toBeLessThanOrEqual(10 * ofDiner + 2 * ofDiner);
  },
);

test('who has what costs much waits for it; who asks for little goes before them', async () => {
  const line = createFairLine({ perMinute: 60, atOnce: 1 });
  const went: string[] = [];
  const ask = (by: string) => void line.turn({ shared: 'one', by }).then(() => went.push(by));
  ask('eve');
  line.add({ shared: 'one', by: 'eve' }, 3);
  ask('eve');
  ask('ann');
  ask('ann');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(went).toEqual(['eve', 'ann', 'ann', 'eve']);
});

test('what costs much keeps the next one waiting for no longer than it may, and counts for whoever asked', async () => {
  const line = createFairLine({ perMinute: 60, atOnce: 1, longestPause: 2 });
  const went: string[] = [];
  const ask = (by: string) => void line.turn({ shared: 'one', by }).then(() => went.push(by));
  ask('eve');
  line.add({ shared: 'one', by: 'eve' }, 1_000);
  ask('eve');
  ask('ann');
  await vi.advanceTimersByTimeAsync(2_100);
  expect(went).toEqual(['eve', 'ann']);
});
