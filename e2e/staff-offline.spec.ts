import { expect } from '@playwright/test';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

test('without a server the counter says so within seconds, refuses a tap at once, and starts anew', async ({
  take,
  server,
}) => {
  const device = await take({ ...looks['en-light'], ...desk, serviceWorkers: 'allow' });
  const staff = new StaffScreen(device, server);
  const { page, t } = staff;
  await staff.logIn('Ada', password);
  await staff.show('menu');
  const toggle = page.getByRole('switch').first();
  await expect(toggle).toBeVisible();
  // The worker has the code of this page.
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated');

  await server.kill();
  await expect(page.getByText(t('staff:unreachable'), { exact: true })).toBeVisible({ timeout: 8_000 });
  await expect(page.getByRole('heading', { name: t('staff:offline.title') })).toBeVisible();
  await toggle.click();
  await expect(page.getByText(t('staff:offline.refused')).first()).toBeVisible({ timeout: 500 });

  await page.reload();
  await expect(page.getByRole('heading', { name: t('staff:offline.title') })).toBeVisible();
  await server.restart();
  await expect(page.getByText(t('staff:live'), { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(t('staff:offline.title'))).toBeHidden();
});
