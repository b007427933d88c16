import { expect } from '@playwright/test';
import { showOrderCode, staffLogin } from '#contract/calls/staff.ts';
import { staffPassword } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';

/** The order code that the staff give to table 1. */
async function fetchNewCode(url: string): Promise<string> {
  const call = async (path: string, body: object, cookie = '') => {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    return await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const login = await call(staffLogin.path, { merchantId: '1002', password: staffPassword });
  const cookie = login.headers.getSetCookie().map((each) => each.split(';', 1)[0]!);
  const asked = { tableId: '1002001', renew: true };
  const answer = await call(showOrderCode.path, asked, cookie.join('; '));
  return ((await answer.json()) as { data: { code: string } }).data.code;
}

// CB10, CA5, CA7, CE24
test(
  'without guests, and with an order code: login first, the code at the end, in Chinese and in the dark',
  atLength,
  async ({ take, server }) => {
    const phone = await take({ colorScheme: 'dark' });
    const { page } = phone;
    await phone.scan('/m/1002/q/1');
    await expect(phone.dialog('Log in')).toBeVisible();
    await expect(phone.button('Skip for now')).toBeHidden();
    await phone.logInAndGoOn('415-555-2672');
    // The app asks for the number of guests before the login.
    await phone.part(phone.screen.guests(3)).click();
    await phone.expectMenu();
    await phone.link('中文').click();
    await expect(page).toHaveURL(/\/zh-tw\/merchant\/1002\/order$/);
    await phone.button(/^加點/).first().click();
    const name = phone.dialog('請問怎麼稱呼您？');
    await name.getByLabel('名字').fill('美玲');
    await name.getByRole('button', { name: '繼續' }).click();
    await phone.button(/查看購物車/).click();
    const cart = phone.dialog('本桌購物車');
    await expect(cart.getByRole('region', { name: /美玲/ })).toBeVisible();

    await cart.getByRole('button', { name: '確認餐點' }).click();
    const review = page.getByRole('dialog').filter({ has: phone.button(/送出訂單/) });
    const orderCode = review.getByRole('textbox');
    await review.getByRole('button', { name: /送出訂單/ }).click();
    await expect(orderCode).toHaveAccessibleDescription(/請輸入/);
    await review.getByRole('button', { name: '傳送點餐碼' }).click();
    const code = await phone.codeFor('Table 1');
    const wrong = code === '000000' ? '111111' : '000000';
    await orderCode.fill(wrong);
    await review.getByRole('button', { name: /送出訂單/ }).click();
    await expect(orderCode).toHaveAccessibleDescription(/不正確/);
    await test.step('after too many wrong codes only the staff let the table order', async () => {
      for (let n = 0; n < 10; n += 1) {
        await orderCode.fill(`${n}`);
        await review.getByRole('button', { name: /送出訂單/ }).click();
        await expect(orderCode).toHaveAccessibleDescription(n < 9 ? /不正確/ : /向服務人員索取新的點餐碼/);
      }
      await orderCode.fill(code);
      await review.getByRole('button', { name: /送出訂單/ }).click();
      await expect(orderCode).toHaveAccessibleDescription(/向服務人員索取新的點餐碼/);
      await review.getByRole('button', { name: '傳送點餐碼' }).click();
      await expect(phone.toast('本桌輸入錯誤點餐碼的次數過多，請向服務人員索取新的點餐碼。')).toBeVisible();
    });
    await orderCode.fill(await fetchNewCode(server.url));
    await review.getByRole('button', { name: /送出訂單/ }).click();
    await expect(page).toHaveURL(/\/zh-tw\/merchant\/1002\/order-detail\//);
  },
);
