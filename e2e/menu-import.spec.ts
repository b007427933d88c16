import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks, listLooks } from './support/words.ts';

const name = { 'en-US': 'Lemon tart', 'zh-TW': '檸檬塔' };
const createTableFile = (price: string, chinese = name['zh-TW']) => ({
  name: 'menu.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `\uFEFFSection (en-US);Section (zh-TW);Name (en-US);Name (zh-TW);Price\r\nTarts;塔類;${name['en-US']};${chinese};${price}\r\n`,
  ),
});

for (const [look, { language, ...options }] of listLooks('en-light'))
  // CX64
  test(
    `an owner imports a table, corrects a mistake, publishes it, and saves the menu as a file (${look})`,
    atLength,
    async ({ take, takeStaff }) => {
      const other = looks['zh-dark'];
      const office = await takeStaff('Wei', { language, ...options, ...desk });
      const ann = await take(other);
      await ann.logInOnPage('415-555-8811');
      await ann.sit(1);
      const onPhone = ann.page.locator('[data-dish]').filter({ hasText: name[other.language] });
      await office.openOwners('menu');
      const { page, t } = office;
      const main = page.getByRole('main');
      const chooser = main.locator('input[type=file]');
      const take_ = office.button(t('ownerMenu:files.take'), main);

      await test.step('a mistake is named by its row and column, and nothing changes', async () => {
        await office.button(t('ownerMenu:files.title'), main).click();
        await chooser.setInputFiles(createTableFile('free'));
        const alert = main.getByRole('alert');
        await expect(alert).toContainText(t('ownerMenu:files.mistakes', { count: 1 }));
        await expect(alert).toContainText('Price');
        await expectSound(page);
        await expect(take_).toBeHidden();
      });

      await test.step('the corrected file shows its changes, and goes into the draft', async () => {
        await chooser.setInputFiles(createTableFile('4,50'));
        await expect(main.getByText(t('ownerMenu:change.count.newDish', { count: 1 }))).toBeVisible();
        await expect(main.getByText(name[language])).toBeVisible();
        await expectSound(page);
        await take_.click();
        await expect(main.getByText(t('ownerMenu:saving.saved'))).toBeVisible();
        await expect(onPhone, 'guests do not see it yet').toHaveCount(0);
      });

      await test.step('it is discarded as a whole, and imported again', async () => {
        await office.button(t('ownerMenu:discard.button'), main).click();
        await office.button(t('ownerMenu:discard.button'), page.getByRole('alertdialog')).click();
        await expect(office.button(t('ownerMenu:publish.nothing'), main)).toBeDisabled();
        await office.button(t('ownerMenu:files.title'), main).click();
        await chooser.setInputFiles(createTableFile('4,50'));
        await take_.click();
      });

      await test.step('published, a diner sees the dish', async () => {
        await expect(main.getByText(t('ownerMenu:saving.saved'))).toBeVisible();
        await office.button(t('ownerMenu:publish.open', { count: 2 }), main).click();
        await office.button(t('ownerMenu:publish.now'), page.getByRole('dialog')).click();
        await expect(onPhone).toContainText('4.50');
      });

      await test.step('a missing text is listed, and a click leads to its field', async () => {
        await office.button(t('ownerMenu:files.title'), main).click();
        await chooser.setInputFiles(createTableFile('4,50', ''));
        await take_.click();
        await office.button(t('ownerMenu:texts.open', { count: 1 }), main).click();
        await expect(main.getByText(t('ownerMenu:texts.field.name'), { exact: true })).toBeVisible();
        await expectSound(page);
        await office.button(t('ownerMenu:texts.write'), main).click();
        const field = main.locator('input[lang="zh-TW"]').first();
        await expect(field).toBeFocused();
        await expect(field, 'the text that guests read until then').toHaveAttribute(
          'placeholder',
          name['en-US'],
        );
        await field.fill(name['zh-TW']);
        await expect(office.button(t('ownerMenu:publish.nothing'), main)).toBeDisabled();
      });

      await test.step('the saved table is the menu: choosing it again changes nothing', async () => {
        await office.button(t('ownerMenu:files.title'), main).click();
        const download = page.waitForEvent('download');
        await office.button(t('ownerMenu:files.format.csv'), main).click();
        const path = await (await download).path();
        expect(readFileSync(path, 'utf8')).toContain(name['zh-TW']);
        await chooser.setInputFiles(path);
        await expect(main.getByText(t('ownerMenu:files.nothing'))).toBeVisible();
      });
    },
  );
