/** Opens the app in a browser at the full table, with lines of the diner whose taps are measured. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { FullTable } from '#testing/full-table.ts';
import { DinerPhone } from '#e2e/support/diner.ts';
import { lines } from './carts.ts';
import { prepareTarget, type Target } from './target.ts';

export const viewport = { width: 390, height: 844 };

interface DinerPage {
  readonly page: Page;
  /** A dish of the menu that is in the diner's cart. */
  inMenu(): Promise<Target>;
  /** The first line of the diner's cart. Opens the cart. */
  inCart(): Promise<Target>;
}

/** Seats a diner, who adds `lines.own` dishes. @param prepare called before the app is opened */
export async function seatDiner(
  browser: Browser,
  table: FullTable,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<DinerPage> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await prepare(context);
  const diner = await DinerPhone.of(context, { url: table.address });
  const { page, namePopup } = diner;
  await diner.scan(table.scanPath);
  await diner.chooseGuestsIfAsked(8);
  const add = new RegExp(`^${diner.words.t('menu:addDish', { name: '' })}`);
  for (const { productId } of table.dishes.slice(0, lines.own)) {
    const dish = await findDish(page, productId);
    await dish.getByRole('button', { name: add }).click();
    // A dish without a number has a fieldset with a role.
    const counted = dish.locator('fieldset:not([role])');
    await namePopup.or(counted).first().waitFor();
    if (await namePopup.isVisible()) await diner.giveName('Ada');
    await counted.waitFor();
  }
  // The notice of earlier activity disappears after some seconds.
  await page.locator('header output button').waitFor({ state: 'detached' });
  return {
    page,
    async inMenu() {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const dish = await findDish(page, table.dishes[0]!.productId);
      // At the edges, the header or the cart's bar may cover the dish.
      await dish.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      return await prepareStepper(diner, dish);
    },
    async inCart() {
      await diner.openCart();
      return await prepareStepper(diner, diner.cart.getByRole('listitem').first());
    },
  };
}

/** Scrolls down until the dish is there, because a long menu renders only the dishes near the screen. */
async function findDish(page: Page, productId: string): Promise<Locator> {
  const dish = page.locator(`li[data-dish="${productId}"]`);
  for (let tries = 0; tries < 100 && (await dish.count()) === 0; tries += 1) {
    await page.evaluate(() => scrollBy({ top: innerHeight / 2, behavior: 'instant' }));
    await page.waitForTimeout(100);
  }
  return dish;
}

async function prepareStepper(
  { page, words: { t, likeAnyNumber } }: DinerPhone,
  place: Locator,
): Promise<Target> {
  const stepper = place.locator('fieldset');
  const more = stepper.getByRole('button').last();
  // From ten pieces on, the app asks once whether the diner wants so many.
  for (let pieces = 1; pieces < 10; pieces += 1) await more.click();
  const yes = page.getByRole('button', { name: likeAnyNumber(t('cart:unusual.yes', { count: 10 })) });
  await yes.click({ timeout: 3_000 }).catch(() => undefined);
  return await prepareTarget(page, more, stepper.locator('[aria-live]'));
}
