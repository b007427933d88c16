import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { atLength, test } from './support/test.ts';
import { desk } from './support/words.ts';

// CX10
test(
  'at the counter: a login needs the password; options are sold out, a table gets new codes; Chinese on a phone',
  atLength,
  async ({ take, server }) => {
    const staff = new StaffScreen(await take(desk), server);
    const ann = await take();
    const { page, t } = staff;

    await test.step('a login needs the password', async () => {
      await page.goto(`${server.url}/staff`);
      await staff.enterLogin('Wei', 'guess');
      await expect(page.getByText(t('staff:login.wrong'))).toBeVisible();
      await expectSound(page);
      await staff.logIn('Wei');
      await expect(page.getByText(t('staff:loggedIn', { name: 'Wei' }))).toBeVisible();
      await expect(page.getByText(t('staff:tables.noneOpen'))).toBeVisible();
    });

    await test.step('an option of many dishes is sold out, and back', async () => {
      await staff.show('menu');
      await page.getByLabel(t('staff:menu.search')).fill('bok choy');
      const greens = page.getByRole('switch', { name: 'Bok choy is sold out' });
      await greens.check();
      await expect(staff.bar).toContainText('Sold out: Bok choy');
      await staff.undo.click();
      await expect(greens).not.toBeChecked();
    });

    await test.step('a dish without its required options says so at its switch, and links to them', async () => {
      const search = page.getByLabel(t('staff:menu.search'));
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
      const why = t('staff:menu.lacks', { options: '10 pieces, 15 pieces' });
      await page.getByRole('button', { name: why }).first().click();
      await expect(sizes[0]!).toBeFocused();
      await expect(sizes[0]!).toBeInViewport();
      for (const size of sizes) await size.uncheck();
      await search.fill('potstickers');
      await expect(dish).not.toBeChecked();
      await expect(dish).toBeEnabled();
    });

    // CX84
    await test.step('guests are seated and noted before they scan; merged tables are split again', async () => {
      const { detail, sheet } = staff;
      await staff.show('tables');
      const seat = async (table: string) => {
        await staff.tile(table).click();
        await staff.button(t('staff:seating.seatTitle'), detail).click();
        await staff.button(t('staff:seating.more'), sheet).click();
        await expectSound(page);
        await staff.button(t('staff:seating.seat'), sheet).click();
        await expect(staff.tile(table)).toContainText(t('staff:tables.guests', { count: 3 }));
      };
      await seat('3');
      await staff.button(t('staff:seating.addNote'), detail).click();
      await sheet.getByRole('textbox').fill('birthday');
      await staff.button(t('staff:seating.saveNote'), sheet).click();
      await expect(staff.tile('3')).toContainText('birthday');
      await seat('4');
      await staff.button(t('staff:seating.open'), detail).click();
      await staff.button(t('staff:seating.mergeWith', { name: '3' }), sheet).click();
      await staff.button(t('staff:seating.merge'), sheet).click();
      await expect(staff.tile('3')).toContainText(t('staff:tables.guests', { count: 6 }));
      await staff.tile('3').click();
      await expect(detail.getByRole('heading', { level: 2 })).toHaveCount(1);
      await staff.button(t('staff:seating.split'), detail).click();
      await expectSound(page);
      await staff.button(t('staff:seating.split'), sheet).click();
      await expect(staff.tile('4')).toContainText(t('staff:tables.guests', { count: 3 }));
    });

    await test.step('the table shows its code and QR code', async () => {
      await ann.sit(1);
      await staff.show('tables');
      await expect(staff.tile('1')).toContainText(t('staff:tables.seated'));
      await staff.tile('1').click();
      const { detail } = staff;
      await detail.getByRole('button', { name: t('staff:tables.showCode') }).click();
      const code = detail.getByText(/^\d{6}$/);
      await expect(code).toBeVisible();
      const first = await code.innerText();
      await detail.getByRole('button', { name: t('staff:tables.newCode') }).click();
      await expect(code).not.toHaveText(first);
      await server.inDatabase('UPDATE order_codes SET tries_left = 0');
      await expect(detail.getByText(t('staff:tables.codeSpent')), 'guessed at too often').toBeVisible();
      await expect(code).toBeHidden();
      await expectSound(page);
      await detail.getByRole('button', { name: t('staff:tables.newCode') }).click();
      await expect(code).toBeVisible();
      await expect(detail.getByText(`${server.url}/m/1001/q/1`)).toBeVisible();
      const newQrcode = t('staff:tables.newQrcode');
      await detail.getByRole('button', { name: newQrcode }).click();
      await staff.button(newQrcode, page.getByRole('alertdialog')).click();
      await expect(detail.getByText(new RegExp(`^${server.url}/m/1001/q/\\d{12}$`))).toBeVisible();
      await expectSound(page);
    });

    await test.step('on a phone in Chinese and dark; and logging out', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('link', { name: '中文' }).click();
      await expect(page.getByRole('radio', { name: '訂單' })).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: '登出' }).click();
      await expect(page.getByLabel('密碼')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('密碼')).toBeVisible();
    });
  },
);
