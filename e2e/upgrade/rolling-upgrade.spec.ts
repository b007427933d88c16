/** Servers of a newer release replace the older ones one by one, while phones come and order. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Browser } from '@playwright/test';
import pg from 'pg';
import * as z from 'zod/mini';
import { writeKeptBuild } from '#tests/dev/builds/archive.ts';
import { readEntry } from '../support/another-build.ts';
import { DinerPhone } from '../support/diner.ts';
import { startInstallation, type Installation } from './installation.ts';

let folder = '';
let older = '';
let newer = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  older = join(folder, 'older');
  newer = join(folder, 'newer');
  writeKeptBuild('0.2.0', older);
  const vite = 'node_modules/vite/bin/vite.js';
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', newer]);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fresh = 20;
/** The number of new phones that are active at a time, each at its own table. */
const lanes = 4;
/** Each server is replaced after this number of orders from new phones. */
const replacedAfter = [4, 10] as const;
/** Each open phone taps once at first, once at each replacement, and once after them. */
const tapsOfOpen = 4;
const egg = 'Soy-Braised Eggs';

// CH4, CH5
test('20 fresh and 4 open phones order through a rolling upgrade, and none sees an error', async ({
  browser,
}) => {
  const installation = await startInstallation(older, folder);
  try {
    const guests = openHouse(browser, installation);
    const open = await guests.takeOpen();
    let done = 0;
    const waitForCount = async (count: number) => {
      await expect.poll(() => done, { timeout: 600_000 }).toBeGreaterThanOrEqual(count);
    };
    const roll = async () => {
      for (const slot of [0, 1] as const) {
        await waitForCount(replacedAfter[slot]);
        await Promise.all([installation.replace(slot, newer), ...open.map(goAbout)]);
      }
      await Promise.all(open.map(goAbout));
    };
    const runLane = async (table: number) => {
      for (let n = 0; n < fresh / lanes; n += 1) {
        await guests.visit(table);
        done += 1;
      }
    };
    await Promise.all([roll(), ...Array.from({ length: lanes }, (_, n) => runLane(n + 1))]);

    await test.step('the open phones load the new version with their next page, and order', async () => {
      for (const phone of open) {
        await phone.askForNewVersion();
        await phone.openAccount();
        await expect(phone.page.locator(`script[src="${readEntry(newer)}"]`)).toBeAttached();
        await phone.page.goBack();
        await phone.expectMenu();
      }
      for (const first of [0, 2]) {
        const [ann, mei] = open.slice(first) as [DinerPhone, DinerPhone];
        await guests.order(ann);
        await expect(mei.part(mei.screen.submitted)).toBeVisible();
      }
    });

    expect(guests.wrong).toEqual([]);
    expect(installation.said()).toBe('');
    const taps = fresh + open.length * tapsOfOpen;
    expect(await countOrdered(installation.databaseUrl)).toEqual({ rounds: fresh + open.length / 2, taps });
    console.log(guests.summary());
  } finally {
    await installation.close();
  }
});

function openHouse(browser: Browser, { url }: Installation) {
  /** Errors that a diner would see, and scripts or pages that failed to load. */
  const wrong: string[] = [];
  const seconds: number[] = [];
  const loaded = new Map<string, number>();
  let taken = 0;
  let orders = 0;

  const take = async (): Promise<DinerPhone> => {
    taken += 1;
    const name = `phone ${taken}`;
    const phone = await DinerPhone.take(
      browser,
      { url },
      {
        mayBeOlder: true,
        // Half of the phones have a service worker.
        serviceWorkers: taken % 2 === 0 ? 'allow' : 'block',
        // Each phone has its own address, because the server limits the logins from one address.
        extraHTTPHeaders: { 'X-Forwarded-For': `10.0.0.${taken}` },
      },
    );
    phone.page.on('response', (answer) => {
      const type = answer.request().resourceType();
      if (answer.status() >= 400 && ['document', 'script', 'stylesheet'].includes(type))
        wrong.push(`${name}: ${answer.status()} ${answer.url()}`);
    });
    phone.page.on('load', () => {
      void phone.page
        .locator('script[type=module]')
        .first()
        .getAttribute('src')
        .then((script) => loaded.set(script!, (loaded.get(script!) ?? 0) + 1))
        .catch(() => undefined);
    });
    return phone;
  };
  const check = async (phone: DinerPhone) => {
    for (const text of ['Something went wrong', 'could not be loaded'])
      if (await phone.page.getByText(text).isVisible()) wrong.push(`${phone.page.url()}: ${text}`);
    wrong.push(...phone.errors.splice(0));
  };
  const order = async (phone: DinerPhone) => {
    orders += 1;
    const number = `415-555-${3000 + orders}`;
    await phone.openReview();
    await phone.placeOrder.click();
    await phone.logInAndGoOn(number);
    await phone.expectOrdered();
    await check(phone);
  };

  return {
    wrong,
    order,
    /** Opens two phones at each of two tables. Each diner adds a dish. */
    async takeOpen(): Promise<DinerPhone[]> {
      const phones: DinerPhone[] = [];
      for (const table of [lanes + 1, lanes + 2])
        for (const name of ['Ann', 'Mei']) {
          const phone = await take();
          await phone.sit(table);
          await phone.addAs(name, egg);
          phones.push(phone);
        }
      return phones;
    },
    /** Goes from the QR code to the order with a new phone. */
    async visit(table: number): Promise<void> {
      const start = Date.now();
      const phone = await take();
      await phone.sit(table);
      await phone.addAs('Ben', egg);
      await order(phone);
      seconds.push((Date.now() - start) / 1000);
      await phone.context.close();
    },
    summary: () =>
      `${seconds.length} fresh phones, ${Math.max(...seconds).toFixed(1)} s at most from scan to order; ` +
      `pages by their script: ${[...loaded].map(([script, count]) => `${script} ${count}`).join(', ')}`,
  };
}

/** Adds a dish, opens the account page, and comes back. */
async function goAbout(phone: DinerPhone): Promise<void> {
  await phone.addPlain(egg, 'more');
  await phone.openAccount();
  await expect(phone.heading(phone.words.t('member:account.title'))).toBeVisible();
  await phone.page.goBack();
  await phone.expectMenu();
}

const placedSchema = z.object({ orderItems: z.array(z.object({ quantity: z.number() })) });

/** Counts the rounds and the dishes of all orders. */
async function countOrdered(databaseUrl: string): Promise<{ rounds: number; taps: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ rounds: number; body: string }>('select rounds, body from orders');
    const lines = rows.flatMap(({ body }) => z.parse(placedSchema, JSON.parse(body)).orderItems);
    return {
      rounds: rows.reduce((sum, { rounds }) => sum + rounds, 0),
      taps: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  } finally {
    await client.end();
  }
}
