/** From a tap to the paint of the changed number, in the built app and on a page with nothing but a counter. */
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { openChromium } from '../../../e2e/film/chromium.ts';
import { blankPage, pageCode } from '../browser/blank-page.ts';
import { fullTable, type FullTable } from '../browser/full-table.ts';
import { median, progress, quantile } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { seatedDiner, viewport } from './pages/diner-page.ts';
import { changesPerSecond, evening, fillCarts, keepTapping } from './evening.ts';
import { renderTable } from './renders/render-count.ts';
import { longTasks, probed, slowed, tapTime, targetOf, type Target } from './tap-time.ts';

/** The processor is so many times slower. */
const slowness = 4;
const rounds = 4;
const tapsInTurn = 5;

interface Row {
  readonly name: string;
  readonly app: number[];
  readonly counter: number[];
  /** ms of each in the app. */
  readonly long: number[];
}

export async function run(): Promise<readonly Table[]> {
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  if (!existsSync('dist/index.html')) throw new Error('there is no built app: run "npx vite build"');
  const { browser, close } = await openChromium();
  try {
    const table = await fullTable(evening);
    try {
      await fillCarts(table);
      return [timeTable(await times(browser, table)), await renderTable(browser)];
    } finally {
      await table.close();
    }
  } finally {
    await close();
  }
}

async function times(browser: Browser, table: FullTable): Promise<Row[]> {
  const counter = await counterPage(browser);
  const diner = await seatedDiner(browser, table, probed);
  await slowed(diner.page, slowness);
  const inMenu = await diner.inMenu();
  const quiet = await inTurns('In the menu', inMenu, counter);
  const busy = await whileOthersTap(table, () => inTurns('In the menu, busy', inMenu, counter));
  const inCart = await diner.inCart();
  const quietCart = await inTurns('In the open cart', inCart, counter);
  const busyCart = await whileOthersTap(table, () => inTurns('In the open cart, busy', inCart, counter));
  return [quiet, busy, quietCart, busyCart];
}

async function counterPage(browser: Browser): Promise<Target> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2 });
  await probed(context);
  const code = await pageCode('workshop/bench/taps/pages/counter.tsx');
  const page = await blankPage(context, 'http://localhost:4998', code);
  await slowed(page, slowness);
  return await targetOf(page, page.locator('#plus'), page.locator('#value'));
}

async function whileOthersTap<T>({ phones }: FullTable, work: () => Promise<T>): Promise<T> {
  const stop = keepTapping(phones);
  try {
    return await work();
  } finally {
    stop();
  }
}

async function inTurns(name: string, app: Target, counter: Target): Promise<Row> {
  const row: Row = { name, app: [], counter: [], long: [] };
  for (const target of [app, counter]) await tapTime(target);
  await longTasks(app.page);
  for (let round = 0; round < rounds; round += 1) {
    for (let tap = 0; tap < tapsInTurn; tap += 1) row.counter.push(await tapTime(counter));
    for (let tap = 0; tap < tapsInTurn; tap += 1) row.app.push(await tapTime(app));
    row.long.push(...(await longTasks(app.page)));
  }
  progress(
    `${name}: ${median(row.app).toFixed(1)} ms, counter ${median(row.counter).toFixed(1)} ms, ${row.long.length} long tasks`,
  );
  return row;
}

function timeTable(rows: readonly Row[]): Table {
  return {
    title: `From the tap to the paint, ms, processor ${slowness}× slower: ${evening.dishes} dishes, 8 diners, 100 lines`,
    head: ['', 'p50', 'p95', 'counter p50', 'counter p95', 'ratio', 'tasks over 50 ms', 'longest'],
    rows: rows.map(({ name, app, counter, long }) => [
      name,
      median(app).toFixed(1),
      quantile(app, 0.95).toFixed(1),
      median(counter).toFixed(1),
      quantile(counter, 0.95).toFixed(1),
      (median(app) / median(counter)).toFixed(2),
      String(long.length),
      long.length === 0 ? '' : Math.max(...long).toFixed(0),
    ]),
    notes: [
      `Medians of ${rounds * tapsInTurn} taps on a plus, in turns of ${tapsInTurn}. Busy: ${changesPerSecond} changes a second arrive from seven other phones.`,
      'The counter is a page with nothing but React, a button and a number, in the same browser, as slow.',
    ],
  };
}
