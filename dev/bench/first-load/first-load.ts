/**
 * Measures how soon a phone with an empty cache shows the menu over a slow network. It compares the app with a static page
 * that has the same words, styles and pictures, and no code.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startTableServer } from '#e2e/support/table-server.ts';
import { formatRatio, runInTurns } from '../measures.ts';
import type { Table } from '../table.ts';
import type { Bench } from '../tap/in-page.ts';
import { bundlePageCode, prepare } from '../tap/page-code.ts';
import { openPhoneAtTable, waitForMenu, type PhoneAtTable } from './phone-at-table.ts';
import type { Seen } from './watch-menu.ts';

declare const bench: Bench;

/** Lighthouse's throttling for slow 4G and a mid-range phone. Latency in ms, throughput in bytes per second. */
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
};
const slowness = 4;
const rounds = 7;
const watchMenu = await bundlePageCode('dev/bench/first-load/watch-menu.ts');

/** Runs the bench. Throws if there is no build in `dist`. */
export async function run(): Promise<Table> {
  if (!existsSync('dist/index.html')) throw new Error('there is no built app: run "npx vite build"');
  const server = await startTableServer();
  const phone = await openPhoneAtTable(server.url);
  const page = await serveStaticPage(phone);
  try {
    const shown = { app: '', still: '' };
    const visit = (which: keyof typeof shown, address: string) => async () => {
      const { dishes, words, pictures } = await phone.inPage((tab) => visitSlowly(tab, address));
      shown[which] = dishes;
      if (shown.app && shown.still && shown.app !== shown.still)
        throw new Error(`other dishes in sight: ${JSON.stringify(shown)}`);
      return { words, pictures };
    };
    const { app, still } = await runInTurns(rounds, {
      app: visit('app', phone.address),
      still: visit('still', page.address),
    });
    const createRow = (what: string, key: 'words' | 'pictures') => [
      what,
      app[key].toFixed(0),
      still[key].toFixed(0),
      formatRatio(app[key], still[key]),
    ];
    return {
      title: 'First load of the menu over a slow 4G, by a phone that has nothing: ms',
      head: ['', 'the app', 'a static page', 'ratio'],
      rows: [
        createRow('the words are painted', 'words'),
        createRow('the pictures in sight are there, too', 'pictures'),
      ],
      notes: [
        `Medians of ${rounds} visits each, in turns after one to warm up: 1.6 Mbit/s, 150 ms there and back, the processor ${slowness}× slower.`,
        'The static page is what the app has shown, with its styles and without code, in one compressed file; the pictures are the same.',
        'Both must show the same dishes with the same words in sight, or the bench fails.',
      ],
    };
  } finally {
    page.close();
    await phone.close();
    await server.stop();
  }
}

interface StaticPage {
  readonly address: string;
  close(): void;
}

/** Serves the menu as the app shows it. Other requests go to the app's server. */
async function serveStaticPage(phone: PhoneAtTable): Promise<StaticPage> {
  const html = await phone.inPage(async (tab) => {
    await prepare(tab);
    await tab.goto(phone.address);
    await waitForMenu(tab);
    await tab.waitForLoadState('networkidle');
    return await tab.evaluate(() => bench.createHtml());
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

async function visitSlowly(tab: Page, address: string): Promise<Seen> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await tab.addInitScript({ content: watchMenu });
  await tab.goto(address, { waitUntil: 'commit' });
  const seen = await tab.waitForFunction(() => (globalThis as { seen?: Promise<Seen> }).seen, undefined, {
    timeout: 60_000,
  });
  return (await seen.jsonValue()) as Seen;
}
