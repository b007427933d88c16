/** Frequent queries use an index, so that they stay fast after years of orders. */
import { sql, type CompiledQuery } from 'kysely';
import Libsql from 'libsql';
import { expect, test, vi } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { listClosings } from '#contract/calls/closing.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { getNumbers } from '#contract/calls/numbers.ts';
import { getMemberOrderList } from '#contract/calls/order.ts';
import { getSuggestions } from '#contract/calls/suggestions.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { listOrders } from '#contract/calls/till.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { isPostgres, type Db } from '#server/platform/store/transactions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { logInStaff } from '../staff/acts.ts';
import { startTestServer } from '../server-under-test.ts';

/** Tables that grow with every party. */
const names = [
  'orders|order_members|events|service_events|placements',
  'table_sessions|session_members|session_replicas|session_checkpoints|users',
].join('|');
/** Query plans that read a whole table, or all rows of a restaurant. Open sessions are few and may be read. */
const through = new RegExp(
  [
    String.raw`\b(?:SCAN|Seq Scan on) "?(?:${names})\b(?! USING INDEX table_sessions_open)`,
    // `select min(…)` reads one row.
    String.raw`\bSEARCH "?(?:${names})\b USING (?:COVERING )?INDEX (?!table_sessions_open)\w+ \(merchant_id=\?\)(?![^]*select min\()`,
    // All service events without an order, of any table.
    String.raw`\bINDEX service_events_order_id\b[^]*"order_id" is null`,
  ].join('|'),
  'i',
);

/** Returns the database's plan for a query. */
type Planner = (query: CompiledQuery) => Promise<string>;

async function createPlanner(db: Db): Promise<Planner> {
  if (isPostgres(db))
    return async (query) =>
      await db.connection().execute(async (connection) => {
        // PostgreSQL scans small tables unless scans are made expensive.
        await sql`set enable_seqscan = off`.execute(connection);
        const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>({
          ...query,
          sql: `explain ${query.sql}`,
        });
        await sql`reset enable_seqscan`.execute(connection);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
  const { rows } = await sql<{
    sql: string;
  }>`select sql from sqlite_master where sql is not null and name not like 'sqlite_%'
    order by type = 'table' desc`.execute(db);
  const same = new Libsql(':memory:');
  for (const { sql: text } of rows) same.exec(text);
  return async (query) => {
    const plan = same.prepare(`explain query plan ${query.sql}`).all(...query.parameters) as {
      detail: string;
    }[];
    return plan.map(({ detail }) => detail).join('\n');
  };
}

test('no query of pages, scans, reports and timers reads all rows of a table that grows with every party', async () => {
  const server = await startTestServer();
  const { db, ask } = server;
  const { simple } = await listDishes(server);
  const member = await server.member('2125559090');
  const phone = createTablePhone(server, await server.seat(member), 'ra');
  await phone.send(phone.add(createItem(simple[0]!)));
  expect((await phone.place('first')).success).toBe(true);
  const { staffPassword: password } = server;
  const staff = await logInStaff(server, { merchantId: '1001', password, name: 'Ann' });
  const till = await server.till();
  // SQLite plans a query over one row in another way.
  for (const qrcode of ['2', '3', '4']) await server.seat(await server.guest(), qrcode);

  const spied = vi.spyOn(db.getExecutor(), 'executeQuery');
  await ask(getProductsByCategories, { query: { merchantId: '1001' } });
  await ask(staffOverview, staff);
  await ask(kitchenScreen, staff);
  await ask(getNumbers, { ...staff, query: {} });
  await ask(listClosings, staff);
  await ask(getMemberOrderList, { ...member, query: {} });
  await ask(getSuggestions, member);
  await ask(listOrders, { ...till, query: { after: '0' } });
  const guest = await server.seat(await server.guest());
  await ask(getCart, { ...guest, query: { merchantId: '1001', browserId: 'b', known: '{}' } });
  await phone.send(phone.add(createItem(simple[0]!)));
  await endPaidSessions(server.deps);
  const queries = new Map(spied.mock.calls.map(([query]) => [query.sql, query]));
  spied.mockRestore();

  expect(queries.size).toBeGreaterThan(20);
  expect([...queries.keys()].some((text) => text.includes('"service_events"'))).toBe(true);
  const planOf = await createPlanner(db);
  const found: Record<string, string> = {};
  for (const [text, query] of queries) {
    if (!/^\s*(?:select|with|update|delete)\b/i.test(text)) continue;
    const plan = await planOf(query);
    // The rows of a restaurant lie together, so a query that does not name it reads in many places.
    const isScattered = text.includes('"service_events"') && !/\bmerchant_id ?=/.test(plan);
    if (isScattered || through.test(`${plan}\n${text}`)) found[text] = plan;
  }
  expect(found).toEqual({});
});
