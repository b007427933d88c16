import { expect, test } from 'vitest';
import { describeOptions, groupReceiptLines } from '#projections/bill/receipt-lines.ts';
import { createPlacedItem } from '../../staff/orders.ts';

const groupLines = (orderItems: readonly ReturnType<typeof createPlacedItem>[]) =>
  groupReceiptLines(orderItems, ({ itemWithAdjustmentAmount = '0.00' }) => itemWithAdjustmentAmount);

const createModifier = (name: string, quantity = 1) => ({ modifierProductId: name, name, quantity });

test('the same dish of two diners or rounds is one line; another choice or price is another line', () => {
  const orderItems = [
    createPlacedItem({ id: '1', quantity: 2, itemWithAdjustmentAmount: '20.00' }),
    createPlacedItem({ id: '2', userId: 'u2', round: 2, quantity: 1, itemWithAdjustmentAmount: '10.00' }),
    createPlacedItem({ id: '3', quantity: 1, price: '9.00', itemWithAdjustmentAmount: '9.00' }),
    createPlacedItem({
      id: '4',
      quantity: 1,
      itemWithAdjustmentAmount: '11.50',
      orderItemModifiers: [createModifier('egg', 2), createModifier('spicy')],
    }),
  ];
  expect(
    groupLines(orderItems).map(({ quantity, options, amount }) => [
      quantity,
      describeOptions(options),
      amount,
    ]),
  ).toEqual([
    [3, '', '30.00'],
    [1, '', '9.00'],
    [1, 'egg\u00a0×\u00a02 · spicy', '11.50'],
  ]);
});

test('voided dishes are not on the receipt', () => {
  const orderItems = [
    createPlacedItem({ quantity: 0, qtySentToKitchen: 2, qtyVoid: 2 }),
    createPlacedItem({ quantity: 0 }),
  ];
  expect(groupLines(orderItems)).toEqual([]);
});
