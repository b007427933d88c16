import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { waitUntilStill } from './until-still.ts';

/** Checks that axe finds no violation, and that the page is not wider than the screen. @param name of the page */
export async function expectSound(page: Page, name = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, `${name} is as wide as the screen`).toBeLessThanOrEqual(0);
  await waitUntilStill(page);
  // axe crashes Firefox ESR 153. Chromium runs the same rules on the same page.
  if (page.context().browser()?.browserType().name() === 'firefox') return;
  // The app has no frames. Legacy mode saves axe from opening a second page to merge their results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, `${name} can be used by everybody`).toEqual([]);
}
