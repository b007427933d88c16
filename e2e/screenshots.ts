/** The README's screenshots. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { DinerPhone } from './support/diner.ts';
import type { ServerProcess } from './support/table-server.ts';
import { desk, looks } from './support/words.ts';
import { waitForRest } from './support/screen/at-rest.ts';

/** The largest file size of a screenshot, bytes. */
const largest = 150_000;

export async function takeScreens(browser: Browser, server: ServerProcess, folder: string): Promise<void> {
  const saveScreenshot = async (name: string, page: Page) => {
    await waitForRest(page);
    const path = join(folder, `${name}.webp`);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 82 })
      .toFile(path);
    const { size } = statSync(path);
    if (size > largest) throw new Error(`${path} has ${size} bytes, more than ${largest}`);
    console.log(path);
  };
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const wide = { ...desk, viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.3 };
  const ben = await DinerPhone.take(browser, server, wide);
  for (const { page } of [ann, mei, ben]) page.setDefaultTimeout(20_000);
  const { page } = ann;
  const { t, like } = ann.words;
  const zh = mei.words;
  const table = 2;

  await ann.sit(table, 3);
  await saveScreenshot('menu', page);
  await ann.button(like(t('menu:filter.open'))).click();
  const conditions = [t('menu:diet.vegetarian'), t('menu:allergen.peanut')];
  for (const name of conditions) await page.getByRole('checkbox', { name }).check();
  await saveScreenshot('filter', page);
  for (const name of conditions) await page.getByRole('checkbox', { name }).uncheck();
  await page.goBack();

  const soup = 'Braised Beef Noodle Soup';
  const sheet = ann.part(ann.screen.dishSheet(soup));
  await ann.part(ann.screen.chooseDish(soup)).click();
  await ann.chooseRequired(sheet);
  await sheet.evaluate((dialog) => {
    for (const part of dialog.querySelectorAll('*')) part.scrollTop = 0;
  });
  await saveScreenshot('dish-with-options', page);
  await ann.part(ann.screen.addFromSheet, sheet).click();
  await ann.giveName('Ann');
  await ann.addPlain('Soy-Braised Eggs');

  await mei.join(table);
  await readWhatWasBefore(mei);
  await mei.addAs('Mei', 'Smashed Cucumber');
  await mei.addPlain('Golden Kimchi');
  await mei.addPlain('Golden Kimchi', 'more');
  await mei
    .part(mei.screen.sections)
    .getByRole('button', { name: zh.translateDish('Small Plates') })
    .click();
  await saveScreenshot('menu-in-chinese-dark', mei.page);
  await ben.join(table);
  await ben.addAs('Ben', 'Sticky Oil Rice');
  await ben.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await saveScreenshot('wide-screen', ben.page);

  await ann.openCart();
  await ann.linesOf('Ben').waitFor();
  await saveScreenshot('cart-with-turntable', page);
  await ann.button(t('split:title')).click();
  await page.getByRole('region', { name: t('split:parts') }).waitFor();
  await saveScreenshot('split-bill', page);
  await page.goBack();
  await ann.closeCart();
  await ann.openTable();
  await saveScreenshot('table-with-invite-and-feed', page);
  await ann.closeTable();
  await chooseTextSize(ann, 'largest');
  await ann.openCart();
  await saveScreenshot('largest-text', page);
  await ann.closeCart();
  await chooseTextSize(ann, 'normal');

  await mei.openCart();
  await mei.context.setOffline(true);
  const waiting = mei.cart.getByText(zh.t('cart:state.onThisPhone')).first();
  await mei.part(mei.screen.oneMore('Smashed Cucumber'), mei.cart).click();
  await waiting.waitFor();
  await mei.cart.getByText(zh.t('cart:offline')).scrollIntoViewIfNeeded();
  await saveScreenshot('offline', mei.page);
  await mei.context.setOffline(false);
  await waiting.waitFor({ state: 'hidden', timeout: 60_000 });
  await mei.closeCart();
  await mei.link(zh.t('menu:search.open')).click();
  await mei.page.getByRole('searchbox').fill('noodle');
  await mei.button(zh.translateDish(soup), 'exact').waitFor();
  await saveScreenshot('search-in-another-language', mei.page);

  await ann.openReview();
  await page.getByText(t('cart:preview.subtotal')).waitFor();
  await saveScreenshot('review', page);
  await ann.placeOrder.click();
  await ann.logInAndGoOn('415-555-0143');
  await ann.expectOrdered();
  await ann.link(t('order:detail.addMore')).click();
  await ann.addPlain('Pineapple Cake');
  await ann.openReview();
  await ann.placeOrder.click();
  await ann.round(2).evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await saveScreenshot('order-in-rounds', page);
  await Promise.all([ann, mei, ben].map(async ({ context }) => context.close()));
}

/** Opens and closes the news, because their notice covers a part of the menu. */
async function readWhatWasBefore(phone: DinerPhone): Promise<void> {
  const { t, likeAnyNumber } = phone.words;
  await phone.button(likeAnyNumber(t('together:changes', { count: 2 }))).click();
  await phone.closeTable();
}

async function chooseTextSize(phone: DinerPhone, size: 'normal' | 'largest'): Promise<void> {
  const { t } = phone.words;
  await phone.openAccount();
  await phone.part({ role: 'radio', name: t(`member:account.textSizes.${size}`) }).check();
  await phone.button(t('common:back')).click();
}
