import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

test('without a server the counter says so within seconds, refuses a tap at once, and starts anew', async ({
  takeStaff,
  server,
}) => {
  const staff = await takeStaff('Ada', { ...looks['en-light'], ...desk, serviceWorkers: 'allow' });
  const { page, t } = staff;
  await staff.show('menu');
  const toggle = page.getByRole('switch').first();
  await expect(toggle).toBeVisible();
  await staff.device.workerInCharge();

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
