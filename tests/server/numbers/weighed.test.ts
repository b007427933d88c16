/** A dish sold by weight keeps its unit, and is one dish wherever dishes are counted. */
import { parse } from 'csv-parse/sync';
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { exportOrders, getNumbers } from '#contract/calls/numbers.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { menuOf } from '#server/menu/menu.ts';
import { itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { act, actOnOrder, staffOf } from '../staff/acts.ts';
import { dataOf, fakeClock, sharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = sharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) },
});

test('on the order, the board, in the export and in the figures', async () => {
  const { categories } = await menuOf(server.db, '1001', 'en-US');
  const weighed = categories
    .flatMap(({ products }) => products)
    .find(
      (product) => product.unitLabel === '100 g' && product.modifierGroups.every(({ min }) => min === 0),
    )!;
  const seat = await server.seat(await server.member('2125719100'));
  const phone = tablePhone(server, seat, 'rw1');
  await phone.send(phone.add(itemFor(weighed), 3));
  const { order: placed } = dataOf(await phone.place('p-weighed')) as { order: Order };
  const staff = await staffOf(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const item = { ...itemFor(weighed), modifiers: [] };
  const body = { actId: nanoid(), tableId: seat.tableId, item, quantity: 2 };
  const { order } = await server.ask(orderAtTable, { ...staff, body });
  const unit = { productId: weighed.id, unitLabel: '100 g' };
  expect(order.orderItems).toMatchObject([
    { quantity: 3, ...unit },
    { quantity: 2, ...unit },
  ]);

  const onBoard = async () =>
    (await server.ask(staffOverview, staff)).orders.find(({ id }) => id === placed.id);
  expect(await onBoard()).toMatchObject({ pieces: 2, newPieces: 2, unserved: 2 });
  const voids = {
    type: 'dishVoided',
    orderItemId: order.orderItems[0]!.id,
    quantity: 1,
    reason: '',
  } as const;
  await server.ask(actOnOrder, { ...staff, ...act(order, voids) });
  expect(await onBoard(), 'a part is off').toMatchObject({ pieces: 2, newPieces: 2, unserved: 2 });

  const { dishes, sums, today } = await server.ask(getNumbers, { ...staff, query: {} });
  expect(dishes[0]).toMatchObject({ productId: weighed.id, pieces: 2, weight: '400 g' });
  expect(sums.counts.voidedPieces).toBe(0);
  const file = await server.ask(exportOrders, { ...staff, query: { day: today, format: 'csv' } });
  const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  expect(rows.map((row) => [row['pieces'], row['unit']])).toEqual([
    ['2', '100 g'],
    ['2', '100 g'],
  ]);
});
