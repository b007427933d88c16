/** The diner whose taps are measured: the app in a browser, seated at the full table, with lines of their own. */
import type { Browser, Locator, Page } from '@playwright/test';
import type { FullTable } from '../browser/full-table.ts';
import { DinerPhone } from '../../../e2e/support/diner.ts';
import { lines } from './evening.ts';
import { targetOf, type Target } from './tap-time.ts';

export const viewport = { width: 390, height: 844 };

export interface DinerPage {
  readonly page: Page;
  /** A dish of the menu that is in the diner's cart. */
  inMenu(): Promise<Target>;
  /** The first line of the diner's own cart, which is opened. */
  inCart(): Promise<Target>;
}

/** @param prepare is called before the app is opened */
export async function seatedDiner(
  browser: Browser,
  table: FullTable,
  prepare: (phone: DinerPhone) => Promise<void>,
): Promise<DinerPage> {
  const options = { deviceScaleFactor: 2, isMobile: false, hasTouch: false } as const;
  const moving = { ...options, reducedMotion: 'no-preference' } as const;
  const phone = await DinerPhone.take(browser, { url: table.address }, moving);
  await prepare(phone);
  const { page, words, cart } = phone;
  await phone.scan(table.scanPath);
  await phone.chooseGuestsIfAsked(8);
  const dishes = page.locator('li[data-dish]');
  await dishes.first().waitFor();
  for (const [index, { productId }] of table.dishes.slice(0, lines.own).entries()) {
    const dish = page.locator(`li[data-dish="${productId}"]`);
    await dish
      .getByRole('button', { name: words.like(words.t('menu:addDish', { name: '' }).trim()) })
      .click();
    if (index === 0) await phone.giveName('Ada');
    await dish.locator('fieldset').waitFor();
  }
  return {
    page,
    async inMenu() {
      const dish = page.locator(`li[data-dish="${table.dishes[0]!.productId}"]`);
      // Neither under the head nor under the bar.
      await dish.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      return await stepperIn(page, dish);
    },
    async inCart() {
      // The processor is slow by now.
      await phone.cartBar().click();
      await cart.waitFor();
      return await stepperIn(page, cart.getByRole('listitem').first());
    },
  };
}

async function stepperIn(page: Page, place: Locator): Promise<Target> {
  const stepper = place.locator('fieldset');
  return await targetOf(page, stepper.getByRole('button').last(), stepper.locator('[aria-live]'));
}
