/** Runs every command of docs/support.md in order. Each must print what the page says. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createDecisionRow } from '#server/ordering/cart/log/decision-rows.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { storeDemo } from '#server/back-office/admin/seed-demo.ts';
import { runProgram } from '#tests/programs.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { packLogs, readLog } from '#tests/log-files.ts';

const page = 'docs/support.md';
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Files that the commands write. Only their time of export differs. */
const written = ['docs/support/table-7.jsonl', 'docs/support/table-3.jsonl', 'docs/support/report.jsonl'];

const folder = createFolderForTests();
beforeAll(async () => {
  mkdirSync(join(folder, 'tests/regressions'), { recursive: true });
  mkdirSync(join(folder, '.data'));
  cpSync('docs', join(folder, 'docs'), { recursive: true });
  // The commands of the page write them again.
  for (const path of written) rmSync(join(folder, path));
  await sitAtTables(join(folder, '.data'));
});

interface Command {
  readonly words: readonly string[];
  /** The output that the page shows. */
  readonly printed: string;
}

/** Finds the commands in the page's console blocks. */
function listCommands(text: string): Command[] {
  return [...text.matchAll(/^```console\n([^]*?)^```/gm)].flatMap(([, block]) =>
    block!
      .split(/^\$ /m)
      .slice(1)
      .map((each) => {
        const [line, ...printed] = each.split('\n');
        return { words: line!.split(' '), printed: printed.join('\n') };
      }),
  );
}

/** The output as the page shows it. A line `…` stands for lines that the page leaves out. */
function shorten(said: string, printed: string): string {
  const parts = printed.split(/^…\n/m);
  const isShown =
    parts.every((part) => said.includes(part)) && said.startsWith(parts[0]!) && said.endsWith(parts.at(-1)!);
  return isShown ? printed : said;
}

/** Runs a command. Returns both streams, with the exit status if it is not 0. */
async function run([npm, verb, quiet, name, dashes, ...args]: readonly string[]): Promise<string> {
  expect([npm, verb, quiet, dashes]).toEqual(['npm', 'run', '-s', '--']);
  const [program, tool] = scripts[name!]!.split(' ');
  expect(program).toBe('tsx');
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, '.data') };
  const { status, stdout, stderr } = await runProgram(tool!, args, { cwd: folder, env });
  return `${stderr}${stdout}${status === 0 ? '' : `[exit status ${status}]\n`}`;
}

/** The text that stands in the server's database for each placeholder of the files. */
const typed: Readonly<Record<string, string>> = {
  'name-c3caf58068c3ba38': 'Ann',
  'name-abe24ad99241d316': 'Mei',
  'note-69a6e65a6a4585f8': 'less ice',
  'name-93696dfc0f5605f7': 'Ann',
  'name-79be6525e98c8275': 'Mei',
  'name-f4d4171c259b187e': 'Mo',
  'name-2dea54a80a796923': 'Wei',
  'note-a830c3b6e884de3f': 'no coriander',
};
const revealNames = (text: string) =>
  text.replaceAll(/(?:name|note)-[\da-f]{16}/g, (each) => typed[each] ?? each);

/** Makes the database of a server at which the events of the page have happened. */
async function sitAtTables(dataDir: string): Promise<void> {
  const db = await openStore({ dataDir, databaseUrl: undefined });
  await storeDemo(db, Date.UTC(2026, 0, 30));
  await sitAt(db, 'docs/support/table-7.jsonl', Date.UTC(2026, 0, 30, 18, 30));
  await sitAt(db, 'docs/support/table-3.jsonl', Date.UTC(2026, 0, 30, 18, 45));
  const packed = packLogs([readFileSync('docs/support/report.jsonl', 'utf8')]);
  const ofReport = { code: '204683', at: Date.UTC(2026, 0, 30, 19, 13), redacted: 1, user_id: 'u41' };
  const text = 'The dumplings never came.';
  await db
    .insertInto('reports')
    .values({ ...ofReport, merchant_id: '1001', session_id: 'Ww5nP2cXz9', text, packed })
    .execute();
  await db.destroy();
}

async function sitAt(db: Db, path: string, opened_at: number): Promise<void> {
  const { header, records, service = [] } = readLog(revealNames(readFileSync(path, 'utf8')));
  const { merchantId: merchant_id, tableId: table_id, sessionId: id } = header;
  const whole = { owner_id: null, closed_at: null, server_seq: 0, last_operate_at: opened_at };
  await db
    .insertInto('table_sessions')
    .values({ id, merchant_id, table_id, opened_at, version: records.length, ...whole })
    .execute();
  for (const [index, record] of records.entries()) {
    if (!('event' in record)) throw new Error('the page mentions only accepted commands');
    const row = createDecisionRow(
      id,
      { event: record.event, userId: record.event.userId, code: null },
      index + 1,
    );
    await db.insertInto('events').values(row).execute();
  }
  for (const [index, { record }] of service.entries()) {
    const { at, actId: act_id } = record.service;
    const row = { merchant_id, session_id: id, seq: index + 1, act_id, order_id: null, at };
    await db
      .insertInto('service_events')
      .values({ ...row, body: JSON.stringify(record.service) })
      .execute();
  }
}

test('every command prints what the support page shows', { timeout: 240_000 }, async () => {
  const text = readFileSync(page, 'utf8');
  let actual = text;
  for (const { words, printed } of listCommands(text)) {
    const said = await run(words);
    actual = actual.replace(
      `$ ${words.join(' ')}\n${printed}`,
      () => `$ ${words.join(' ')}\n${shorten(said, printed)}`,
    );
  }
  if (process.env['WRITE_DOCS']) writeFileSync(page, actual);
  else expect(actual).toBe(text);

  // The exported files are those next to the page.
  const readLines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(1);
  for (const path of written) expect(readLines(join(folder, path)), path).toEqual(readLines(path));
  // The test case is the one in the repository.
  const stored = 'tests/regressions/log-tea-vanished';
  const files = readdirSync(join(folder, stored)).toSorted();
  expect(readdirSync(stored).toSorted()).toEqual(files);
  for (const file of files)
    expect(readFileSync(join(folder, stored, file), 'utf8')).toBe(readFileSync(join(stored, file), 'utf8'));
});
