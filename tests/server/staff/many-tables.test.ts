import { expect, test } from 'vitest';
import { restOfTables, staffOverview, type StaffTable } from '#contract/calls/staff.ts';
import { startTestServer } from '../server-under-test.ts';

test('CX33: tables beyond the overview come in pages, each once, with the diners at them', async () => {
  const server = await startTestServer();
  const { db } = server;
  const seat = await server.seat(await server.guest());
  const table = await db
    .selectFrom('tables')
    .selectAll()
    .where('id', '=', seat.tableId)
    .executeTakeFirstOrThrow();
  // Three tables share each sort number, as after two imports.
  const more = Array.from({ length: 600 }, (_, n) => ({
    ...table,
    id: `many.${n}`,
    name: `T${n}`,
    qrcode_id: String(900_000 + n),
    sort: 1_000 + Math.floor(n / 3),
  }));
  for (let n = 0; n < more.length; n += 100)
    await db
      .insertInto('tables')
      .values(more.slice(n, n + 100))
      .execute();
  // The party sits at the last table.
  await db
    .updateTable('table_sessions')
    .set({ table_id: 'many.599' })
    .where('id', '=', seat.sessionId)
    .execute();

  const till = await server.till('1001', ['readOrders']);
  const first = await server.ask(staffOverview, till);
  expect(first.tables.length).toBeGreaterThanOrEqual(200);
  const all: StaffTable[] = [...first.tables];
  for (let after = first.moreTables; after !== undefined;) {
    const page = await server.ask(restOfTables, { ...till, query: { after } });
    expect(page.tables.length).toBeLessThanOrEqual(250);
    all.push(...page.tables);
    after = page.moreTables;
  }
  const rows = await db
    .selectFrom('tables')
    .select('id')
    .where('merchant_id', '=', '1001')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  expect(all.map(({ tableId }) => tableId)).toEqual(rows.map(({ id }) => id));
  const taken = all.filter(({ session }) => session !== null);
  expect(taken).toMatchObject([{ tableId: 'many.599', session: { diners: [{ userId: seat.userId }] } }]);
  const wrong = await server.call(restOfTables, { ...till, query: { after: 'the next' } });
  expect(wrong.status, 'a place that no answer gave').toBe(400);
});
