import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

// CB10, CA5, CA7, D21
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
  await page.getByRole('button', { name: /^加點/ }).first().click();
  const name = page.getByRole('dialog', { name: '請問怎麼稱呼您？' });
  await name.getByLabel('名字').fill('美玲');
  await shoot('22-name-zh', { phone: page });
  await name.getByRole('button', { name: '儲存並繼續' }).click();
  await page.getByRole('button', { name: /查看購物車/ }).click();
  const cart = page.getByRole('dialog', { name: '本桌購物車' });
  await expect(cart.getByRole('region', { name: /美玲/ })).toBeVisible();
  await shoot('23-cart-zh', { phone: page });

  await cart.getByRole('button', { name: '確認餐點' }).click();
  const review = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /送出訂單/ }) });
  const orderCode = review.getByRole('textbox');
  await review.getByRole('button', { name: /送出訂單/ }).click();
  await expect(orderCode).toHaveAccessibleDescription(/請輸入/);
  await review.getByRole('button', { name: /傳送|取得|寄/ }).click();
  const code = await phone.codeFor('Table 1');
  await orderCode.fill(code === '0000' ? '1111' : '0000');
  await review.getByRole('button', { name: /送出訂單/ }).click();
  await expect(orderCode).toHaveAccessibleDescription(/不正確|有誤|錯誤/);
  await shoot('24-wrong-code-zh', { phone: page });
  await orderCode.fill(code);
  await review.getByRole('button', { name: /送出訂單/ }).click();
  await expect(page).toHaveURL(/\/zh-tw\/merchant\/1002\/order-detail\//);
  await shoot('25-ordered-zh', { phone: page });
  expect(phone.errors).toEqual([]);
});
