/** Migrations run while a server of an older release uses the database. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Migrator, sql, type Migration } from 'kysely';
import { expect, test } from 'vitest';
import { listOrders } from '#contract/calls/till.ts';
import { firstReleaseNames } from '#server/platform/store/migrations/first-release.ts';
import { finishNumbering } from '#server/platform/store/migrations/number-orders.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { readSchemaFacts } from './schema-facts.ts';
import { startTestServer, startServer, testDatabaseUrl, type ServerUnderTest } from '../server-under-test.ts';

/** Applies migrations of a newer release one by one. Their names sort after all migrations of this release. */
async function migrateFurther(
  { db }: ServerUnderTest,
  newer: Readonly<Record<string, Migration>>,
): Promise<void> {
  const applied = await listMigrations({ db });
  const known = Object.fromEntries(applied.map((name) => [name, { up: async () => undefined }]));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...known, ...newer }) },
  });
  for (const name of Object.keys(newer)) {
    const { error } = await migrator.migrateTo(name);
    if (error !== undefined) throw error;
  }
}

const listMigrations = async ({ db }: Pick<ServerUnderTest, 'db'>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const listTables = async ({ db }: ServerUnderTest): Promise<string[]> =>
  (await db.introspection.getTables()).map(({ name }) => name).toSorted();

test('a server continues while a newer release adds to every table that it uses, and starts again after it', async () => {
  const server = await startServer();
  const names = await listTables(server);
  expect(names).toContain('build_files');
  const widened = names.map((name, index): [string, Migration] => [
    `${9001 + index}-${name}`,
    {
      async up(db) {
        await db.schema.alterTable(name).addColumn('later', 'text').execute();
      },
    },
  ]);
  const added: Migration = {
    async up(db) {
      await db.schema.createTable('later').addColumn('id', 'text').execute();
    },
  };
  const { simple } = await listDishes(server);
  const dish = createItem(simple[0]!);
  let taps = 0;
  let isOver = false;
  const goOn = async () => {
    const ann = createTablePhone(server, await server.seat(await server.guest()), 'ra');
    await ann.refresh();
    do {
      const answer = await ann.send(ann.add(dish));
      expect(answer.accepted?.ids).toHaveLength(1);
      taps += 1;
    } while (!isOver);
    await ann.send(ann.add(dish));
    expect(ann.carts()).toEqual([[ann.diner.userId, [['', taps + 1]]]]);
    await server.guest();
  };
  const runMigration = async () => {
    await migrateFurther(server, { ...Object.fromEntries(widened), '9999-later': added });
    isOver = true;
  };
  await Promise.all([goOn(), runMigration()]);
  expect(await listTables(server)).toEqual([...names, 'later'].toSorted());
  expect(server.logged).toEqual([]);

  await server.close();
  const again = await startServer({ dataDir: server.dataDir });
  expect((await again.guest()).userId).not.toBe('');
  const { length } = await again.db.selectFrom('users').select('id').execute();
  expect(length).toBeGreaterThanOrEqual(3);
  await again.dispose();
});

test('a database of 0.1.0 gets the same schema as a new one, and keeps its data', async () => {
  const fresh = await startTestServer();
  const server = await startTestServer({ fromFirstRelease: true });
  const facts = await readSchemaFacts(fresh.db as never);
  expect(facts.length).toBeGreaterThan(300);
  expect(await readSchemaFacts(server.db as never)).toEqual(facts);
  const script = readFileSync(
    `tests/golden/database-0.1.0.${testDatabaseUrl === undefined ? 'sqlite' : 'postgres'}.sql`,
    'utf8',
  );
  const tables = ['users', 'table_sessions', 'session_members', 'events', 'orders', 'placements'] as const;
  for (const table of tables) {
    const rows: object[] = await server.db.selectFrom(table).selectAll().execute();
    const inserted = script.match(new RegExp(`INSERT INTO (public\\.)?${table} `, 'g'));
    expect(inserted, table).toHaveLength(rows.length);
    const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string');
    expect(texts.filter((text) => !script.includes(text.replaceAll("'", "''")))).toEqual([]);
  }
  expect(await listMigrations(server)).toEqual([...firstReleaseNames, ...(await listMigrations(fresh))]);
  await server.guest();
  expect(server.logged).toEqual([]);
});

test('CX31: orders from before the numbers are numbered next to running servers, and a POS is notified of each', async () => {
  const server = await startTestServer({ fromFirstRelease: true });
  const countUnnumbered = async () =>
    (await server.db.selectFrom('orders').select('id').where('change_no', 'is', null).execute()).length;
  if (testDatabaseUrl !== undefined) {
    await expect.poll(countUnnumbered).toBe(0);
    // The state of a server that ended before it numbered any order. Until its own work has ended, it numbers them again.
    const forgetNumbers = async () => {
      await sql`update orders set change_no = null`.execute(server.db);
      await sql`drop index if exists orders_status`.execute(server.db);
      await setTimeout(200);
      return await countUnnumbered();
    };
    await expect.poll(forgetNumbers).toBe(3);
    // The first run stops after one batch. The second one skips an order that is locked.
    expect(await finishNumbering(server.db, { batch: 1, isClosed: () => true })).toBe(false);
    expect(await countUnnumbered()).toBe(2);
    await runInTransaction(server.db, async (trx) => {
      const someonesOrder = trx.selectFrom('orders').select('id').where('change_no', 'is', null);
      await someonesOrder.limit(1).forUpdate().executeTakeFirstOrThrow();
      expect(await finishNumbering(server.db, { batch: 1 })).toBe(false);
      expect(await countUnnumbered()).toBe(1);
    });
    expect(await finishNumbering(server.db)).toBe(true);
  }
  expect(await countUnnumbered()).toBe(0);
  const { orders, more } = await server.ask(listOrders, { ...(await server.till()), query: {} });
  expect([new Set(orders.map(({ id }) => id)).size, more]).toEqual([3, false]);
  const asked =
    testDatabaseUrl === undefined
      ? "select name from sqlite_master where type = 'index'"
      : 'select indexname as name from pg_indexes';
  const { rows } = await sql<{ name: string }>`${sql.raw(asked)}`.execute(server.db);
  const indexes = ['orders_change_no', 'orders_updated_at', 'orders_status'].map((name) => ({ name }));
  expect(rows).toEqual(expect.arrayContaining(indexes));
});
