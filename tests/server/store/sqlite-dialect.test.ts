/** The driver runs queries one after the other and does not block the event loop while it writes to the disk. */
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import Libsql from 'libsql/promise';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncRead } from '#server/platform/store/sqlite/sync-read.ts';
import { openSqlite } from '#server/platform/store/sqlite/sqlite-dialect.ts';

interface Tables {
  readonly notes: { readonly id: number; readonly text: string };
  readonly kysely_migration: { readonly name: string };
}

let folder: string;
let db: Kysely<Tables>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  db = new Kysely<Tables>({ dialect: await openSqlite(join(folder, 'notes.db')) });
  await sql`create table kysely_migration (name text)`.execute(db);
  await sql`create table notes (id integer primary key, text text not null)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const write = async (id: number, text: string) => await db.insertInto('notes').values({ id, text }).execute();
const readIds = async () =>
  (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

test('D74: a query that waits for no disk needs no thread of the driver', async () => {
  const inThread = vi.spyOn(Libsql.prototype, 'prepare');
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'one' }).execute();
  });
  expect((await sql`select ${sql.raw(syncRead)} text from notes`.execute(db)).rows).toEqual([
    { text: 'one' },
  ]);
  expect(inThread).not.toHaveBeenCalled();
  expect((await sql`select text from notes`.execute(db)).rows).toEqual([{ text: 'one' }]);
  expect(inThread).toHaveBeenCalledTimes(1);
});

test('the event loop continues while a commit writes to the disk', async () => {
  let turns = 0;
  let timer: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  await db.transaction().execute(async (trx) => {
    const text = 'x'.repeat(500_000);
    for (let id = 1; id <= 64; id += 1) await trx.insertInto('notes').values({ id, text }).execute();
    count();
  });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(10);
  expect(await readIds()).toHaveLength(64);
});

test('one query run many times at once gets its own answer each time', async () => {
  for (let id = 1; id <= 300; id += 1) await write(id, `note ${id}`);
  const noteOf = async (from: Kysely<Tables>, id: number) =>
    await from.selectFrom('notes').selectAll().where('id', '=', id).execute();
  const asked = Array.from({ length: 300 }, (_, n) => n + 1);
  const own = asked.map((id) => [{ id, text: `note ${id}` }]);
  const readNotes = async (from: Kysely<Tables>) =>
    await Promise.all(asked.map(async (id) => await noteOf(from, id)));
  // The first query prepares the statement that all others share.
  expect(await noteOf(db, 1)).toEqual(own[0]);
  expect(await readNotes(db)).toEqual(own);
  expect(await db.transaction().execute(readNotes)).toEqual(own);
});

test('a failing statement leaves nothing, alone and among others, and the next one succeeds', async () => {
  await write(1, 'first');
  await expect(write(1, 'again')).rejects.toThrow(/UNIQUE/);
  const both = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: 'second' }).execute();
    await trx.insertInto('notes').values({ id: 1, text: 'again' }).execute();
  });
  await expect(both).rejects.toThrow(/UNIQUE/);
  await write(3, 'third');
  expect(await readIds()).toEqual([1, 3]);
});

test('a transaction that begins while another is open waits, in order', async () => {
  const finished: string[] = [];
  const long = db.transaction().execute(async (trx) => {
    for (let id = 1; id <= 20; id += 1) await trx.insertInto('notes').values({ id, text: '' }).execute();
    finished.push('long');
  });
  const others = ['a', 'b', 'c'].map(async (name, n) => {
    await write(100 + n, name);
    finished.push(name);
  });
  await Promise.all([long, ...others]);
  expect(finished).toEqual(['long', 'a', 'b', 'c']);
});

test('closing waits for the open transaction, and for those in the queue', async () => {
  const gate = new EventEmitter();
  const open = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'in time' }).execute();
    gate.emit('begun');
    await once(gate, 'goes on');
  });
  await once(gate, 'begun');
  const inLine = write(2, 'in line');
  const closed = db.destroy();
  gate.emit('goes on');
  await Promise.all([open, inLine, closed]);
  await expect(write(3, 'too late')).rejects.toThrow('destroyed');
  db = new Kysely<Tables>({ dialect: await openSqlite(join(folder, 'notes.db')) });
  expect(await readIds()).toEqual([1, 2]);
});

test('a write returns the number of changed rows and its result', async () => {
  await write(1, 'a');
  await write(2, 'a');
  const [{ numUpdatedRows }] = (await db.updateTable('notes').set({ text: 'b' }).execute()) as [
    { numUpdatedRows: bigint },
  ];
  expect(numUpdatedRows).toBe(2n);
  const gone = await db.deleteFrom('notes').where('id', '=', 2).returning('text').execute();
  expect(gone).toEqual([{ text: 'b' }]);
  expect(await readIds()).toEqual([1]);
});
