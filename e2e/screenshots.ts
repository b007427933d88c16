/** What the app is, in screenshots. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { DinerPhone } from './support/diner.ts';
import type { ServerProcess } from './support/table-server.ts';
import { desk, looks } from './support/words.ts';
import { atRest } from './support/screen/at-rest.ts';

/** bytes */
const largest = 150_000;

/** Takes them all, into a folder. */
export async function takeScreens(browser: Browser, server: ServerProcess, folder: string): Promise<void> {
  const shoot = async (name: string, page: Page) => {
    await atRest(page);
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
  const wide = { ...desk, viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 };
  const ben = await DinerPhone.take(browser, server, wide);
  for (const { page } of [ann, mei, ben]) page.setDefaultTimeout(20_000);
  const { page } = ann;
  const { t, like, named } = ann.words;
  const zh = mei.words;
  const table = 2;

  await ann.sit(table, 3);
  await shoot('menu', page);
  await page.getByRole('button', { name: like(t('menu:filter.open')) }).click();
  const filter = page.getByRole('dialog', { name: t('filter:title') });
  await filter.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).check();
  await filter.getByRole('checkbox', { name: t('menu:allergen.peanut') }).check();
  await shoot('filter', page);
  await filter.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).uncheck();
  await filter.getByRole('checkbox', { name: t('menu:allergen.peanut') }).uncheck();
  await page.goBack();

  const soup = named('Braised Beef Noodle Soup');
  await page.getByRole('button', { name: t('menu:chooseDish', { name: soup }) }).click();
  const sheet = page.getByRole('dialog', { name: soup });
  const add = sheet.getByRole('button', { name: like(t('dish:addFor', { price: '' }).trim()) });
  await add.waitFor();
  await ann.chooseRequired(sheet);
  await sheet.evaluate((dialog) => {
    for (const part of dialog.querySelectorAll('*')) part.scrollTop = 0;
  });
  await shoot('dish-with-options', page);
  await add.click();
  await ann.giveName('Ann');
  await ann.addPlain('Soy-Braised Eggs');

  await mei.join(table);
  await readWhatWasBefore(mei, 2);
  await mei.addPlain('Smashed Cucumber');
  await mei.giveName('Mei');
  await mei.addPlain('Golden Kimchi');
  await mei.addPlain('Golden Kimchi', 'more');
  const sections = mei.page.getByRole('navigation', { name: zh.t('menu:categories') });
  await sections.getByRole('button', { name: zh.named('Small Plates') }).click();
  await shoot('menu-in-chinese-dark', mei.page);
  await ben.join(table);
  await readWhatWasBefore(ben, 4);
  await ben.addPlain('Sticky Oil Rice');
  await ben.giveName('Ben');
  await ben.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await shoot('wide-screen', ben.page);

  await ann.openCart();
  await ann.cart.getByRole('region', { name: 'Ben' }).waitFor();
  await shoot('cart-with-turntable', page);
  await page.getByRole('button', { name: t('split:title') }).click();
  const split = page.getByRole('dialog', { name: t('split:title') });
  await split.getByRole('region', { name: t('split:parts') }).waitFor();
  await shoot('split-bill', page);
  await page.goBack();
  await ann.closeCart();
  await ann.openTable();
  await shoot('table-with-invite-and-feed', page);
  await ann.closeTable();
  await chooseTextSize(ann, 'largest');
  await ann.openCart();
  await shoot('largest-text', page);
  await ann.closeCart();
  await chooseTextSize(ann, 'normal');

  await mei.openCart();
  await mei.context.setOffline(true);
  const more = zh.t('menu:oneMore', { name: zh.named('Smashed Cucumber') });
  await mei.cart.getByRole('button', { name: more }).click();
  await mei.cart.getByText(zh.t('cart:state.onThisPhone')).first().waitFor();
  await mei.cart.getByText(zh.t('cart:offline')).scrollIntoViewIfNeeded();
  await shoot('offline', mei.page);
  await mei.context.setOffline(false);
  await mei.cart
    .getByText(zh.t('cart:state.onThisPhone'))
    .first()
    .waitFor({ state: 'hidden', timeout: 60_000 });
  await mei.closeCart();
  await mei.page.getByRole('link', { name: zh.t('menu:search.open') }).click();
  await mei.page.getByRole('searchbox').fill('noodle');
  await mei.page.getByRole('button', { name: zh.named('Braised Beef Noodle Soup'), exact: true }).waitFor();
  await shoot('search-in-another-language', mei.page);

  await ann.openReview();
  await page.getByText(t('cart:preview.subtotal')).waitFor();
  await shoot('review', page);
  await ann.placeOrder.click();
  await ann.logInAndGoOn('415-555-0143');
  await ann.expectOrdered();
  await ann.link(t('order:detail.addMore')).click();
  await ann.completeLater();
  await ann.addPlain('Pineapple Cake');
  await ann.openReview();
  await ann.placeOrder.click();
  await ann.round(2).evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await shoot('order-in-rounds', page);
  await Promise.all([ann, mei, ben].map(async ({ context }) => context.close()));
}

/** The offer to look at it covers a part of the menu until then. */
async function readWhatWasBefore(phone: DinerPhone, count: number): Promise<void> {
  const { t, like } = phone.words;
  await phone.page.getByRole('button', { name: like(t('together:changes', { count })) }).click();
  await phone.closeTable();
}

async function chooseTextSize(phone: DinerPhone, size: 'normal' | 'largest'): Promise<void> {
  const {
    page,
    words: { t },
  } = phone;
  await phone.openAccount();
  await page.getByRole('radio', { name: t(`member:account.textSizes.${size}`), exact: true }).check();
  await page.getByRole('button', { name: t('common:back') }).click();
}
