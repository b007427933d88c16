import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import texts from '#locales/zh-TW/house.ts';
import ownerTexts from '#locales/zh-TW/owner.ts';
import setUpTexts from '#locales/zh-TW/set-up.ts';
import staffTexts from '#locales/zh-TW/staff.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';

/** A restaurant that is not there yet: its owner sets it up in a browser and prints the codes of its tables. */
test.use({ environment: { DEMO_RESTAURANTS: 'off', DEMO_INBOX: 'on', STAFF_PASSWORD: '' } });

const pins = { owner: '280594', waiter: '739104' };

/** Where somebody wants to look at the page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

// CX27, CX28
test(
  'from an empty server to a printed sheet and a waiter with a PIN, in a browser alone',
  atLength,
  async ({ take, server }) => {
    const { page } = await take({ language: 'zh-TW', colorScheme: 'dark' });
    let codeOfTable = '';

    await test.step('the address that the start prints sets it up', async () => {
      const [, path] = /http:\/\/localhost:\d+(\/staff\/set-up#[\w-]+)/.exec(server.printed())!;
      await page.goto(`${server.url}/zh-tw${path}`);
      await page.getByLabel(setUpTexts.name, { exact: true }).fill('街角麵館');
      await page.getByLabel(setUpTexts.tax).fill('5');
      await page.getByLabel(setUpTexts.person).fill('淑芬');
      await page.getByLabel(setUpTexts.pin).fill('1234');
      await page.getByLabel(setUpTexts.tableCount).fill('3');
      await page.getByRole('button', { name: setUpTexts.open }).click();
      await expect(page.getByText(staffTexts.fields.easyPin)).toBeVisible();
      await expectSound(page);
      await page.getByLabel(setUpTexts.pin).fill(pins.owner);
      await page.getByRole('button', { name: setUpTexts.open }).click();
      await expect(page.getByRole('heading', { name: '街角麵館' })).toBeVisible();
      await expectSound(page);
    });

    await test.step('a table more, and the sheet with their codes', async () => {
      await page.getByRole('link', { name: setUpTexts.done.sheet }).click();
      await page.getByRole('button', { name: texts.tables.add }).click();
      await page.getByLabel(texts.tables.name.replace('{{place}}', '4')).fill('露台');
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect(page.getByText(texts.unsaved)).toBeHidden();
      await expect(page.getByText(texts.tables.newTable)).toBeHidden();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: texts.paper.sheet }).click();
      const bytes = readFileSync(await (await saving).path());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      codeOfTable = /\d{12}/.exec(
        (await page
          .getByText(/\d{12}/)
          .last()
          .textContent())!,
      )![0];
      await expectSound(page);
      await takePicture(page, 'owner-house-tables');
    });

    await test.step('a wrong tax is named at its field, a right one is on every phone', async () => {
      await page.getByRole('link', { name: texts.parts.settings }).click();
      await page.getByLabel(texts.money.tax).fill('105');
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect(page.getByText(texts.wrong.taxRate)).toBeVisible();
      await expectSound(page);
      await takePicture(page, 'owner-house-settings');
      for (const leave of [
        () => page.getByRole('link', { name: texts.parts.tables }).click(),
        () => page.goBack(),
      ]) {
        await leave();
        await page.getByRole('button', { name: ownerTexts.leave.stay }).click();
        await expect(page.getByLabel(texts.money.tax)).toHaveValue('105');
      }
      await page.getByLabel(texts.money.tax).fill('7.5');
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect(page.getByText(texts.unsaved)).toBeHidden();
    });

    await test.step('somebody scans the new table', async () => {
      const guest = await take();
      await guest.page.goto(`${server.url}/m/1001/q/${codeOfTable}`);
      await expect(guest.page.getByText('街角麵館').first()).toBeVisible();
      await guest.context.close();
    });

    await test.step('a waiter gets in with a PIN, with the keyboard alone, and finds no owner’s pages', async () => {
      await page.getByRole('link', { name: texts.parts.people }).click();
      await page.getByRole('button', { name: texts.people.add }).click();
      await page.getByLabel(texts.people.name, { exact: true }).fill('小溫');
      await page.getByLabel(texts.people.pin).fill(pins.waiter);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: ownerTexts.leave.stay }).click();
      await expect(page.getByLabel(texts.people.name, { exact: true })).toHaveValue('小溫');
      await expectSound(page);
      await page.getByRole('button', { name: texts.people.addYes, exact: true }).click();
      await expect(page.getByText('小溫', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: ownerTexts.back }).click();
      await page.getByRole('button', { name: staffTexts.logOut }).click();
      await page.getByRole('button', { name: '小溫' }).press('Enter');
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByText(staffTexts.login.wrongPin)).toBeVisible();
      await expectSound(page);
      await page.getByLabel(staffTexts.login.pin).fill(pins.waiter);
      await page.keyboard.press('Enter');
      await expect(page.getByText(staffTexts.loggedIn.replace('{{name}}', '小溫'))).toBeVisible();
      await expect(page.getByRole('link', { name: staffTexts.owner })).toBeHidden();
      await expectSound(page);
      await takePicture(page, 'owner-house-waiter');
      await page.goto(`${server.url}/zh-tw/staff/house`);
      await expect(page.getByText(ownerTexts.notYours)).toBeVisible();
    });
  },
);
