/** What the phone's log costs on the browser's database, beside what is written and read by hand. */
import type { Page } from '@playwright/test';
import { openChromium } from '../../../e2e/film/chromium.ts';
import { blankPage, pageCode } from '../browser/blank-page.ts';
import type { LogRecord } from '#events/records.ts';
import { archiveBounds } from '#src/runtime/storage/archive-bounds.ts';
import { tableLogs } from '../replay/logs.ts';
import { alternately, median, progress } from '../load/measures.ts';
import type { Table } from '../table.ts';
import type { Packed, StorageBench } from './in-page.ts';

const writes = 150;
const bursts = 15;
const openings = 40;
/** Each in a row of its own, as taps leave them. */
const linesAtTable = 50;
/** How much lies in the archive of earlier tables. */
const archived = [50, 5_000] as const;
/** Tables whose phones' archives are packed. */
const evenings = ['1'] as const;
/** What the goal speaks of. */
const many = 100_000;

export async function run(): Promise<readonly Table[]> {
  const { browser, close } = await openChromium();
  try {
    const code = await pageCode('workshop/bench/storage/in-page.ts');
    // Each with a database of its own.
    const fresh = async () => await blankPage(await browser.newContext(), 'http://localhost:4997', code);
    const written = await writing(await fresh());
    const pages = [await fresh(), await fresh()];
    for (const [n, events] of archived.entries()) await pages[n]!.evaluate(archive, events);
    await alternately(
      linesAtTable,
      pages.map((page) => () => ask(page, 'ours')),
    );
    return [written, await opening(pages), await packing(await fresh())];
  } finally {
    await close();
  }
}

async function writing(page: Page): Promise<Table> {
  const [ours, bare] = await alternately(writes, [() => ask(page, 'ours'), () => ask(page, 'bare')]);
  const found: Awaited<ReturnType<StorageBench['burst']>>[] = [];
  for (let n = 0; n < bursts; n += 1) found.push(await page.evaluate(burst));
  const transactions = median(found.map((each) => each.transactions));
  const burstMs = median(found.map(({ ms }) => ms));
  progress(`one event ${median(ours!).toFixed(2)} ms, by hand ${median(bare!).toFixed(2)} ms`);
  return {
    title: 'Until an event is durable, ms',
    head: ['', 'log writer', 'put by hand', 'ratio', 'transactions'],
    rows: [
      ['one event', ...compared(ours!, bare!), '1'],
      ['50 taps at once', burstMs.toFixed(2), '', '', String(transactions)],
    ],
    notes: [
      `Medians of ${writes} and ${bursts}, in turns. By hand is one transaction with the same two rows: the event, and where the replica stands.`,
    ],
  };
}

async function opening(pages: readonly Page[]): Promise<Table> {
  const times = await alternately(
    openings,
    pages.flatMap((page) => [() => ask(page, 'open'), () => ask(page, 'bareOpen')]),
  );
  const rows = archived.map((events, n) => [
    `${events} archived events`,
    ...compared(times[2 * n]!, times[2 * n + 1]!),
  ]);
  const ratio = median(times[2]!) / median(times[0]!);
  return {
    title: 'Opening a table’s log, ms',
    head: ['', 'storage', 'read by hand', 'ratio'],
    rows,
    notes: [
      `Medians of ${openings}, in turns, the database opened each time. ${archived[1]} archived events beside ${archived[0]}: ${ratio.toFixed(2)} times as long.`,
    ],
  };
}

/** Logs of whole evenings, each as long as the archive of a phone may be. */
async function packing(page: Page): Promise<Table> {
  const all: Packed[] = [];
  let [events, records] = [0, 0];
  for (const seed of evenings)
    for (const [n, phone] of tableLogs({ seed, phones: 8, records: archiveBounds.records }).entries()) {
      all.push(await page.evaluate(pack, { records: phone.records, name: `${seed}-${n}` }));
      records += phone.records.length;
      events += phone.records.filter((record) => 'event' in record).length;
    }
  const sum = (read: (each: Packed) => number) => all.reduce((total, each) => total + read(each), 0);
  const row = (name: string, bytes: number, ms: readonly number[]) => [
    name,
    (bytes / events).toFixed(1),
    (((bytes / events) * many) / 1e6).toFixed(2),
    median(ms).toFixed(0),
  ];
  progress(`${(sum(({ packed }) => packed) / events).toFixed(1)} bytes an archived event`);
  return {
    title: 'The archive on the disk',
    head: ['', 'bytes an event', `${many} events, MB`, 'reading a whole archive, ms'],
    rows: [
      row(
        'as records',
        sum(({ plain }) => plain),
        all.map(({ readPlain }) => readPlain),
      ),
      row(
        'in blocks',
        sum(({ packed }) => packed),
        all.map(({ readPacked }) => readPacked),
      ),
    ],
    notes: [
      `${all.length} logs of phones at ${evenings.length} tables: ${events} events in ${records} records, put away as they settle, with the summaries in between; rows and keys, of records the JSON. A whole archive is ${archiveBounds.records} records.`,
    ],
  };
}

function compared(ours: readonly number[], bare: readonly number[]): string[] {
  return [median(ours).toFixed(2), median(bare).toFixed(2), (median(ours) / median(bare)).toFixed(2)];
}

async function pack(archive: { records: readonly LogRecord[]; name: string }): Promise<Packed> {
  return await (globalThis as unknown as Lab).bench.pack(archive.records, archive.name);
}

type Lab = { readonly bench: StorageBench };

function ask(page: Page, what: 'ours' | 'bare' | 'open' | 'bareOpen'): Promise<number> {
  return page.evaluate((method) => (globalThis as unknown as Lab).bench[method](), what);
}

function burst() {
  return (globalThis as unknown as Lab).bench.burst();
}

async function archive(events: number): Promise<void> {
  await (globalThis as unknown as Lab).bench.archive(events);
}
