import { expect } from '@playwright/test';
import { startCloudPrntPrinter } from '#testing/stand-ins/cloudprnt-printer.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, listLooks } from './support/words.ts';

for (const [look, { language, ...options }] of listLooks('zh-dark'))
  // CX47, CX51
  test(
    `an owner adds a polling printer, prints a test and sees that it runs out of paper (${look})`,
    atLength,
    async ({ takeStaff }) => {
      const office = await takeStaff('Wei', { language, ...options, ...desk });
      const { page, t } = office;
      const main = page.getByRole('main');
      const dialog = page.getByRole('alertdialog');
      await office.openOwners('printers');

      await test.step('a printer without an address is refused at its field', async () => {
        await office.button(t('printers:add'), main).click();
        await main.getByLabel(t('printers:fields.address')).fill('by the window');
        await office.button(t('printers:save'), main).click();
        await expect(main.getByText(t('printers:refused.badAddress'))).toBeVisible();
        await expectSound(page);
      });

      const address = await test.step('a Star printer gets a secret address', async () => {
        await main.getByLabel(t('printers:fields.way'), { exact: true }).selectOption('star');
        await main.getByLabel(t('printers:fields.bills')).check();
        await main.getByLabel(t('printers:fields.autoReceipt')).check();
        await expectSound(page);
        await office.button(t('printers:save'), main).click();
        const secret = await dialog.locator('code').innerText();
        await office.button(t('owner:secret.done'), dialog).click();
        await expect(main.getByText(t('printers:states.never'))).toBeVisible();
        return secret;
      });

      const printer = await startCloudPrntPrinter({ url: address });
      await test.step('its test is printed', async () => {
        await office.button(t('printers:test'), main).click();
        await expect.poll(() => printer.poll()).toBe(true);
        await expect(main.getByText(t('printers:states.ok'))).toBeVisible({ timeout: 20_000 });
        await expectSound(page);
      });

      await test.step('without paper it is shown on the page and on the board', async () => {
        printer.switches.paperOut = true;
        await printer.poll();
        await expect(main.getByText(t('printers:states.noPaper'))).toBeVisible({ timeout: 20_000 });
        await page.getByRole('link', { name: t('owner:back') }).click();
        await expect(page.getByText(/印表機沒有紙了|has no paper/)).toBeVisible();
      });
      await printer.close();
    },
  );
