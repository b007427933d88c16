import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { untilStill } from './until-still.ts';

/** A page can be used by everybody, and is no wider than the screen. @param name of what is shown */
export async function expectSound(page: Page, name = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, `${name} is as wide as the screen`).toBeLessThanOrEqual(0);
  await untilStill(page);
  // axe crashes Firefox ESR 153. Its rules are about the page, and Chromium's run has them.
  if (page.context().browser()?.browserType().name() === 'firefox') return;
  // Without frames there is nothing to join: no second page is opened for that.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, `${name} can be used by everybody`).toEqual([]);
}
