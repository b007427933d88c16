import type { Browser, Page } from '@playwright/test';
import { openChromium } from '#e2e/support/chromium.ts';
import { DinerPhone } from '#e2e/support/diner.ts';

/** The dishes that the app has rendered. The server has rendered the first ones before, and they are left out. */
const menu = '[data-dish]:not(#first-menu *)';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' };

/** The phone of a diner at a table. */
export interface PhoneAtTable {
  /** The address of the table's menu. */
  readonly address: string;
  /** Opens a page on a phone that has scanned the table, and has no code, pictures or answers in its cache. */
  inPage<T>(work: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Waits until the menu shows its dishes. */
export async function waitForMenu(page: Page): Promise<void> {
  await page.waitForSelector(menu);
}

/** Scans a table of this server in a new browser. */
export async function openPhoneAtTable(server: string): Promise<PhoneAtTable> {
  const { browser, close } = await openChromium();
  const storageState = await scanTable(browser, server);
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

async function scanTable(browser: Browser, server: string) {
  const context = await browser.newContext(phone);
  const diner = await DinerPhone.of(context, { url: server });
  await diner.sit(1);
  await waitForMenu(diner.page);
  const state = await context.storageState();
  await context.close();
  return state;
}
