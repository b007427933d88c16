/** A row that cannot be read costs its own table session, and nobody else's. */
import { expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { closeTable } from '#contract/calls/tables.ts';
import { codes } from '#contract/codes.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import { startServer, type DinerAtTable, type ServerUnderTest } from '../server-under-test.ts';
import { dishes, itemFor } from '../../server-cart/table-phone.ts';

async function add(server: ServerUnderTest, diner: DinerAtTable, id: string): Promise<number> {
  const item = itemFor((await dishes(server)).simple[0]!);
  const fields = { id, at: [server.deps.clock.now(), 0] as const, seen: {}, userId: diner.userId };
  const events = [itemAdded(fields, { lineId: id, item, quantity: 1 })];
  const body = { merchantId: diner.merchantId, orderDetail: { orderItems: [] }, events, known: {} };
  return await server.codeOf(updateCart, { ...diner, body });
}

test.each(['no json', '{}', '[1]'])('an event %s', async (body) => {
  const first = await startServer();
  const ann = await first.seat(await first.guest(), '1');
  const mei = await first.seat(await first.guest(), '2');
  expect(await add(first, ann, 'ra1:1')).toBe(codes.ok);
  expect(await add(first, mei, 'rm1:1')).toBe(codes.ok);
  const changed = await first.db.updateTable('events').set({ body }).where('id', '=', 'ra1:1').execute();
  expect(changed[0]!.numUpdatedRows).toBe(1n);
  // What was in memory goes with the process.
  await first.close();
  const server = await startServer({ dataDir: first.dataDir });

  const cart = (diner: DinerAtTable) =>
    server.call(getCart, { ...diner, query: { merchantId: diner.merchantId, browserId: 'b', known: '{}' } });
  for (let again = 0; again < 3; again += 1) {
    const answer = await cart(ann);
    expect(answer.code).toBe(codes.failure);
    expect(answer.msg).toContain('ask the staff to close the table');
  }
  expect((await cart(mei)).code).toBe(codes.ok);
  expect(await add(server, mei, 'rm1:2')).toBe(codes.ok);
  const named = server.logged
    .join('')
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(`session ${ann.sessionId}: event ra1:1 cannot be read: close its table`);

  const staff = await server.till(ann.merchantId);
  const { tables } = await server.ask(staffOverview, staff);
  const damaged = tables.filter(({ session }) => session?.isDamaged);
  expect(damaged.map(({ tableId }) => tableId)).toEqual([ann.tableId]);
  await server.ask(closeTable, { ...staff, body: { tableId: ann.tableId } });
  const again = await server.seat(ann, '1');
  expect((await cart(again)).code).toBe(codes.ok);
  await server.dispose();
});
