/** The diner whose taps are measured: the app in a browser, seated at the full table, with lines of their own. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { FullTable } from './full-table.ts';
import { wordsIn } from '#e2e/support/words.ts';
import { lines } from './carts.ts';
import { targetOf, type Target } from './target.ts';

export const viewport = { width: 390, height: 844 };
const words = await wordsIn('en-US');
const { t } = words;

interface DinerPage {
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
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<DinerPage> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await prepare(context);
  const page = await context.newPage();
  await page.goto(table.address + table.scanPath);
  await page.waitForURL(/select-guests|order$/);
  if (page.url().includes('select-guests')) {
    await page.getByRole('radio', { name: t('table:guests.option', { count: 8 }), exact: true }).click();
  }
  const dishes = page.locator('li[data-dish]');
  await dishes.first().waitFor();
  for (const { productId } of table.dishes.slice(0, lines.own)) {
    const dish = page.locator(`li[data-dish="${productId}"]`);
    await dish.getByRole('button', { name: new RegExp(`^${t('menu:addDish', { name: '' })}`) }).click();
    const popup = page.getByRole('dialog', { name: t('account:name.title') });
    // Without a number its group is none.
    const counted = dish.locator('fieldset:not([role])');
    await popup.or(counted).first().waitFor();
    if (await popup.isVisible()) {
      await popup.getByLabel(t('account:name.label')).fill('Ada');
      await popup.getByRole('button', { name: t('account:name.save') }).click();
    }
    await counted.waitFor();
  }
  // What happened before it came is said for some seconds.
  await page.locator('header output button').waitFor({ state: 'detached' });
  return {
    page,
    async inMenu() {
      const dish = page.locator(`li[data-dish="${table.dishes[0]!.productId}"]`);
      // Neither under the head nor under the bar.
      await dish.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      return await stepperIn(page, dish);
    },
    async inCart() {
      await page.getByRole('button', { name: words.like(t('cart:viewCart')) }).click();
      const cart = page.getByRole('dialog', { name: t('cart:title') });
      await cart.waitFor();
      return await stepperIn(page, cart.getByRole('listitem').first());
    },
  };
}

async function stepperIn(page: Page, place: Locator): Promise<Target> {
  const stepper = place.locator('fieldset');
  return await targetOf(page, stepper.getByRole('button').last(), stepper.locator('[aria-live]'));
}
