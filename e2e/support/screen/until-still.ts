import type { Page } from '@playwright/test';

/** Waits until nothing moves on the page but what moves for ever: what is on its way in cannot be judged, nor tapped. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}
