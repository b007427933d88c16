/**
 * Measures the cost of a tap on a plus button, in the built app at a full table. It compares the app with a copy of the
 * page, with the same elements, styles and pictures, that a few lines of code change.
 */
import { existsSync } from 'node:fs';
import { openChromium } from '#e2e/support/chromium.ts';
import { calculateMedian, formatRatio } from '../measures.ts';
import type { Table } from '../table.ts';
import { measureBusyTable } from './busy.ts';
import { measureByHand, capture } from './by-hand.ts';
import { full, fillCarts } from './carts.ts';
import { measureCosts, type Cost } from './cost.ts';
import { seatDiner } from './diner-page.ts';
import { openFullTable, type FullTable } from '#testing/full-table.ts';
import { prepare } from './page-code.ts';
import { tapAndSettle, type Target } from './target.ts';
import type { Browser } from '@playwright/test';

const rounds = 12;

export async function run(): Promise<Table> {
  // Phones warn when they repeat a request at their start. These warnings do not matter here.
  console.warn = () => undefined;
  if (!existsSync('dist/index.html')) throw new Error('there is no built app: run "npx vite build"');
  const { browser, close } = await openChromium();
  try {
    const table = await openFullTable(full);
    try {
      await fillCarts(table);
      const diner = await seatDiner(browser, table, prepare);
      const rows: string[][] = [];
      for (const [where, find] of [
        ['In the menu', diner.inMenu],
        ['In the open cart', diner.inCart],
      ] as const) {
        const target = await find();
        rows.push(...(await measureRows(where, browser, target)));
        rows.push(...(await measureBusyRows(where, browser, table, target)));
      }
      return {
        title: `What a tap costs the page: ${full.dishes} dishes, 8 diners, 100 lines`,
        head: ['', 'the app', 'by hand', 'ratio'],
        rows,
        notes: [
          `Medians of ${rounds} taps each, in turns after one to warm up, each after the page has been quiet; ms of the main thread’s processor.`,
          'By hand, a click changes what the tap has changed: the number alone until the commit, all texts and styles for the whole tap.',
          'At a busy table the others make 20 changes a second, and the page has a quarter of the processor; the second column is the limit.',
          'The app must count every tap, and the page by hand must end as the app’s page, or the bench fails.',
        ],
      };
    } finally {
      await table.close();
    }
  } finally {
    await close();
  }
}

async function measureRows(where: string, browser: Browser, app: Target): Promise<string[][]> {
  // The first taps add elements and run code for the first time, so they are not measured.
  for (let warm = 0; warm < 3; warm += 1) await tapAndSettle(app);
  const captured = await capture(app);
  const number = await measureByHand(browser, app, captured, 'number');
  const all = await measureByHand(browser, app, captured, 'all');
  const found = await measureInTurns(browser, app, [number, all]);
  for (const { page } of [number, all]) await page.context().close();
  const createRow = (what: string, key: keyof Cost, limit: readonly Cost[]) => {
    const [ours, least] = [found.app, limit].map((taps) => calculateMedian(taps.map((tap) => tap[key])));
    return [`${where}: ${what}`, ours!.toFixed(1), least!.toFixed(1), formatRatio(ours!, least!)];
  };
  return [
    createRow('from the click to the frame with the number', 'toCommit', found.number),
    createRow('the whole tap', 'whole', found.all),
  ];
}

async function measureBusyRows(where: string, browser: Browser, table: FullTable, target: Target) {
  const { inp, longestTask } = await measureBusyTable(browser, table, target);
  const createRow = (what: string, found: number, limit: number) => [
    `${where} at a busy table: ${what}`,
    found.toFixed(0),
    `${limit}`,
    formatRatio(found, limit),
  ];
  return [
    createRow('from the finger to the frame (INP)', inp, 80),
    createRow('the longest task', longestTask, 50),
  ];
}

async function measureInTurns(browser: Browser, app: Target, [number, all]: readonly [Target, Target]) {
  const found = { app: [] as Cost[], number: [] as Cost[], all: [] as Cost[] };
  const before = await numberOf(app);
  // In the first trace, the clocks of some threads do not advance, so it is discarded.
  for (let round = 0; round <= rounds; round += 1) {
    const [ofApp, ofNumber, ofAll] = (await measureCosts(browser, [app, number, all])) as [Cost, Cost, Cost];
    if (round === 0) continue;
    found.app.push(ofApp);
    found.number.push(ofNumber);
    found.all.push(ofAll);
  }
  const counted = (await numberOf(app)) - before;
  if (counted !== rounds + 1) throw new Error(`${rounds + 1} taps in the app have counted ${counted}`);
  return found;
}

async function numberOf({ value }: Target): Promise<number> {
  return Number.parseInt((await value.textContent())!, 10);
}
