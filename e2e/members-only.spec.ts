import { expect, test } from '@playwright/test';
import { DinerPhone } from './diner.ts';
import { shoot } from './shots.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test('no visitors, order code required: log in first, the code at the end, in Chinese and in the dark', async ({
  browser,
}) => {
  const phone = await DinerPhone.take(browser, server, { colorScheme: 'dark' });
  const { page } = phone;
  await phone.scan('/m/1002/q/1');
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip for now' })).toBeHidden();
  await shoot('20-login-first', { phone: page });
  await phone.logIn('415-555-2672');
  await phone.chooseGuests(3);
  await page.getByRole('link', { name: '中文' }).click();
  await expect(page).toHaveURL(/\/zh-tw\/merchant\/1002\/order$/);
  await shoot('21-menu-zh', { phone: page });
  const add = page.getByRole('button', { name: /^加入/ }).first();
  await add.click();
  const name = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await name.getByRole('textbox').fill('美玲');
  await shoot('22-name-zh', { phone: page });
  await name.getByRole('button').filter({ hasText: /\S/ }).last().click();
  await expect(name).toBeHidden();
  await page
    .getByRole('button', { name: /購物車|點餐|餐點/ })
    .last()
    .click();
  await shoot('23-cart-zh', { phone: page });
});
