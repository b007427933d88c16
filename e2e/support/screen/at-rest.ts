import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { waitUntilStill } from './until-still.ts';

/** Waits until no message is shown, nothing moves, and all visible pictures are loaded. */
export async function waitForRest(...pages: readonly Page[]): Promise<void> {
  // The reaction to the last tap needs a moment to start.
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
    await waitUntilStill(page);
  }
  // The recording needs a moment to get the last frame.
  await sleep(200);
}
