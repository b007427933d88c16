import { expect, test } from 'vitest';
import { olderOrders, staffOverview, type StaffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startTestServer } from '../server-under-test.ts';

test('CX33: orders beyond the overview come in pages, each once; one that changes meanwhile is among the newest', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const phone = createTablePhone(server, await server.seat(await server.member('2125550777')), 'rp');
  await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!)));
  const { order } = expectData(await phone.place('first')) as { order: Order };
  const row = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const at = row.updated_at;
  const tableName = 'In the garden, under the lime tree'.repeat(5);
  const body = { ...(JSON.parse(row.body) as object), tableName };
  const copies = Array.from({ length: 490 }, (_, n) => {
    const id = `older-${String(n).padStart(3, '0')}`;
    // Several orders share a millisecond, as after an import.
    const updatedAt = at - Math.floor(n / 3);
    const copy = JSON.stringify({ ...body, id, updateAt: updatedAt });
    return { ...row, id, status: orderStatus.completed, updated_at: updatedAt, body: copy };
  });
  for (let n = 0; n < copies.length; n += 20)
    await server.db
      .insertInto('orders')
      .values(copies.slice(n, n + 20))
      .execute();

  const till = await server.till('1001', ['readOrders']);
  const newest = await server.ask(staffOverview, till);
  const isOpenThere = newest.orders.some(({ id }) => id === order.id);
  expect(isOpenThere, 'the open one is there, however many are done').toBe(true);
  const seen: StaffOrder[] = [...newest.orders];
  let pages = 0;
  for (let after = newest.moreOrders; after !== undefined; pages += 1) {
    const page = await server.ask(olderOrders, { ...till, query: { after } });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(128 * 1024);
    if (pages === 0)
      await server.db
        .updateTable('orders')
        .set({ updated_at: at + 1 })
        .where('id', '=', 'older-489')
        .execute();
    seen.push(...page.orders);
    after = page.moreOrders;
  }
  expect(pages).toBeGreaterThan(1);
  const [changed] = copies.splice(489, 1);
  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual([order.id, ...copies.map(({ id }) => id)].toSorted());
  expect((await server.ask(staffOverview, till)).orders.some(({ id }) => id === changed!.id)).toBe(true);
  const wrong = await server.call(olderOrders, { ...till, query: { after: 'yesterday' } });
  expect(wrong.status, 'a place that no answer gave').toBe(400);
});
