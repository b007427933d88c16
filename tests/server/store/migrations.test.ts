/** The database is brought up to date while a server of the release before runs on it, and back. */
import { Migrator, sql, type Migration } from 'kysely';
import { expect, test } from 'vitest';
import { listOrders } from '#contract/calls/till.ts';
import { finishNumbering } from '#server/store/migrations/0022-finish-numbering.ts';
import { inTransaction } from '#server/store/transactions.ts';
import { migrate, migrateBack, migrationNames } from '#server/store/migrations.ts';
import { dishes, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import { serverOfTest, startServer, testDatabaseUrl, type ServerUnderTest } from '../server-under-test.ts';

/** As a newer release has it: `9001-…` and on, after all that this one has. Each is put forward by itself. */
async function migrateFurther(
  { db }: ServerUnderTest,
  newer: Readonly<Record<string, Migration>>,
): Promise<void> {
  const known = Object.fromEntries(migrationNames.map((name) => [name, { up: async () => undefined }]));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(migrationNames);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...known, ...newer }) },
  });
  for (const name of Object.keys(newer)) {
    const { error } = await migrator.migrateTo(name);
    if (error !== undefined) throw error;
  }
}

const tablesOf = async ({ db }: ServerUnderTest): Promise<string[]> =>
  (await db.introspection.getTables()).map(({ name }) => name).toSorted();

test('a server goes on while a newer release adds to every table that it uses, and starts again after it', async () => {
  const server = await startServer();
  const names = await tablesOf(server);
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
  const { simple } = await dishes(server);
  const dish = itemFor(simple[0]!);
  let taps = 0;
  let isOver = false;
  const goOn = async () => {
    const ann = tablePhone(server, await server.seat(await server.guest()), 'ra');
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
  const migrating = async () => {
    await migrateFurther(server, { ...Object.fromEntries(widened), '9999-later': added });
    isOver = true;
  };
  await Promise.all([goOn(), migrating()]);
  expect(await tablesOf(server)).toEqual([...names, 'later'].toSorted());
  expect(server.logged).toEqual([]);

  await server.close();
  const again = await startServer({ dataDir: server.dataDir });
  expect((await again.guest()).userId).not.toBe('');
  const { length } = await again.db.selectFrom('users').select('id').execute();
  expect(length).toBeGreaterThanOrEqual(3);
  await again.dispose();
});

test('the newest migrations can be undone one by one and put forward again, and the rest is untouched', async () => {
  const server = await serverOfTest();
  await server.guest();
  const users = async () => (await server.db.selectFrom('users').select('id').execute()).length;
  const before = await users();
  const tables = await tablesOf(server);
  // Those of releases before cannot.
  const undoable = migrationNames.slice(migrationNames.indexOf('0008-build-files'));
  for (const name of undoable.toReversed()) expect(await migrateBack(server.db)).toBe(name);
  expect(await migrateBack(server.db)).toBeUndefined();
  const left = await tablesOf(server);
  expect(tables).toEqual(expect.arrayContaining(left));
  expect(tables.filter((name) => !left.includes(name))).toEqual(
    expect.arrayContaining(['build_files', 'lost_orders']),
  );
  expect(await users()).toBe(before);
  await migrate(server.db);
  expect(await tablesOf(server)).toEqual(tables);
  expect(await server.db.selectFrom('build_files').select('path').execute()).toEqual([]);
  await server.guest();
  expect(await users()).toBe(before + 1);
});

test('CX31: orders of before their numbers are numbered beside servers that go on, and a till hears of each', async () => {
  const server = await serverOfTest();
  const { simple } = await dishes(server);
  for (const table of ['1', '2', '3']) {
    const seat = await server.seat(await server.member(`212577000${table}`), table);
    const phone = tablePhone(server, seat, `r${table}`);
    await phone.send(phone.add(itemFor(simple[0]!)));
    expect((await phone.place(`placement-${table}`)).success).toBe(true);
  }
  while ((await migrateBack(server.db)) !== '0022-till-and-numbers');
  await migrate(server.db);
  const unnumbered = async () =>
    (await server.db.selectFrom('orders').select('id').where('change_no', 'is', null).execute()).length;
  if (testDatabaseUrl !== undefined) {
    expect(await unnumbered()).toBe(3);
    // Broken off after a batch; the next one finds an order that somebody is changing.
    expect(await finishNumbering(server.db, { batch: 1, isClosed: () => true })).toBe(false);
    expect(await unnumbered()).toBe(2);
    await inTransaction(server.db, async (trx) => {
      const someonesOrder = trx.selectFrom('orders').select('id').where('change_no', 'is', null);
      await someonesOrder.limit(1).forUpdate().executeTakeFirstOrThrow();
      expect(await finishNumbering(server.db, { batch: 1 })).toBe(false);
      expect(await unnumbered()).toBe(1);
    });
    expect(await finishNumbering(server.db)).toBe(true);
  }
  expect(await unnumbered()).toBe(0);
  const { orders, more } = await server.ask(listOrders, { ...(await server.till()), query: {} });
  expect([new Set(orders.map(({ id }) => id)).size, more]).toEqual([3, false]);
  const indexes = await sql<{ name: string }>`${sql.raw(
    testDatabaseUrl === undefined
      ? "select name from sqlite_master where type = 'index'"
      : 'select indexname as name from pg_indexes',
  )}`.execute(server.db);
  expect(indexes.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['orders_change_no', 'orders_updated_at', 'orders_status']),
  );
});
