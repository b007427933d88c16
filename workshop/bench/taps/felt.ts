/** What a diner feels of taps: how long each takes until it is shown, by the browser's Event Timing, and what keeps the page busy. */
import type { Page } from '@playwright/test';
import type { Bench, Felt } from './pages/in-page.ts';
import { tap, type Target } from './pages/target.ts';

declare const bench: Bench;

/** One tap after the other has settled, or as fast as a finger taps. */
export const ways = {
  single: { taps: 12, inARow: 1, pauseMs: 0, restMs: 500 },
  burst: { taps: 15, inARow: 5, pauseMs: 150, restMs: 600 },
} as const;

/** Event Timing rounds to 8 ms and speaks of nothing below 16. */
const leastMs = 8;

/** A processor that is so many times slower. */
export async function slowed(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

export async function feel(target: Target, way: keyof typeof ways): Promise<Felt> {
  const { page } = target;
  const { taps, inARow, pauseMs, restMs } = ways[way];
  await page.evaluate(() => bench.felt());
  for (let n = 1; n <= taps; n += 1) {
    await tap(target);
    await page.waitForTimeout(n % inARow === 0 ? restMs : pauseMs);
  }
  const { interactions, longTasks } = await page.evaluate(() => bench.felt());
  const quick = Array.from({ length: Math.max(0, taps - interactions.length) }, () => leastMs);
  return { interactions: [...interactions, ...quick], longTasks };
}

/** Interaction to Next Paint: the longest of them; of each fifty one is left out. */
export function inp(interactions: readonly number[]): number {
  return interactions.toSorted((a, b) => b - a)[Math.floor(interactions.length / 50)]!;
}
