// @module-tag sqlite
/** A database that cannot be written: said once, in words, to whoever looks after it; it is over by itself. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import { troubleOf, troubles } from '#server/platform/store/trouble.ts';
import { startServer, type DinerAtTable, type ServerUnderTest } from '../server-under-test.ts';
import { dishes, itemFor } from '../../server-cart/table-phone.ts';

const lines = (server: ServerUnderTest, text: string) =>
  server.logged
    .join('')
    .split('\n')
    .filter((line) => line.includes(text));

async function ready(server: ServerUnderTest): Promise<unknown> {
  const answer = await fetch(`${server.address}/ready`);
  return [answer.status, await answer.json()];
}

async function add(server: ServerUnderTest, diner: DinerAtTable, seq: number) {
  const item = itemFor((await dishes(server)).simple[0]!);
  const id = `ra1:${seq}`;
  const fields = { id, at: [server.deps.clock.now(), 0] as const, seen: {}, userId: diner.userId };
  const events = [itemAdded(fields, { lineId: id, item, quantity: 1 })];
  const body = { merchantId: diner.merchantId, orderDetail: { orderItems: [] }, events, known: {} };
  return await server.call(updateCart, { ...diner, body });
}

test('a full disk: the diner, the staff and the probe are told; one line in the log; nothing is lost, and it goes on', async () => {
  const server = await startServer();
  const ann = await server.seat(await server.guest());
  const staff = await server.till(ann.merchantId);
  expect((await add(server, ann, 1)).code).toBe(codes.ok);
  expect(await ready(server)).toMatchObject([200, { database: true }]);

  // No page more than there are.
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(server.db);
  await sql.raw(`PRAGMA max_page_count = ${rows[0]!.page_count}`).execute(server.db);
  let refused: { readonly seq: number; readonly answer: Awaited<ReturnType<typeof add>> } | undefined;
  for (let seq = 2; seq < 2_000 && !refused; seq += 1) {
    const answer = await add(server, ann, seq);
    if (answer.code !== codes.ok) refused = { seq, answer };
  }
  expect(refused!.answer).toMatchObject({ status: 500, code: codes.failure });
  expect(refused!.answer.msg).toContain('cannot save anything right now');
  for (let again = 0; again < 3; again += 1) await add(server, ann, refused!.seq);
  expect((await server.ask(staffOverview, staff)).trouble).toBe('diskFull');
  const errors = lines(server, '"level":50');
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(troubles.diskFull);

  await sql.raw('PRAGMA max_page_count = 1000000').execute(server.db);
  expect((await add(server, ann, refused!.seq)).code).toBe(codes.ok);
  expect((await server.ask(staffOverview, staff)).trouble).toBe(null);
  expect(lines(server, 'can be written again')).toHaveLength(1);
  const { sync } = await server.ask(getCart, {
    ...ann,
    query: { merchantId: ann.merchantId, browserId: 'b', known: '{}' },
  });
  expect(sync!.known).toEqual({ ra1: refused!.seq });
  await server.dispose();
});

test('/ready writes: a database that may only be read takes no order', async () => {
  const server = await startServer();
  await sql`PRAGMA query_only = 1`.execute(server.db);
  expect(await ready(server)).toEqual([
    503,
    { status: 'not ready', database: false, hub: true, trouble: 'readOnly' },
  ]);
  await server.dispose();
});

test.each([
  ['SQLITE_IOERR_WRITE', 'diskFails'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['53100', 'diskFull'],
  ['57P01', 'unreachable'],
  ['08006', 'unreachable'],
  ['23505', undefined],
  ['SQLITE_CONSTRAINT', undefined],
])('the code %s is %s', (code, trouble) => {
  expect(troubleOf(Object.assign(new Error('no'), { code }))).toBe(trouble);
});
