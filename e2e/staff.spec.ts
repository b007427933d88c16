import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks } from './support/words.ts';
import staffTexts from '#locales/en-US/staff.ts';

/** The restaurant's side: somebody receives what the diners order. */
const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// CX10
test(
  'an evening at the counter: orders come live, go to the kitchen, are paid, and the table is free',
  atLength,
  async ({ take, server }) => {
    const ann = await take(looks['zh-dark']);
    const { t, named } = ann.words;
    const eggs = named('Soy-Braised Eggs');
    const { page } = await take(desk);
    const card = page.getByRole('listitem').filter({ hasText: 'Table 1' }).first();

    await test.step('nobody gets in without the password', async () => {
      await page.goto(`${server.url}/staff`);
      await page.getByLabel(staffTexts.login.person).fill('Wei');
      await page.getByLabel(staffTexts.login.password).fill('guess');
      await page.getByRole('button', { name: staffTexts.login.submit }).click();
      await expect(page.getByText(staffTexts.login.wrong)).toBeVisible();
      await expectSound(page);
      await page.getByLabel(staffTexts.login.password).fill(password);
      await page.getByRole('button', { name: staffTexts.login.submit }).click();
      await expect(page.getByText(staffTexts.live)).toBeVisible();
      await expect(page.getByText('Logged in: Wei')).toBeVisible();
      await expect(page.getByText(staffTexts.orders.none)).toBeVisible();
    });

    await test.step('a table is taken, and its order comes by itself', async () => {
      await ann.logInOnPage('415-555-8801');
      await ann.sit(1);
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await page.getByRole('radio', { name: staffTexts.views.tables }).check();
      await expect(page.getByRole('button', { name: /^Manage table 1\b/ })).toContainText(
        staffTexts.tables.seated,
      );
      await page.getByRole('radio', { name: staffTexts.views.orders }).check();
      await ann.openReview();
      await ann.placeOrder.click();
      await ann.expectOrdered();
      await expect(card.getByText(staffTexts.dish.stage.fresh, { exact: true })).toBeVisible();
      await expect(card.getByText('Soy-Braised Eggs')).toBeVisible();
      await expect(page.getByText('1 new order or round')).toBeVisible();
      await expect(page).toHaveTitle(/^\(1\) /);
      await expectSound(page);
    });

    await test.step('it goes to the kitchen, and the diner sees it', async () => {
      await card.getByRole('button', { name: 'Send round 1' }).click();
      await expect(card.getByText(staffTexts.dish.stage.inKitchen)).toBeVisible();
      await expect(page.getByText('1 new order or round')).toBeHidden();
      await expect(page).toHaveTitle(/^[^(]/);
      await expect(ann.page.getByText(t('order:steps.next.cooking'))).toBeVisible();
    });

    await test.step('a dish is sold out on every phone, and back', async () => {
      await page.getByRole('radio', { name: staffTexts.views.menu }).check();
      await page.getByLabel(staffTexts.menu.search).fill('braised eggs');
      const sold = page.getByRole('switch', { name: 'Soy-Braised Eggs is sold out' });
      await sold.check();
      await ann.link(t('order:detail.addMore')).click();
      await ann.expectMenu();
      await expect(ann.button(t('menu:addDish', { name: eggs }))).toBeHidden();
      await expectSound(page);
      await sold.uncheck();
      await expect(ann.button(t('menu:addDish', { name: eggs }))).toBeVisible();
      await page.getByLabel(staffTexts.menu.search).fill('bok choy');
      const greens = page.getByRole('switch', { name: 'Bok choy is sold out' });
      await greens.check();
      const bar = page.getByRole('region', { name: staffTexts.acts.bar });
      await expect(bar, 'an option of many dishes').toContainText('Sold out: Bok choy');
      await bar.getByRole('button', { name: staffTexts.acts.undo }).click();
      await expect(greens).not.toBeChecked();
    });

    await test.step('a dish without its required options says so at its switch, and leads to theirs', async () => {
      const search = page.getByLabel(staffTexts.menu.search);
      await search.fill('');
      const sizes = ['10 pieces', '15 pieces'].map((name) =>
        page.getByRole('switch', { name: `${name} is sold out`, exact: true }),
      );
      for (const size of sizes) await size.check();
      await search.fill('potstickers');
      const dish = page.getByRole('switch', { name: 'Chive Potstickers is sold out' });
      await expect(dish).toBeChecked();
      await expect(dish).toBeDisabled();
      await expectSound(page);
      const why = staffTexts.menu.lacks.replace('{{options}}', '10 pieces, 15 pieces');
      await page.getByRole('button', { name: why }).first().click();
      await expect(sizes[0]!).toBeFocused();
      await expect(sizes[0]!).toBeInViewport();
      for (const size of sizes) await size.uncheck();
      await search.fill('potstickers');
      await expect(dish).not.toBeChecked();
      await expect(dish).toBeEnabled();
    });

    await test.step('the table’s code and QR code are at hand', async () => {
      await page.getByRole('radio', { name: staffTexts.views.tables }).check();
      await page.getByRole('button', { name: /^Manage table 1\b/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Table 1' });
      await sheet.getByRole('button', { name: staffTexts.tables.showCode }).click();
      const code = sheet.getByText(/^\d{6}$/);
      await expect(code).toBeVisible();
      const first = await code.innerText();
      await sheet.getByRole('button', { name: staffTexts.tables.newCode }).click();
      await expect(code).not.toHaveText(first);
      await server.inDatabase('UPDATE order_codes SET tries_left = 0');
      await expect(sheet.getByText(staffTexts.tables.codeSpent), 'guessed at too often').toBeVisible();
      await expect(code).toBeHidden();
      await expectSound(page);
      await sheet.getByRole('button', { name: staffTexts.tables.newCode }).click();
      await expect(code).toBeVisible();
      await expect(sheet.getByText(staffTexts.tables.codeSpent)).toBeHidden();
      await expect(sheet.getByText(`${server.url}/m/1001/q/1`)).toBeVisible();
      await sheet.getByRole('button', { name: staffTexts.tables.newQrcode }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: staffTexts.tables.newQrcode, exact: true })
        .click();
      await expect(sheet.getByText(new RegExp(`^${server.url}/m/1001/q/\\d{12}$`))).toBeVisible();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    });

    await test.step('paid: the party’s phones are told, and the table is free', async () => {
      await page.getByRole('radio', { name: staffTexts.views.orders }).check();
      await card.getByRole('button', { name: staffTexts.orders.pay }).click();
      await page.getByRole('button', { name: staffTexts.pay.cash }).click();
      await expect(card.getByText('1 to serve'), 'paid, and not forgotten').toBeVisible();
      await card.getByRole('button', { name: 'Served: 1 × Soy-Braised Eggs' }).click();
      await expect(page.getByText(staffTexts.orders.none)).toBeVisible();
      // A payment may be taken back for a minute; this one has passed.
      await server.inDatabase('UPDATE table_sessions SET closes_at = 1 WHERE closes_at IS NOT NULL');
      await expect(ann.alert(t('table:notices.endedTitle'))).toBeVisible();
      await page.getByRole('radio', { name: staffTexts.views.tables }).check();
      await expect(page.getByRole('button', { name: /^Manage table 1\b/ })).toContainText(
        staffTexts.tables.free,
      );
    });

    await test.step('on a phone in the waiter’s hand, in Chinese and dark; and out again', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('link', { name: '中文' }).click();
      await expect(page.getByRole('radio', { name: '訂單' })).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await expectSound(page);
      await page.getByRole('button', { name: '登出' }).click();
      await expect(page.getByLabel('密碼')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('密碼')).toBeVisible();
    });
  },
);
