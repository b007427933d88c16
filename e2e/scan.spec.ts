import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser } from '@playwright/test';
import { writeFilm } from './support/camera-picture.ts';
import { DinerPhone } from './support/diner.ts';
import { shareServer, test } from './support/test.ts';
import { listLooks } from './support/words.ts';

/** The camera inside the app, which sees a film of a real QR code. */
shareServer();
const films = mkdtempSync(join(tmpdir(), 'films-'));

test.afterAll(() => rmSync(films, { recursive: true }));

async function launchWithQrCode(text: string, launchOptions: object): Promise<Browser> {
  const film = join(films, `${text.replaceAll(/\W/g, '-')}.y4m`);
  writeFilm(text, film);
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

for (const [look, options] of listLooks('zh-dark')) {
  // CP17
  test(`the code of a table leads to the table: ${look}`, async ({ server, launchOptions }) => {
    const browser = await launchWithQrCode(
      `${server.url}/m/1001/q/${look === 'en-light' ? 2 : 3}`,
      launchOptions,
    );
    const ann = await DinerPhone.take(browser, server, { ...options, permissions: ['camera'] });
    const { t } = ann.words;
    await ann.open('/home');
    await ann.link(t('scan:home.scan')).click();
    await expect(ann.heading(t('table:guests.title'))).toBeVisible({ timeout: 40_000 });
    await ann.chooseGuests(2);
    expect(ann.errors).toEqual([]);
    await browser.close();
  });

  // CP17
  test(`another code is shown, and opens nothing: ${look}`, async ({ server, launchOptions }) => {
    const browser = await launchWithQrCode('https://evil.example/m/1001/q/2x', launchOptions);
    const ann = await DinerPhone.take(browser, server, { ...options, permissions: ['camera'] });
    await ann.open('/scan');
    await expect(ann.page).toHaveURL(/\/scan\/result\?text=/, { timeout: 40_000 });
    await expect(ann.page.getByText('https://evil.example/m/1001/q/2x')).toBeVisible();
    await expect(ann.page.getByText(ann.words.t('scan:result.foreign'))).toBeVisible();
    await browser.close();
  });

  test(`without camera permission the app explains it, and the link can be typed: ${look}`, async ({
    take,
    server,
  }) => {
    const ann = await take(options);
    const { t } = ann.words;
    const link = ann.page.getByLabel(t('scan:link.label'));
    const open = ann.button(t('scan:link.go'), 'exact');
    await ann.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('denied by the diner', 'NotAllowedError'));
    });
    await ann.open('/scan');
    await expect(ann.page.getByText(t('scan:camera.denied'))).toBeVisible();
    await open.click();
    await expect(ann.page.getByText(t('scan:link.required'))).toBeVisible();
    await link.fill('not a link');
    await open.click();
    await expect(ann.page.getByText(t('scan:result.foreign'))).toBeVisible();
    await ann.button(t('scan:result.again')).click();
    await link.fill(`${server.url}/m/1001/q/${look === 'en-light' ? 10 : 11}`);
    await open.click();
    await expect(ann.heading(t('table:guests.title'))).toBeVisible();
  });
}
