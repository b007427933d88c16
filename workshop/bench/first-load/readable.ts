/** How soon the menu can be read over a slow network: the app against a page that is nothing but the same words, styles and pictures. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { alternately, median } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { prepared } from '../taps/pages/by-hand.ts';
import type { Bench } from '../taps/pages/in-page.ts';
import { untilMenu, type PhoneAtTable } from './phone-at-table.ts';

declare const bench: Bench;

/** As Lighthouse throttles a browser for its slow 4G and a phone of the middle. */
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
};
const slowness = 4;
const runs = 5;

export async function readableTable(phone: PhoneAtTable): Promise<Table> {
  const page = await staticPage(phone);
  try {
    const pictured: { readonly app: number[]; readonly page: number[] } = { app: [], page: [] };
    const visit = (address: string, into: number[]) => async () => {
      await phone.forget();
      const { words, pictures } = await phone.inPage((tab) => visited(tab, address));
      into.push(pictures);
      return words;
    };
    const [app = [], still = []] = await alternately(runs, [
      visit(phone.address, pictured.app),
      visit(page.address, pictured.page),
    ]);
    const row = (name: string, ours: readonly number[], limit: readonly number[]) => [
      name,
      median(ours).toFixed(0),
      median(limit).toFixed(0),
      (median(ours) / median(limit)).toFixed(2),
      '≤ 1.5 ×',
    ];
    return {
      title: 'Until the menu can be read over a slow 4G, by a phone that has nothing, ms',
      head: ['', 'the app', 'a static page', 'ratio', 'target'],
      rows: [
        row('its words are painted', app, still),
        row('the pictures in sight are there, too', pictured.app, pictured.page),
      ],
      notes: [
        `Medians of ${runs} visits each, in turn: 1.6 Mbit/s, 150 ms there and back, as Lighthouse sets them in a browser; the processor ${slowness}× slower.`,
        'The static page is what the app has shown, with its styles and without any code, from one file; the pictures are the same.',
      ],
    };
  } finally {
    page.close();
  }
}

interface StaticPage {
  readonly address: string;
  close(): void;
}

/** The menu as the app shows it, and everything else from the app's server. */
async function staticPage(phone: PhoneAtTable): Promise<StaticPage> {
  const html = await phone.inPage(async (tab) => {
    await prepared(tab);
    await tab.goto(phone.address);
    await untilMenu(tab, 0);
    await tab.waitForLoadState('networkidle');
    return await tab.evaluate(() => bench.html());
  });
  const body = gzipSync(html);
  const server = createServer((request, response) => {
    if (request.url === '/static')
      return response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' })
        .end(body);
    fetch(new URL(request.url!, phone.address)).then(
      async (answer) =>
        response
          .writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' })
          .end(Buffer.from(await answer.arrayBuffer())),
      () => response.writeHead(502).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/static`,
    close: () => server.close(),
  };
}

interface Seen {
  readonly words: number;
  readonly pictures: number;
}

/** ms of the page's own clock. */
async function visited(tab: Page, address: string): Promise<Seen> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await tab.addInitScript(watchMenu);
  await tab.goto(address, { waitUntil: 'commit' });
  const seen = await tab.waitForFunction(() => (globalThis as { seen?: Promise<Seen> }).seen, undefined, {
    timeout: 60_000,
  });
  return (await seen.jsonValue()) as Seen;
}

/** Runs in the page before anything else. */
function watchMenu(): void {
  const found = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-dish]')?.checkVisibility()) return;
      observer.disconnect();
      // A frame's callbacks run before it is painted.
      requestAnimationFrame(() => setTimeout(resolve));
    }).observe(document, { childList: true, subtree: true });
  });
  Object.assign(globalThis, {
    seen: found.then(async () => {
      const words = performance.now();
      for (;;) {
        const missing = [...document.querySelectorAll<HTMLImageElement>('[data-dish] img')].some(
          (picture) => !picture.complete && picture.getBoundingClientRect().top < innerHeight,
        );
        if (!missing) return { words, pictures: performance.now() };
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }),
  });
}
