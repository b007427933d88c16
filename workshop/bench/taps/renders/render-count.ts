/** What renders after one tap: in a build of the app that keeps its components' names. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import { pageCode } from '../../browser/blank-page.ts';
import { fullTable, type FullTable } from '../../browser/full-table.ts';
import type { Table } from '../../table.ts';
import { seatedDiner } from '../pages/diner-page.ts';
import { evening, fillCarts } from '../evening.ts';
import { settledMs, settledTap, type Target } from '../pages/target.ts';

const taps = 5;

/** By component, how many instances rendered, and how often in all. */
export type Renders = Readonly<Record<string, { readonly instances: number; readonly times: number }>>;

interface Found {
  readonly where: string;
  readonly renders: Renders;
}

export async function renderTable(browser: Browser): Promise<Table> {
  const appDir = mkdtempSync(join(tmpdir(), 'lazy-susan-named-'));
  try {
    await build({ logLevel: 'warn', build: { outDir: appDir, emptyOutDir: true, minify: false } });
    const table = await fullTable({ ...evening, appDir });
    try {
      await fillCarts(table);
      return tableOf(await counts(browser, table));
    } finally {
      await table.close();
    }
  } finally {
    rmSync(appDir, { recursive: true, force: true });
  }
}

async function counts(browser: Browser, table: FullTable): Promise<Found[]> {
  const code = await pageCode('workshop/bench/taps/renders/page-renders.ts');
  const diner = await seatedDiner(browser, table, async (context) => {
    await context.addInitScript({ content: code });
  });
  const inMenu = { where: 'In the menu', renders: await ofTaps(await diner.inMenu()) };
  const inCart = { where: 'In the open cart', renders: await ofTaps(await diner.inCart()) };
  return [inMenu, inCart];
}

async function ofTaps(target: Target): Promise<Renders> {
  await target.page.waitForTimeout(settledMs);
  await renders(target.page);
  for (let tap = 0; tap < taps; tap += 1) await settledTap(target);
  return await renders(target.page);
}

/** What has rendered since the last look. */
async function renders(page: Page): Promise<Renders> {
  return await page.evaluate(() => (globalThis as unknown as { rendered: () => Renders }).rendered());
}

function tableOf(found: readonly Found[]): Table {
  const rows = found.flatMap(({ where, renders }) =>
    Object.entries(renders)
      .toSorted(([, a], [, b]) => b.times - a.times)
      .map(([name, { instances, times }]) => [where, name, String(instances), (times / taps).toFixed(1)]),
  );
  return {
    title: 'What renders after one tap',
    head: ['', 'component', 'instances', 'times a tap'],
    rows,
    notes: [
      'Of 200 dishes and 100 lines, until the change is confirmed: it shows, it is saved, it is sent, it is accepted.',
    ],
  };
}
