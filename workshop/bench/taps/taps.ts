/**
 * What a tap costs and how it feels, in the built app; against the same page changed by hand, the least that a tap can
 * cost there, and against a page with nothing but a counter.
 */
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { openChromium } from '../../../e2e/film/chromium.ts';
import { blankPage, pageCode } from '../browser/blank-page.ts';
import { fullTable, type FullTable } from '../browser/full-table.ts';
import { progress } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { byHand, captured, prepared } from './pages/by-hand.ts';
import { costs, type Cost } from './cost.ts';
import { seatedDiner, viewport } from './pages/diner-page.ts';
import { changesPerSecond, evening, fillCarts, keepTapping } from './evening.ts';
import { feel, slowed } from './felt.ts';
import { renderTable } from './renders/render-count.ts';
import { costTable, feltTable, slowness, type CostOf, type FeltOf } from './tables.ts';
import { settledTap, targetOf, type Target } from './pages/target.ts';

const rounds = 8;

export async function run(): Promise<readonly Table[]> {
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  if (!existsSync('dist/index.html')) throw new Error('there is no built app: run "npx vite build"');
  const { browser, close } = await openChromium();
  try {
    const table = await fullTable(evening);
    try {
      await fillCarts(table);
      const diner = await seatedDiner(browser, table, prepared);
      const counter = await counterPage(browser);
      const inMenu = await inPlace('In the menu', browser, table, await diner.inMenu(), counter);
      const inCart = await inPlace('In the open cart', browser, table, await diner.inCart(), counter);
      return [
        costTable([inMenu.cost, inCart.cost], rounds),
        feltTable([...inMenu.felt, ...inCart.felt]),
        await renderTable(browser),
      ];
    } finally {
      await table.close();
    }
  } finally {
    await close();
  }
}

async function counterPage(browser: Browser): Promise<Target> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2 });
  await prepared(context);
  const code = await pageCode('workshop/bench/taps/pages/counter.tsx');
  const page = await blankPage(context, 'http://localhost:4998', code);
  return await targetOf(page, page.locator('#plus'), page.locator('#value'));
}

interface Found {
  readonly cost: CostOf;
  readonly felt: readonly FeltOf[];
}

async function inPlace(
  where: string,
  browser: Browser,
  table: FullTable,
  app: Target,
  counter: Target,
): Promise<Found> {
  // The first taps of all: a bin becomes a minus, and code runs that has not run before.
  for (let warm = 0; warm < 3; warm += 1) await settledTap(app);
  const page = await captured(app);
  const number = await byHand(browser, app, page, 'number');
  const all = await byHand(browser, app, page, 'all');
  const sent = await byHand(browser, app, page, 'keptAndSent');
  const cost = { where, costs: await inTurns(browser, { app, number, all, sent, counter }) };
  progress(`${where}: cost measured`);
  const felt = await feltIn(where, table, app, all);
  for (const { page } of [number, all, sent]) await page.context().close();
  return { cost, felt };
}

/** As many taps on each as there are rounds. */
async function inTurns<Name extends string>(
  browser: Browser,
  targets: Readonly<Record<Name, Target>>,
): Promise<Record<Name, Cost[]>> {
  const names = Object.keys(targets) as Name[];
  const found = Object.fromEntries(names.map((name): [Name, Cost[]] => [name, []])) as Record<Name, Cost[]>;
  // The first trace finds threads whose clocks stand still.
  for (let round = -1; round < rounds; round += 1) {
    const some = await costs(
      browser,
      names.map((name) => targets[name]),
    );
    if (round >= 0) for (const [n, name] of names.entries()) found[name].push(some[n]!);
  }
  return found;
}

async function feltIn(where: string, table: FullTable, app: Target, all: Target): Promise<FeltOf[]> {
  for (const { page } of [app, all]) await slowed(page, slowness);
  const found: FeltOf[] = [];
  const both = async (others: number, hand?: Target) => {
    for (const way of ['single', 'burst'] as const)
      found.push({ where, others, way, app: await feel(app, way), hand: hand && (await feel(hand, way)) });
  };
  await both(0, all);
  for (const others of Object.values(changesPerSecond)) {
    const stop = keepTapping(table.phones, others);
    try {
      await both(others);
    } finally {
      stop();
    }
  }
  for (const { page } of [app, all]) await slowed(page, 1);
  progress(`${where}: felt`);
  return found;
}
