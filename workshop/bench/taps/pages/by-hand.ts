/** The app's page without the app: the same elements, styles and pictures, in which plain code changes what a tap changes. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { pageCode } from '../../browser/blank-page.ts';
import { viewport } from './diner-page.ts';
import type { Bench, Change } from './in-page.ts';
import { settledTap, type Target } from './target.ts';

declare const bench: Bench;

const code = await pageCode('workshop/bench/taps/pages/in-page.ts');

/** Call before a page is opened: what the bench asks pages for. */
export async function prepared(context: BrowserContext | Page): Promise<void> {
  await context.addInitScript({ content: code });
}

/** As long as a tap's event (see the wire's table). */
const record = { event: 'x'.repeat(420) };

interface Captured {
  readonly html: string;
  readonly changes: readonly Change[];
}

/** The target's page after one more tap, and what that tap has changed. */
export async function captured(target: Target): Promise<Captured> {
  await target.value.evaluate((number) => bench.keep(number));
  await settledTap(target);
  return await target.page.evaluate(() => ({ html: bench.html(), changes: bench.changes() }));
}

/**
 * That page where a click makes all of the tap's changes, or the number's alone, and nobody else's code runs; or where it
 * is durable and sent, too, by the browser's own means: the number at once, the rest after its frame.
 */
export async function byHand(
  browser: Browser,
  target: Target,
  { html, changes }: Captured,
  which: 'all' | 'number' | 'keptAndSent',
): Promise<Target> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await prepared(context);
  const address = new URL('/by-hand', target.page.url()).href;
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() => bench.scrollBack());
  if (which === 'keptAndSent') {
    await context.route(`${address}/answer`, (route) => route.fulfill({ json: { accepted: record } }));
    await page.evaluate(([all, text, path]) => bench.keepAndSendOnClick(all, text, path), [
      changes,
      JSON.stringify(record),
      `${address}/answer`,
    ] as const);
  } else
    await page.evaluate(
      (some) => bench.changeOnClick(some),
      changes.filter(({ isNumber }) => which === 'all' || isNumber),
    );
  return { ...target, page };
}
