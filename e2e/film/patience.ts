import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Waits until nothing is said in passing, nothing moves, and every picture in view is there. */
export async function atRest(...pages: readonly Page[]): Promise<void> {
  // What was just tapped is under way.
  await sleep(300);
  for (const page of pages) {
    await page.waitForFunction(() => {
      const { images } = document;
      const inView = [...images].filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      const moves = document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      const speaks = [...document.querySelectorAll('output[aria-live]')].some(
        ({ textContent }) => textContent !== '',
      );
      return inView.every(({ complete }) => complete) && !moves && !speaks;
    });
  }
  // The camera has the last of it.
  await sleep(200);
}
