import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser } from '@playwright/test';
import { filmOf } from './camera-picture.ts';
import { DinerPhone } from './diner.ts';
import { shoot } from './shots.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';

/** D10: the camera inside the app, on a film of a real QR code. */
let server: ServerProcess;
const films = mkdtempSync(join(tmpdir(), 'films-'));

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => {
  await server.stop();
  rmSync(films, { recursive: true });
});

async function browserSeeing(text: string, launchOptions: object): Promise<Browser> {
  const film = join(films, `${text.replaceAll(/\W/g, '-')}.y4m`);
  filmOf(text, film);
  const { args = [] } = launchOptions as { args?: string[] };
  return await chromium.launch({
    ...launchOptions,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}

test('the code of a table leads to the table', async ({ launchOptions }) => {
  const browser = await browserSeeing(`${server.url}/m/1001/q/2`, launchOptions);
  const ann = await DinerPhone.take(browser, server, { permissions: ['camera'] });
  await ann.page.goto(`${server.url}/home`);
  await ann.page.getByRole('link', { name: 'Scan a table' }).click();
  await expect(ann.page.getByRole('heading', { name: /How many of you/ })).toBeVisible({ timeout: 40_000 });
  await ann.chooseGuests(2);
  expect(ann.errors).toEqual([]);
  await browser.close();
});

test('another code is shown, and opens nothing', async ({ launchOptions }) => {
  const browser = await browserSeeing('https://evil.example/m/1001/q/2x', launchOptions);
  const ann = await DinerPhone.take(browser, server, { permissions: ['camera'] });
  await ann.page.goto(`${server.url}/zh-tw/scan`);
  await expect(ann.page).toHaveURL(/\/zh-tw\/scan\/result\?text=/, { timeout: 40_000 });
  await expect(ann.page.getByText('https://evil.example/m/1001/q/2x')).toBeVisible();
  await expect(ann.page.getByText('這不是桌位的 QR code', { exact: false })).toBeVisible();
  await shoot('scan-foreign', { ann: ann.page });
  await browser.close();
});

test('a refused camera is explained, and the link can be typed', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  await ann.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('denied by the diner', 'NotAllowedError'));
  });
  await ann.page.goto(`${server.url}/scan`);
  await expect(ann.page.getByText('The camera is not allowed here.', { exact: false })).toBeVisible();
  await ann.page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(ann.page.getByText('Please enter the link.')).toBeVisible();
  await ann.page.getByLabel('Or enter the link').fill('not a link');
  await ann.page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(ann.page.getByText('This is not the code of a table.', { exact: false })).toBeVisible();
  await ann.page.getByRole('button', { name: 'Scan again' }).click();
  await ann.page.getByLabel('Or enter the link').fill(`${server.url}/m/1001/q/10`);
  await ann.page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(ann.page.getByRole('heading', { name: /How many of you/ })).toBeVisible();
});
