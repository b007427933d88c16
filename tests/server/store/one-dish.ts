import { getCart, updateCart } from '#contract/calls/cart.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { listDishes, createItem } from '#testing/phones/table-phone.ts';
import type { DinerAtTable, ServerUnderTest } from '../server-under-test.ts';

/** Sends an event that adds a dish. The same id sends the same event again. */
export async function addDish(server: ServerUnderTest, diner: DinerAtTable, id: string) {
  const item = createItem((await listDishes(server)).simple[0]!);
  const fields = { id, at: [server.deps.clock.now(), 0] as const, seen: {}, userId: diner.userId };
  const events = [createItemAdded(fields, { lineId: id, item, quantity: 1 })];
  const body = { merchantId: diner.merchantId, orderDetail: { orderItems: [] }, events, known: {} };
  return await server.call(updateCart, { ...diner, body });
}

export async function readCart(server: ServerUnderTest, diner: DinerAtTable) {
  const query = { merchantId: diner.merchantId, browserId: 'b', known: '{}' };
  return await server.call(getCart, { ...diner, query });
}

export function listErrors({ logged }: ServerUnderTest): string[] {
  const lines = logged.join('').split('\n');
  return lines.filter((line) => line.includes('"level":50'));
}
