/** Taps while the others change the cart 20 times a second, on a phone with a quarter of this machine's processor. */
import type { Browser } from '@playwright/test';
import { calculateQuantile } from '../measures.ts';
import { measureLongestTask } from './cost.ts';
import { waitUntilAllSent, type FullTable } from '#testing/full-table.ts';
import type { Bench } from './in-page.ts';
import { tap, type Target } from './target.ts';

declare const bench: Bench;

const slower = 4;
const changesASecond = 20;
const taps = 50;

export interface Busy {
  /** Interaction to Next Paint: of 50 taps the second slowest, from the finger to the painted frame, ms. */
  readonly inp: number;
  /** The longest task of the main thread during the taps, ms of the slowed processor. */
  readonly longestTask: number;
}

export async function measureBusyTable(
  browser: Browser,
  { phones, dishes }: FullTable,
  target: Target,
): Promise<Busy> {
  const session = await target.page.context().newCDPSession(target.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  let changes = 0;
  const others = setInterval(() => {
    const { commands, cart, userId } = phones[changes % phones.length]!.engine;
    const dish = dishes[(changes * 3) % dishes.length]!;
    const line = cart.value.carts.find((each) => each.userId === userId)?.lines.at(-1);
    if (line && Math.floor(changes / phones.length) % 2 === 1) commands.decrease(line, 1);
    else commands.add(dish, 1);
    changes += 1;
  }, 1000 / changesASecond);
  try {
    await target.page.waitForTimeout(1000);
    await target.page.evaluate(() => bench.watchTaps());
    const longestTask = await measureLongestTask(browser, async () => {
      for (let n = 0; n < taps; n += 1) {
        await tap(target);
        await target.page.waitForTimeout(170 + ((n * 37) % 100));
      }
    });
    const durations = await target.page.evaluate(() => bench.listTaps());
    return { inp: calculateQuantile(durations, 1 - 1 / taps), longestTask };
  } finally {
    clearInterval(others);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
    await waitUntilAllSent(phones);
  }
}
