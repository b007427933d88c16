import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { untilStill } from './until-still.ts';

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
      const speaks = [...document.querySelectorAll('output[aria-live]')].some(
        ({ textContent }) => textContent !== '',
      );
      return inView.every(({ complete }) => complete) && !speaks;
    });
    await untilStill(page);
  }
  // The camera has the last of it.
  await sleep(200);
}
