import { expect } from '@playwright/test';
import { registerGuest } from '#contract/calls/member.ts';
import staffTexts from '#locales/en-US/staff.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// D38, CX8
test('somebody without an app sits down: the table and the counter see it, and the counter sends them away', async ({
  take,
  server,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page } = await take({ ...desk, viewport: { width: 390, height: 844 } });
  const people = ann.page.locator('section[aria-labelledby=people]').getByRole('listitem');
  const picture = async (name: string) => {
    const folder = process.env['PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  await ann.sit(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openTable();
  await expect(people).toHaveCount(1);

  const asked = { headers: { merchantId: '1001' } };
  const guest = await page.request.fetch(server.url + registerGuest.path, { method: 'POST', ...asked });
  const { data } = (await guest.json()) as { data: { token: string } };
  const headers = { merchantId: '1001', authorization: `Bearer ${data.token}` };
  const scan = async () =>
    (await page.request.get(`${server.url}/api/merchant/table/qrcode/info/1`, { headers })).status();
  expect(await scan()).toBe(200);
  await expect(people).toHaveCount(2);

  await page.goto(`${server.url}/staff`);
  await page.getByLabel(staffTexts.login.person).fill('Wei');
  await page.getByLabel(staffTexts.login.password).fill(password);
  await page.getByRole('button', { name: staffTexts.login.submit }).click();
  await page.getByRole('radio', { name: staffTexts.views.tables }).check();
  await page.getByRole('button', { name: /^Manage table 1\b/ }).click();
  const stranger = page.getByRole('listitem').filter({ hasText: staffTexts.tables.nameless });
  await expect(stranger).toBeVisible();
  await expectSound(page);
  await picture('staff-diners');
  await stranger.getByRole('button').click();
  await picture('staff-diners-asked');
  await page.getByRole('alertdialog').getByRole('button', { name: staffTexts.tables.remove }).click();
  await expect(stranger).toBeHidden();
  await expect(people).toHaveCount(1);
  const bar = page.getByRole('region', { name: staffTexts.acts.bar });
  await bar.getByRole('button', { name: staffTexts.acts.undo }).click();
  await expect(bar).toContainText(staffTexts.acts.mayReturn);
  await picture('staff-diners-undone');
  expect(await scan(), 'the login has ended').toBe(401);
});
