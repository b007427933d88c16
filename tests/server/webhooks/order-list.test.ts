// @module-tag slow
/** A POS asks for changed orders with a cursor (CX31). */
import { beforeAll, expect, test } from 'vitest';
import { listOrders } from '#contract/calls/till.ts';
import type { Order } from '#contract/order-fields.ts';
import { restoredKey, renameRestoredSessions } from '#server/platform/store/backup/restored-sessions.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import {
  expectData,
  fakeClock,
  startSharedServer,
  testDatabaseUrl,
  type Till,
} from '../server-under-test.ts';
import { act, actOnOrder, createFullPayment } from '../staff/acts.ts';

const clock = fakeClock();
const server = startSharedServer({ clock, environment: { REQUESTS_PER_MINUTE: '0' } });
let till: Till;
const orders: Order[] = [];
const tables = 8;

beforeAll(async () => {
  till = await server.till('1001', ['readOrders']);
  const { simple } = await listDishes(server);
  for (let n = 1; n <= tables; n += 1) {
    clock.advance(61_000);
    const seat = await server.seat(await server.member(`21257${70_000 + n}`), String(n));
    const phone = createTablePhone(server, seat, `rl${n}`);
    await phone.send(phone.add(createItem(simple[0]!), 9));
    orders.push((expectData(await phone.place(`list-${n}`)) as { order: Order }).order);
  }
}, 60_000);

const list = async (query: Record<string, string | number> = {}) =>
  await server.ask(listOrders, { ...till, query });

test('orders come in pages, each once, in the order of the last change; then only changed ones', async () => {
  const first = await list({ limit: 5 });
  expect([first.orders.length, first.more]).toEqual([5, true]);
  const rest = await list({ limit: 5, after: first.after });
  expect([rest.orders.length, rest.more]).toEqual([tables - 5, false]);
  expect([...first.orders, ...rest.orders].map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
  expect(await list({ after: rest.after })).toEqual({ orders: [], after: rest.after, more: false });

  const settling = await server.till();
  await server.ask(actOnOrder, { ...settling, ...act(orders[3]!, { type: 'roundSent', round: 1 }) });
  await server.ask(actOnOrder, { ...settling, ...createFullPayment(orders[0]!) });
  await server.ask(actOnOrder, {
    ...settling,
    ...act(orders[3]!, { type: 'dishServed', orderItemId: '1-1', quantity: 2 }),
  });
  const news = await list({ after: rest.after });
  expect(news.orders.map(({ id, rowVersion }) => [id, rowVersion])).toEqual([
    [orders[0]!.id, 2],
    [orders[3]!.id, 3],
  ]);
  expect(news.orders[1]!.orderItems[0]).toMatchObject({ qtySentToKitchen: 9, qtyServed: 2 });
});

test.each<[Record<string, string | number>]>([
  [{ after: 'x' }],
  [{ after: '-1' }],
  [{ limit: 0 }],
  [{ limit: 201 }],
])('%j is refused', async (query) => expect(await server.codeOf(listOrders, { ...till, query })).toBe(400));

test('CX31: a client that reads during many simultaneous writes skips no order', async () => {
  const settling = [await server.till(), await server.till()];
  let isOver = false;
  const known = new Map<string, number>();
  const read = async () => {
    let { after } = await list({ limit: 200 });
    const seen: number[] = [];
    for (let isLast = false; ;) {
      isLast = isOver;
      const answer = await list({ after, limit: 3 });
      for (const { id, rowVersion } of answer.orders) {
        expect(rowVersion).toBeGreaterThan(known.get(id) ?? 0);
        known.set(id, rowVersion);
      }
      seen.push(answer.orders.length);
      ({ after } = answer);
      if (isLast && !answer.more) return seen;
    }
  };
  const write = async () => {
    await Promise.all(
      orders.slice(1).map(async (order, n) => {
        for (let piece = 0; piece < 6; piece += 1)
          await server.ask(actOnOrder, {
            ...settling[n % 2],
            ...act(order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 }),
          });
      }),
    );
    isOver = true;
  };
  const [seen] = await Promise.all([read(), write()]);
  expect(seen.length).toBeGreaterThan(2);
  const rows = await server.db.selectFrom('orders').select(['id', 'row_version']).execute();
  const changed = rows.filter(({ id }) => id !== orders[0]!.id);
  expect(known).toEqual(new Map(changed.map((row) => [row.id, row.row_version])));
});

// SQLite has one writer.
if (testDatabaseUrl !== undefined)
  test('of two simultaneous writes, the later number is committed later', async () => {
    const numbers = server.db.selectFrom('orders').select('change_no');
    const numberOf = async (n: number) =>
      (await numbers.where('id', '=', orders[n]!.id).executeTakeFirstOrThrow()).change_no!;
    const { after } = await list({ limit: 200 });
    const touch = async (n: number, onWritten?: () => Promise<void>) =>
      await runInTransaction(server.db, async (trx) => {
        const next = trx.updateTable('orders').set((row) => ({ row_version: row('row_version', '+', 1) }));
        await next.where('id', '=', orders[n]!.id).execute();
        await onWritten?.();
      });
    let second: Promise<void> | undefined;
    await touch(0, async () => {
      second = touch(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      // The second has no number yet, so a POS that asks now gets neither.
      expect((await list({ after })).orders).toEqual([]);
    });
    await second;
    expect(await numberOf(0)).toBeLessThan(await numberOf(1));
    expect((await list({ after })).orders.map(({ id }) => id)).toEqual([orders[0]!.id, orders[1]!.id]);
  });

test('S2: after data were restored, numbers continue far above those that POS systems have seen', async () => {
  const { after } = await list({ limit: 200 });
  const later = String(Number(after) + 500);
  expect((await list({ after: later })).orders).toEqual([]);
  await server.db
    .insertInto('meta')
    .values({ key: restoredKey, value: String(clock.now()) })
    .execute();
  await renameRestoredSessions(server.db, server.deps);
  const settling = await server.till();
  await server.ask(actOnOrder, {
    ...settling,
    ...act(orders[2]!, { type: 'dishServed', orderItemId: '1-1', quantity: 1 }),
  });
  expect((await list({ after: later })).orders.map(({ id }) => id)).toEqual([orders[2]!.id]);
});
