import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { createPreviewKey } from '#client/api/queries/preview-key.ts';
import { previewOrder } from '#contract/calls/order.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { createPreviewBody, hasShownTotal } from '#src/features/order/preview/preview-body.ts';
import { emptyTableCart } from '#client/cart/table-cart.ts';
import { createDiner, createItem, lineOf } from '../menu-fixture.ts';

const table = { merchantId: '1', tableId: '7', tableName: 'Seven', qrcodeId: '7', sessionId: 's' };
const cart = {
  ...emptyTableCart,
  guests: 3,
  orderType: 0,
  carts: [
    createDiner('mei', [
      lineOf(
        createItem({
          name: 'Noodles',
          price: '1.00',
          modifiers: [{ modifierProductId: 'egg', quantity: 1, price: '9' }],
        }),
        2,
      ),
    ]),
    createDiner('tom', [lineOf(createItem({ notes: 'hot' }), 1)]),
  ],
};

describe('the request for a total', () => {
  it('CA16: has everybody’s lines in the contract’s whole shape', () => {
    const named = { ...cart, carts: [...cart.carts, createDiner('ann', [lineOf(createItem(), 4, { lineId: 'ra1:7' })])] };
    const body = createPreviewBody(named, table, 'm1', ['c1']);
    expect(body).toMatchObject({ tableId: '7', guests: 3, type: 0, memberId: 'm1', userCouponIds: ['c1'] });
    const [egg, hot, unnamed] = JSON.parse(JSON.stringify(body.orderItems)) as object[];
    expect(egg).toEqual({
      id: 'line', productId: 'noodles', categoryId: 'bowls', name: 'Noodles', price: '1.00', quantity: 2, notes: '',
      orderItemModifiers: [{ modifierProductId: 'egg', quantity: 1, price: '9' }],
    });
    expect(hot).toMatchObject({ id: 'line', quantity: 1, notes: 'hot' });
    expect(unnamed, 'P1: the server has no name for it yet').toMatchObject({ id: '0', quantity: 4 });
  }); // prettier-ignore

  // CA17, CA16
  it('keeps to the contract', () => {
    expect(z.safeParse(previewOrder.body!, createPreviewBody(cart, table, undefined)).success).toBe(true);
  });

  it('is not sent again when the server has named a line, but when its quantity changes', () => {
    const menu: MenuIndex = new Map();
    const keyOf = (lineId: string, quantity: number) => {
      const carts = [createDiner('ann', [lineOf(createItem(), quantity, { lineId })])];
      return createPreviewKey(createPreviewBody({ ...cart, carts }, table, undefined), menu);
    };
    expect(keyOf('311', 1)).toEqual(keyOf('ra1:7', 1));
    expect(keyOf('311', 2)).not.toEqual(keyOf('311', 1));
  });

  // CV12
  it('sends a table only if there is one, and at least one guest', () => {
    const body = createPreviewBody({ ...cart, guests: 0 }, undefined, undefined);
    expect(JSON.parse(JSON.stringify(body))).not.toHaveProperty('tableId');
    expect(body.guests).toBe(1);
  });
});

// P5
test.each([
  ['said', '12.00', '10.00', '0.00', true],
  ['free of charge by a coupon', '0.00', '10.00', '10.00', true],
  ['not given, but its parts are', '0', '10.00', '0', false],
  ['not given at all', '0', '0', '0', false],
])('a total that is %s', (_, totalAmount, subTotalAmount, totalDiscountAmount, isSaid) => {
  const none = { orderItems: [], orderTaxes: [], orderCoupons: [], guests: 1 };
  const charged = { totalChargeAmount: '0', totalTaxAmount: '0' };
  expect(hasShownTotal({ ...none, ...charged, totalAmount, subTotalAmount, totalDiscountAmount })).toBe(
    isSaid,
  );
});
