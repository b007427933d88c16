import { expect } from '@playwright/test';
import { registerGuest } from '#contract/calls/member.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

// CX19, CX8
test('a diner without an app joins: the table and the counter see it, and the counter removes them', async ({
  take,
  takeStaff,
  server,
}) => {
  const ann = await take(looks['zh-dark']);
  const staff = await takeStaff('Wei', looks['en-light']);
  const { page, t } = staff;
  const people = ann.page.locator('section[aria-labelledby=people]').getByRole('listitem');
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

  await staff.show('tables');
  await staff.tile('1').click();
  const stranger = page.getByRole('listitem').filter({ hasText: t('staff:tables.nameless') });
  await expect(stranger).toBeVisible();
  await expectSound(page);
  await stranger.getByRole('button').click();
  await staff.button(t('staff:tables.remove'), page.getByRole('alertdialog')).click();
  await expect(stranger).toBeHidden();
  await expect(people).toHaveCount(1);
  await staff.undo.click();
  await expect(staff.bar).toContainText(t('staff:acts.mayReturn'));
  expect(await scan(), 'the login has ended').toBe(401);
});
