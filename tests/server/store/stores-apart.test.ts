import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '#server/platform/store/open-store.ts';
import { testDatabaseUrl } from '../server-under-test.ts';

const names = ['one', 'other'].map((name) => `${name}_${Date.now()}`);
const folder = mkdtempSync(join(tmpdir(), 'stores-'));

afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const name of names) await runStatement(`drop schema if exists ${name} cascade`);
});

/** Creates the place of a restaurant's data: a folder, or a schema of the PostgreSQL database. */
async function make(name: string): Promise<void> {
  if (testDatabaseUrl === undefined) mkdirSync(join(folder, name));
  await runStatement(`create schema ${name}`);
}

function open(name: string): ReturnType<typeof openStore> {
  const url = testDatabaseUrl === undefined ? undefined : new URL(testDatabaseUrl);
  url?.searchParams.set('options', `-c search_path=${name}`);
  return openStore({ dataDir: join(folder, name), databaseUrl: url?.href });
}

async function runStatement(statement: string): Promise<void> {
  if (testDatabaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: testDatabaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const countMarks = async (db: Awaited<ReturnType<typeof openStore>>) =>
  (await db.selectFrom('meta').select('key').where('key', '=', 'mark').execute()).length;

test('two restaurants on one server do not see each other’s data, and find their own again', async () => {
  for (const name of names) await make(name);
  const [one, other] = [await open(names[0]!), await open(names[1]!)];
  await one.insertInto('meta').values({ key: 'mark', value: '1' }).execute();
  expect([await countMarks(one), await countMarks(other)]).toEqual([1, 0]);
  await one.destroy();
  await other.destroy();
  const again = await open(names[0]!);
  expect(await countMarks(again)).toBe(1);
  await again.destroy();
});
