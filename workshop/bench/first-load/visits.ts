import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';
import { untilMenu, type PhoneAtTable } from './phone-at-table.ts';

interface FirstVisit {
  /** Scripts that had been asked for when the menu was shown. */
  readonly files: number;
  /** Bytes of them, gzip. */
  readonly gzip: number;
  /** Calls of the API until then. */
  readonly calls: number;
  /** ms */
  readonly menuAfter: number;
}

/** A visit by a phone that has nothing of the app; answers what it fetched until the menu was there. */
export async function firstVisit(phone: PhoneAtTable): Promise<FirstVisit> {
  await phone.forget();
  return await phone.inPage(async (page) => {
    const scripts: Response[] = [];
    let calls = 0;
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.endsWith('.js')) scripts.push(answer);
      if (pathname.startsWith('/api/')) calls += 1;
    });
    const shown = paintedAt(page);
    await page.goto(phone.address, { waitUntil: 'commit' });
    const menuAfter = await shown;
    const before = await page.evaluate(
      (until) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.endsWith('.js') && startTime < until)
          .map(({ name }) => name),
      menuAfter,
    );
    const callsThen = calls;
    const bodies = await Promise.all(
      scripts.filter((each) => before.includes(each.url())).map((each) => each.body()),
    );
    const gzip = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    return { files: before.length, gzip, calls: callsThen, menuAfter };
  });
}

/** The page's own clock, ms, when the first dish stands in it. */
async function paintedAt(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const found = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-dish]:not(#first-menu *)')) return;
        observer.disconnect();
        resolve(performance.now());
      }).observe(document, { childList: true, subtree: true });
    });
    Object.assign(globalThis, { menuPainted: found });
  });
  return await page
    .waitForFunction(() => (globalThis as { menuPainted?: Promise<number> }).menuPainted, undefined, {
      timeout: 60_000,
    })
    .then((handle) => handle.jsonValue() as Promise<number>);
}

/** A second visit without a network: ms until the menu is shown. Rejects when it never is. */
export async function offlineVisit(phone: PhoneAtTable): Promise<number> {
  await phone.inPage(async (page) => {
    await page.goto(phone.address);
    await untilMenu(page, 0);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // What is kept is written beside what is shown.
    await page.waitForTimeout(5_000);
  });
  await phone.context.setOffline(true);
  try {
    return await phone.inPage(async (page) => {
      const started = Date.now();
      await page.goto(phone.address, { waitUntil: 'commit' });
      return await untilMenu(page, started);
    });
  } finally {
    await phone.context.setOffline(false);
  }
}
