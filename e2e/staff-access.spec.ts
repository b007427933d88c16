import { expect, type Page } from '@playwright/test';
import { setSoldOut, staffOverview } from '#contract/calls/staff.ts';
import chineseTexts from '#locales/zh-TW/staff.ts';
import staffTexts from '#locales/en-US/staff.ts';
import houseTexts from '#locales/en-US/house.ts';
import chineseHouse from '#locales/zh-TW/house.ts';
import chineseSetUp from '#locales/zh-TW/set-up.ts';
import chineseOwner from '#locales/zh-TW/owner.ts';
import ownerTexts from '#locales/en-US/owner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk } from './support/words.ts';

/** Who may act for the restaurant: its own systems with their tokens, and everybody who is logged in. */
const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

/** Where somebody wants to look at the page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/staff`);
  await page.getByLabel(staffTexts.login.person).fill('Wei');
  await page.getByLabel(staffTexts.login.password).fill(password);
  await page.getByRole('button', { name: staffTexts.login.submit }).click();
  await expect(page.getByText(staffTexts.live)).toBeVisible();
}

test('a Chinese browser gets the staff’s side in Chinese, until somebody chooses English', async ({
  take,
  server,
}) => {
  const { page } = await take({ ...desk, locale: 'zh-TW' });
  await page.goto(`${server.url}/staff?from=home#CODE`);
  await expect(page.getByRole('button', { name: chineseTexts.login.letIn })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/zh-tw/staff?from=home');
  await page.goto(`${server.url}/staff/set-up`);
  await expect(page).toHaveTitle(chineseSetUp.title);
  await page.getByRole('link', { name: 'English' }).click();
  await page.goto(`${server.url}/staff`);
  await expect(page.getByLabel(staffTexts.login.password)).toBeVisible();
});

// CX12
test(
  'a till gets a token and loses it; logging out everywhere reaches every screen',
  atLength,
  async ({ take, server }) => {
    const { page } = await take(desk);
    const { page: tablet } = await take({
      ...desk,
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    const texts = houseTexts.access;
    await logIn(page, server.url);
    await logIn(tablet, server.url);
    let secret = '';

    const statusOf = async ({ method, path }: { method: string; path: string }, data?: object) => {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await page.request.fetch(server.url + path, { method, headers, data });
      return answer.status();
    };

    await test.step('a token is made for what is ticked, and shown once', async () => {
      await page.getByRole('link', { name: staffTexts.owner }).click();
      await page.getByRole('link', { name: ownerTexts.pages.house }).click();
      await page.getByRole('link', { name: houseTexts.parts.access }).click();
      await expect(page.getByText(texts.none)).toBeVisible();
      await page.getByLabel(texts.name).fill('Bar till');
      await page.getByRole('button', { name: texts.create }).click();
      await expect(page.getByText(texts.needsScope)).toBeVisible();
      await page.getByLabel(texts.scope.soldOut).check();
      await takePicture(page, 'staff-access-form');
      await page.getByRole('button', { name: texts.create }).click();
      const dialog = page.getByRole('alertdialog');
      secret = (await dialog.getByText(/^lst_/).textContent())!;
      await expectSound(page);
      await takePicture(page, 'staff-access-secret');
      await dialog.getByRole('button', { name: ownerTexts.secret.done }).click();
      await expect(page.getByText('Bar till', { exact: true })).toBeVisible();
      await expect(page.getByText(secret)).toBeHidden();
      await expect(page.getByText(texts.neverUsed)).toBeVisible();
      await expectSound(page);
    });

    await test.step('it opens that and nothing else, until it is revoked', async () => {
      const body = { productId: 'no such dish', soldOut: true };
      expect(await statusOf(setSoldOut, body)).toBe(200);
      expect(await statusOf(staffOverview)).toBe(403);
      await page.getByRole('button', { name: 'Revoke the token of Bar till' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: texts.revoke }).click();
      await expect(page.getByText(texts.none)).toBeVisible();
      expect(await statusOf(setSoldOut, body)).toBe(401);
    });

    await test.step('the same page in Chinese, on a dark phone', async () => {
      const chinese = chineseHouse.access;
      await tablet.getByRole('link', { name: '中文' }).click();
      await tablet.goto(`${server.url}/zh-tw/staff/house?part=access`);
      await tablet.getByLabel(chinese.name).fill('吧台收銀');
      for (const scope of Object.values(chinese.scope)) await tablet.getByLabel(scope).check();
      await tablet.getByRole('button', { name: chinese.create }).click();
      await expect(tablet.getByRole('alertdialog').getByText(/^lst_/)).toBeVisible();
      await takePicture(tablet, 'staff-access-secret-zh');
      await tablet.getByRole('button', { name: chineseOwner.secret.done }).click();
      await expect(tablet.getByText(chinese.neverUsed)).toBeVisible();
      await expectSound(tablet);
      await takePicture(tablet, 'staff-access-zh');
    });

    await test.step('logged out everywhere: the other screen shows nothing of the restaurant any more', async () => {
      await page.getByRole('link', { name: houseTexts.parts.people }).click();
      await page.getByRole('button', { name: texts.everywhere }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: texts.everywhere }).click();
      await expect(page.getByLabel(staffTexts.login.password)).toBeVisible();
      await expect(tablet.getByLabel(chineseTexts.login.password)).toBeVisible();
      await expect(tablet.getByText('吧台收銀', { exact: true })).toBeHidden();
    });
  },
);
