import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { previewOrder } from '#contract/calls/order.ts';
import { previewBody } from '#src/features/order/preview/preview-body.ts';
import { emptyTableCart } from '#src/runtime/cart/table-cart.ts';
import { dinerOf, itemOf, lineOf } from './menu-fixture.ts';

const table = { merchantId: '1', tableId: '7', tableName: 'Seven', qrcodeId: '7', sessionId: 's' };
const cart = {
  ...emptyTableCart,
  guests: 3,
  orderType: 0,
  carts: [
    dinerOf('mei', [
      lineOf(
        itemOf({ price: '1.00', modifiers: [{ modifierProductId: 'egg', quantity: 1, price: '9' }] }),
        2,
      ),
    ]),
    dinerOf('tom', [lineOf(itemOf({ notes: 'hot' }), 1)]),
  ],
};

describe('what the server is asked to total', () => {
  it('is everybody’s lines without prices', () => {
    const body = previewBody(cart, table);
    expect(body.orderItems).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain('price');
    expect(body).toMatchObject({ tableId: '7', guests: 3, type: 0 });
  });

  // CA17, D27
  it('keeps to the contract', () => {
    expect(z.safeParse(previewOrder.body!, previewBody(cart, table)).success).toBe(true);
  });

  // CV12
  it('sends a table only when there is one, and at least one guest', () => {
    const body = previewBody({ ...cart, guests: 0 }, undefined);
    expect(JSON.parse(JSON.stringify(body))).not.toHaveProperty('tableId');
    expect(body.guests).toBe(1);
  });
});
