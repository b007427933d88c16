/** A scan leads to the diner's own open order, wherever the server names its owner (CB20). */
import { describe, expect, test } from 'vitest';
import { getTableActiveOrder, hasProcessingOrder } from '#contract/calls/order.ts';
import { findOwnOpenOrder } from '#src/features/table/landing/own-open-order.ts';
import { ForeignRestaurant } from '#testing/foreign-server/restaurant.ts';
import { switchTable, type Switches } from '#testing/foreign-server/switches.ts';
import { askInProcess } from '#testing/in-process.ts';
import { createMenus } from '#testing/simulated-menu.ts';

const tableId = '7';

/** Ann has ordered at the table, Ben has not. */
function createOrderedTable(switches: Partial<Switches>) {
  const restaurant = new ForeignRestaurant({
    now: () => 1_700_000_000_000,
    drawRandom: () => 0.5,
    tell: () => {},
    people: ['ann', 'ben'].map((id) => ({ id, firstName: id, token: id, registered: true })),
    tables: [{ id: tableId, name: tableId, qrcodeId: tableId }],
    menus: createMenus('101'),
    settings: { merchantId: '101' },
    switches: { orderLines: 'request', ...switches },
  });
  const body = {
    merchantId: '101',
    tableId,
    orderItems: [{ productId: '101', categoryId: 'c1', quantity: 1 }],
  };
  const headers = { authorization: 'Bearer ann', tableid: tableId };
  const placed = restaurant.answer({ method: 'POST', path: '/api/member/order', query: {}, headers, body });
  const findOrder = (id: string) => {
    const asker = { token: id, tableId };
    const processing = askInProcess(restaurant, asker, hasProcessingOrder, {});
    const order = askInProcess(restaurant, asker, getTableActiveOrder, {});
    return findOwnOpenOrder({ processing, order }, [id]);
  };
  return { orderId: /"id":"?([^",]+)/.exec(placed.text)?.[1], findOrder };
}

describe.each(switchTable.hasProcessing.values)('has-processing-order says %s', (hasProcessing) => {
  test.each(
    switchTable.activeOrderAnswer.values.flatMap((activeOrderAnswer) =>
      switchTable.orderUserCarts.values.flatMap((orderUserCarts) =>
        switchTable.processingOf.values.map((processingOf) => ({
          activeOrderAnswer,
          orderUserCarts,
          processingOf,
        })),
      ),
    ),
  )('%o', (switches) => {
    const { orderId, findOrder } = createOrderedTable({ hasProcessing, ...switches });
    expect(orderId).toBeTruthy();
    expect(findOrder('ann')).toBe(orderId);
    expect(findOrder('ben')).toBeUndefined();
  });
});

test('an order that names no diner is the diner’s if the server says that they have one', () => {
  const order = { id: '5', memberId: undefined, orderItems: [] } as never;
  expect(
    findOwnOpenOrder({ processing: { hasProcessingOrder: true, orderId: undefined }, order }, ['ann']),
  ).toBe('5');
  expect(findOwnOpenOrder({ processing: undefined, order }, ['ann'])).toBeUndefined();
});

test('an order that only has-processing-order knows is the diner’s', () => {
  const processing = { hasProcessingOrder: true, orderId: '5' };
  expect(findOwnOpenOrder({ processing, order: null }, ['ann'])).toBe('5');
});
