import { expect } from '@playwright/test';
import { setSoldOut, staffOverview } from '#contract/calls/staff.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks, loadWords } from './support/words.ts';

test('a Chinese browser gets the staff’s app in Chinese, until a person chooses English', async ({
  take,
  server,
}) => {
  const { page, words } = await take({ ...desk, locale: 'zh-TW' });
  const zh = await loadWords('zh-TW');
  await page.goto(`${server.url}/staff?from=home#CODE`);
  await expect(page.getByRole('button', { name: zh.t('staff:login.letIn') })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/zh-tw/staff?from=home');
  await page.goto(`${server.url}/staff/set-up`);
  await expect(page).toHaveTitle(zh.t('setUp:title'));
  await page.getByRole('link', { name: 'English' }).click();
  await page.goto(`${server.url}/staff`);
  await expect(page.getByLabel(words.t('staff:login.password'))).toBeVisible();
});

// CX12
test(
  'a POS gets a token and loses it; logging out everywhere reaches every screen',
  atLength,
  async ({ takeStaff, server }) => {
    const office = await takeStaff('Wei');
    const tablet = await takeStaff('Wei', looks['zh-dark']);
    const { page, t } = office;
    const alert = page.getByRole('alertdialog');
    let secret = '';

    const fetchStatus = async ({ method, path }: { method: string; path: string }, data?: object) => {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await page.request.fetch(server.url + path, { method, headers, data });
      return answer.status();
    };

    await test.step('a token is created for the ticked scopes, and shown once', async () => {
      await office.openOwners('house');
      await office.link(t('house:parts.access')).click();
      await expect(page.getByText(t('house:access.none'))).toBeVisible();
      await page.getByLabel(t('house:access.name')).fill('Bar till');
      await office.button(t('house:access.create')).click();
      await expect(page.getByText(t('house:access.needsScope'))).toBeVisible();
      await page.getByLabel(t('house:access.scope.soldOut')).check();
      await office.button(t('house:access.create')).click();
      secret = (await alert.getByText(/^lst_/).textContent())!;
      await expectSound(page);
      await office.button(t('owner:secret.done')).click();
      await expect(page.getByText('Bar till', { exact: true })).toBeVisible();
      await expect(page.getByText(secret)).toBeHidden();
      await expect(page.getByText(t('house:access.neverUsed'))).toBeVisible();
      await expectSound(page);
    });

    await test.step('it allows those calls and no others, until it is revoked', async () => {
      const body = { productId: 'no such dish', soldOut: true };
      expect(await fetchStatus(setSoldOut, body)).toBe(200);
      expect(await fetchStatus(staffOverview)).toBe(403);
      await office.button('Revoke the token of Bar till').click();
      await office.button(t('house:access.revoke'), alert).click();
      await expect(page.getByText(t('house:access.none'))).toBeVisible();
      expect(await fetchStatus(setSoldOut, body)).toBe(401);
    });

    await test.step('the same page in Chinese, on a dark phone', async () => {
      await tablet.openOwners('house');
      await tablet.link(tablet.t('house:parts.access')).click();
      await expect(tablet.page.getByText(tablet.t('house:access.none'))).toBeVisible();
      await expectSound(tablet.page);
    });

    await test.step('logged out everywhere: the other screen shows nothing of the restaurant any more', async () => {
      await office.link(t('house:parts.people')).click();
      await office.button(t('house:access.everywhere')).click();
      await office.button(t('house:access.everywhere'), alert).click();
      await expect(page.getByLabel(t('staff:login.password'))).toBeVisible();
      await expect(tablet.page.getByLabel(tablet.t('staff:login.password'))).toBeVisible();
      await expect(tablet.page.getByText(tablet.t('house:access.none'))).toBeHidden();
    });
  },
);
