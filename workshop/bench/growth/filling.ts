/** Rows by the hundred thousand: nobody is served meanwhile. */
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '#server/store/schema.ts';
import type { StoreOptions } from '#server/store/open-store.ts';
import { closeFile, openFile, storeFile } from '#server/store/sqlite/sqlite-file.ts';
import type { CopiedRow } from './copies.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];
type Write = (table: keyof Database, columns: readonly string[], rows: Rows) => Promise<void>;

/** So many rows of one table go in one statement. */
const atOnce = 5_000;

const lastNumber = `insert into change_counters (merchant_id, last) select merchant_id, max(change_no) from orders
  where true group by merchant_id on conflict (merchant_id) do update set last = excluded.last`;

/** Writes them in the order in which they come, each table's by itself. */
export async function fill(store: StoreOptions, rows: Iterable<CopiedRow>): Promise<void> {
  await (store.databaseUrl === undefined
    ? onSqlite(join(store.dataDir, storeFile), rows)
    : onPostgres(store.databaseUrl, rows));
}

async function inBatches(rows: Iterable<CopiedRow>, write: Write): Promise<void> {
  const waiting = new Map<keyof Database, Readonly<Record<string, unknown>>[]>();
  const flush = async (table: keyof Database, some: Rows) => {
    if (some.length > 0) await write(table, Object.keys(some[0]!), some);
    waiting.set(table, []);
  };
  for (const { table, row } of rows) {
    const some = waiting.get(table) ?? [];
    some.push(row);
    waiting.set(table, some);
    if (some.length === atOnce) await flush(table, some);
  }
  for (const [table, some] of waiting) await flush(table, some);
}

async function onSqlite(file: string, rows: Iterable<CopiedRow>): Promise<void> {
  const database = openFile(file);
  // What came first may refer to what comes later, and a power cut takes nothing that is not made again.
  database.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -1000000');
  const triggers = database
    .prepare(`select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'orders'`)
    .all() as { name: string; sql: string }[];
  // They would number orders as they come; the rows bear their numbers already.
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  const insertOf = new Map<string, ReturnType<typeof database.prepare>>();
  database.exec('begin');
  await inBatches(rows, async (table, columns, some) => {
    const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    const insert = insertOf.get(text) ?? database.prepare(text);
    insertOf.set(text, insert);
    for (const row of some) insert.run(columns.map((column) => row[column]));
  });
  database.exec('commit');
  database.exec(lastNumber);
  for (const { sql } of triggers) database.exec(sql);
  closeFile(database);
}

async function onPostgres(connectionString: string, rows: Iterable<CopiedRow>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Without triggers, foreign keys among them: the rows bear their numbers already.
  await client.query('set session_replication_role = replica');
  const build = await withoutIndexes(client);
  await inBatches(rows, async (table, all, some) => {
    // Of nothing but nulls no type is to be seen.
    const columns = all.filter((column) => some.some((row) => row[column] !== null));
    const lists = columns.map((column) => some.map((row) => row[column]));
    const types = lists.map((list) => (list.some((value) => typeof value === 'number') ? 'bigint' : 'text'));
    const from = types.map((type, n) => `$${n + 1}::${type}[]`).join(', ');
    await client.query(`insert into ${table} (${columns.join(', ')}) select * from unnest(${from})`, lists);
  });
  await build();
  await client.query(lastNumber);
  // As it does by itself in the night.
  await client.query('vacuum analyze');
  await client.end();
}

/** Of events there are the most by far: each index of theirs is built once. @returns what builds them */
async function withoutIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ name: string; meaning: string }>(
    `select conname as name, pg_get_constraintdef(oid) as meaning from pg_constraint
      where conrelid = 'events'::regclass and contype in ('p', 'u')`,
  );
  for (const { name } of keys) await client.query(`alter table events drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; meaning: string }>(
    `select indexname as name, indexdef as meaning from pg_indexes where tablename = 'events'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    for (const { name, meaning } of keys)
      await client.query(`alter table events add constraint ${name} ${meaning}`);
    for (const { meaning } of indexes) await client.query(meaning);
  };
}
