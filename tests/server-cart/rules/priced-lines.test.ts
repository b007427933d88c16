import { expect, test } from 'vitest';
import type { Item } from '#events/item.ts';
import { priceLine, priceLines } from '#server/ordering/cart/priced-lines.ts';
import { createBowl, menu, noodles } from '../given.ts';

const line = (item: Item, quantity = 1) => ({ lineId: 'ra:1', aliases: [], item, quantity, fromBase: false });

/** A large bowl with two eggs, for which the phone claims its own names and prices. */
const cheap: Item = {
  ...createBowl(),
  name: 'Free lunch',
  price: '0.01',
  modifiers: [
    { modifierProductId: '32', quantity: 1, price: '0.00', name: 'Gift' },
    { modifierProductId: '41', quantity: 2, price: '-5.00', name: 'Refund' },
  ],
};

test('names and prices are the menu’s, also those of choices, whatever the phone claims', () => {
  const { orderItem, problem } = priceLine(line(cheap, 3), menu);
  expect(problem).toBeUndefined();
  expect(orderItem).toMatchObject({
    name: 'Bowl',
    price: '10.00',
    originalPrice: '10.00',
    orderItemModifiers: [
      { modifierProductId: '32', quantity: 1, price: '2.50', name: 'Large' },
      { modifierProductId: '41', quantity: 2, price: '1.05', name: 'Egg' },
    ],
    // 3 × (10.00 + 2.50 + 2 × 1.05)
    itemWithAdjustmentAmount: '43.80',
  });
});

test('a dish that is not on the menu costs nothing and cannot be ordered', () => {
  const gone: Item = { ...noodles, productId: '99', name: 'Pie', price: '3.00' };
  const { orderItem, problem } = priceLine(line(gone), menu);
  expect(problem).toBeDefined();
  expect([orderItem.price, orderItem.itemWithAdjustmentAmount]).toEqual([undefined, undefined]);
  const { orderItems, invalidOrderItems } = priceLines([line(noodles), line(gone)], menu, Infinity);
  expect([orderItems, invalidOrderItems].map((lines) => lines.map(({ productId }) => productId))).toEqual([
    ['12'],
    ['99'],
  ]);
});
