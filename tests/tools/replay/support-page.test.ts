/** docs/support.md is run: every command of it, in order, prints what the page says. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readLogFile } from '#events/log-file.ts';
import { rowOf } from '#server/cart/log/decision-rows.ts';
import { openStore } from '#server/store/open-store.ts';
import { seedDemo } from '#server/operator/seed-demo.ts';
import { programArgs } from '#tests/programs.ts';
import { folderForTests } from '#tests/for-tests.ts';

const page = 'docs/support.md';
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const folder = folderForTests();
beforeAll(async () => {
  mkdirSync(join(folder, 'tests/regressions'), { recursive: true });
  mkdirSync(join(folder, '.data'));
  cpSync('docs', join(folder, 'docs'), { recursive: true });
  // A command of the page writes it.
  rmSync(join(folder, 'docs/support/table-7.jsonl'));
  await sitAtTable7(join(folder, '.data'));
});

interface Command {
  readonly words: readonly string[];
  /** What the page says that it prints. */
  readonly printed: string;
}

/** The commands of the page's consoles. */
function commandsOf(text: string): Command[] {
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

/** What a command prints on both streams, with its exit status where that is not 0. */
async function run([npm, verb, quiet, name, dashes, ...args]: readonly string[]): Promise<string> {
  expect([npm, verb, quiet, dashes]).toEqual(['npm', 'run', '-s', '--']);
  const [program, tool] = scripts[name!]!.split(' ');
  expect(program).toBe('tsx');
  const node = [...programArgs(tool!), ...args];
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, '.data') };
  return await new Promise((done) =>
    execFile(process.execPath, node, { cwd: folder, env }, (error, stdout, stderr) =>
      done(`${stderr}${stdout}${error ? `[exit status ${error.code}]\n` : ''}`),
    ),
  );
}

/** As the server has it: exported, these become the placeholders that the page shows. */
function inClear(text: string): string {
  return text
    .replaceAll('name-c3caf58068c3ba38', 'Ann')
    .replaceAll('name-abe24ad99241d316', 'Mei')
    .replaceAll('note-69a6e65a6a4585f8', 'less ice');
}

/** The database of a server at which what the page tells has happened. */
async function sitAtTable7(dataDir: string): Promise<void> {
  const db = await openStore({ dataDir, databaseUrl: undefined });
  await seedDemo(db, Date.UTC(2026, 0, 30));
  const log = readLogFile(inClear(readFileSync('docs/support/table-7.jsonl', 'utf8')));
  if (!log.ok) throw new Error(JSON.stringify(log.error));
  const { header, records } = log.file;
  const { merchantId: merchant_id, tableId: table_id, sessionId: id } = header;
  const opened_at = Date.UTC(2026, 0, 30, 18, 30);
  const whole = { owner_id: null, closed_at: null, server_seq: 0, last_operate_at: opened_at };
  await db
    .insertInto('table_sessions')
    .values({ id, merchant_id, table_id, opened_at, version: records.length, ...whole })
    .execute();
  for (const [index, record] of records.entries()) {
    if (!('event' in record)) throw new Error('the page tells of nothing but what was accepted');
    const row = rowOf(id, { event: record.event, userId: record.event.userId, code: null }, index + 1);
    await db.insertInto('events').values(row).execute();
  }
  await db.destroy();
}

test('every command prints what the page says', { timeout: 240_000 }, async () => {
  const text = readFileSync(page, 'utf8');
  let actual = text;
  for (const { words, printed } of commandsOf(text)) {
    const said = await run(words);
    actual = actual.replace(`$ ${words.join(' ')}\n${printed}`, () => `$ ${words.join(' ')}\n${said}`);
  }
  if (process.env['WRITE_DOCS']) writeFileSync(page, actual);
  else expect(actual).toBe(text);

  // The server's log is the one beside the page, but for the time at which it was written.
  const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(1);
  const table = 'docs/support/table-7.jsonl';
  expect(lines(join(folder, table))).toEqual(lines(table));
  // And the case is the one that is kept.
  const kept = 'tests/regressions/log-tea-vanished';
  const files = readdirSync(join(folder, kept)).toSorted();
  expect(readdirSync(kept).toSorted()).toEqual(files);
  for (const file of files)
    expect(readFileSync(join(folder, kept, file), 'utf8')).toBe(readFileSync(join(kept, file), 'utf8'));
});
