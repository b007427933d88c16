/** Rules about sent and shown values. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { amount, id, optionalId } from '#contract/fields.ts';
import { placeOrder, previewOrder } from '#contract/calls/order.ts';
import { getItemKey, normaliseModifiers } from '#events/item.ts';
import { emptyView, type CartView } from '#projections/merge/cart-view.ts';
import { createOwnOrderDetail, createTableOrderDetail } from '#sync/wire/order-detail.ts';
import { findHttpStatus } from '#src/shell/errors/status-code.ts';

// CV3
test.each([
  [99, 200],
  [100, 100],
  [404, 404],
  [999, 999],
  [1000, 200],
  [66_666, 200],
  [Number.NaN, 200],
])('the status of code %i is %i', (code, status) => {
  expect(findHttpStatus(code)).toBe(status);
});

describe('numeric text', () => {
  // CV4
  test.each(['0', '12', '12.5', '12.50', '-0.32'])('%j is an amount', (text) => {
    expect(z.safeParse(amount, text).success).toBe(true);
  });
  // CV4
  test.each(['', '.', '1.', '.5', '1,5', '1e3', ' 1', '1 ', 'NaN', '0x1', '1.2.3'])(
    '%j is invalid',
    (text) => {
      expect(z.safeParse(amount, text).success).toBe(false);
    },
  );
});

test('CF1: ids are text inside, whatever they were on the wire; an absent id stays absent', () => {
  expect(id.parse(12)).toBe('12');
  expect(id.parse('1234567890123456789')).toBe('1234567890123456789');
  expect([null, undefined, ''].map((value) => optionalId.parse(value))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

// CV10
test('modifiers with quantity 0 or less are dropped', () => {
  const modifiers = [
    { modifierProductId: '1', quantity: 1 },
    { modifierProductId: '2', quantity: 0 },
    { modifierProductId: '3', quantity: -1 },
  ];
  expect(normaliseModifiers(modifiers)).toEqual([{ modifierProductId: '1', quantity: 1 }]);
  const dish = { productId: '7', categoryId: '1', notes: '' };
  expect(getItemKey({ ...dish, modifiers })).toBe(getItemKey({ ...dish, modifiers: [modifiers[0]!] }));
});

describe('an order detail', () => {
  const view: CartView = { ...emptyView, guests: 3 };
  const table = { tableId: 't1', tableName: '1' };

  // CV13, CL5
  test('contains the table’s guests, one if nobody has set them', () => {
    expect(createTableOrderDetail(view, table).guests).toBe(3);
    expect(createTableOrderDetail(emptyView, table).guests).toBe(1);
    expect(createOwnOrderDetail(emptyView, 'u1', table)).not.toHaveProperty('guests');
  });

  // CV12
  test('contains a table id only if there is a table', () => {
    expect(createTableOrderDetail(view, table)).toMatchObject(table);
    const toGo = createTableOrderDetail(view, { tableId: '', tableName: '' });
    expect(Object.keys(toGo).filter((name) => name.startsWith('table'))).toEqual([]);
  });
});

// CV14
test.each([
  ['preview', previewOrder.body!],
  ['order', placeOrder.body!],
])('%s: at most one coupon', (_name, body) => {
  const order = (userCouponIds: string[]) => ({ orderItems: [], userCouponIds });
  expect(z.safeParse(body, order(['a'])).success).toBe(true);
  expect(z.safeParse(body, order([])).success).toBe(true);
  expect(z.safeParse(body, order(['a', 'b'])).success).toBe(false);
});
