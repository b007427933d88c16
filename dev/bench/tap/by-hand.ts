/** A copy of the app's page without the app: the same elements, styles and pictures. A few lines of code apply the tap. */
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { viewport } from './diner-page.ts';
import type { Bench, Change } from './in-page.ts';
import { prepare } from './page-code.ts';
import { tapAndSettle, type Target } from './target.ts';

declare const bench: Bench;

export interface Captured {
  readonly html: string;
  readonly body: string;
  readonly changes: readonly Change[];
}

/** Taps the target once more. Returns the page after this tap, and the changes that the tap made. */
export async function capture(target: Target): Promise<Captured> {
  await target.value.evaluate((number) => bench.keep(number));
  await tapAndSettle(target);
  return await target.page.evaluate(() => ({
    html: bench.createHtml(),
    body: bench.getBodyHtml(),
    changes: bench.listChanges(),
  }));
}

/** Sends each message back, as a hub tells all phones of a change. */
const hub = new WebSocketServer({ port: 0, host: '127.0.0.1' });
hub.on('connection', (socket) =>
  socket.on('message', (data: Buffer) => socket.send(data, { binary: false })),
);

/**
 * Opens the captured page, where a click makes all changes of the tap, stores them and sends them, or only changes the
 * number. No other code runs.
 * Throws unless two taps bring the page back to the captured state.
 */
export async function measureByHand(
  browser: Browser,
  target: Target,
  { html, body, changes }: Captured,
  which: 'all' | 'number',
): Promise<Target> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    // The browser does not know that the page comes from this machine, and would refuse the hub.
    permissions: ['local-network-access'],
  });
  await prepare(context);
  const address = new URL('/by-hand', target.page.url()).href;
  await context.route(address, async (route) => {
    const posted = route.request().postData();
    await route.fulfill(
      posted === null ? { contentType: 'text/html; charset=utf-8', body: html } : { json: posted },
    );
  });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() => bench.scrollBack());
  await page.evaluate(([some, hubAddress]) => bench.changeOnClick(some, hubAddress), [
    changes.filter(({ isNumber }) => which === 'all' || isNumber),
    which === 'all' ? `ws://127.0.0.1:${(hub.address() as AddressInfo).port}` : undefined,
  ] as const);
  const value = await page.$('[data-number]');
  if (!value) throw new Error('the page by hand has no number');
  const hand: Target = { ...target, page, value };
  const seen = [];
  for (let tap = 0; tap < 2; tap += 1) {
    await tapAndSettle(hand);
    seen.push(await page.evaluate(() => bench.getBodyHtml()));
  }
  if (seen[0] === body || seen[1] !== body) throw new Error('the page by hand differs from the app’s page');
  return hand;
}
