import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { chromiumPath } from '../../../e2e/film/chromium.ts';
import { DinerPhone } from '../../../e2e/support/diner.ts';
import { freePort } from '../../../e2e/support/table-server.ts';

/** The app's own, not what the server has drawn (D69). */
const menu = '[data-dish]:not(#first-menu *)';
/** Everything that a visit leaves behind but who sits at which table. */
const leftBehind = 'cache_storage,service_workers,indexeddb,shader_cache,file_systems';

/** A browser whose diner has scanned a table: nothing else of the app is on it after `forget`. */
export interface PhoneAtTable {
  readonly context: BrowserContext;
  /** Where other programs reach the browser. */
  readonly port: number;
  /** The menu of the table. */
  readonly address: string;
  /** A page of its own; closed afterwards. */
  inPage<T>(work: (page: Page) => Promise<T>): Promise<T>;
  /** Code, pictures and answers that were kept are gone. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Waits until the menu shows its dishes; ms since `started`. */
export async function untilMenu(page: Page, started: number): Promise<number> {
  await page.waitForSelector(menu);
  return Date.now() - started;
}

/** Scans a table of a server with a browser of its own. */
export async function phoneAtTable(server: string): Promise<PhoneAtTable> {
  const folder = mkdtempSync(join(tmpdir(), 'first-load-'));
  const port = await freePort();
  const executablePath = chromiumPath();
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  const inPage = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const page = await context.newPage();
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  };
  const diner = await DinerPhone.of(context, { url: server });
  await diner.sit(1);
  await diner.page.waitForSelector(menu);
  await diner.page.close();
  return {
    context,
    port,
    address: `${server}/merchant/1001/order`,
    inPage,
    forget: async () => {
      await inPage(async (page) => {
        const browser = await context.newCDPSession(page);
        await browser.send('Network.clearBrowserCache');
        await browser.send('Storage.clearDataForOrigin', { origin: server, storageTypes: leftBehind });
      });
    },
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
