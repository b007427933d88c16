import type { Browser, Page } from '@playwright/test';
import { openChromium } from '#e2e/support/chromium.ts';
import { DinerPhone } from '#e2e/support/diner.ts';

/** The dishes that the app has drawn, not the first ones that the server has drawn before (D69). */
const menu = '[data-dish]:not(#first-menu *)';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' };

/** A diner's phone that sits at a table. */
export interface PhoneAtTable {
  /** The menu of the table. */
  readonly address: string;
  /** A page on a phone that has nothing but the table that its diner has scanned: no code, no pictures, no answers. */
  inPage<T>(work: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Waits until the menu shows its dishes. */
export async function untilMenu(page: Page): Promise<void> {
  await page.waitForSelector(menu);
}

/** Scans a table of a server. */
export async function phoneAtTable(server: string): Promise<PhoneAtTable> {
  const { browser, close } = await openChromium();
  const storageState = await scannedTable(browser, server);
  return {
    address: `${server}/merchant/1001/order`,
    async inPage(work) {
      const context = await browser.newContext({ ...phone, storageState });
      try {
        return await work(await context.newPage());
      } finally {
        await context.close();
      }
    },
    close,
  };
}

async function scannedTable(browser: Browser, server: string) {
  const context = await browser.newContext(phone);
  const diner = await DinerPhone.of(context, { url: server });
  await diner.sit(1);
  await untilMenu(diner.page);
  const state = await context.storageState();
  await context.close();
  return state;
}
