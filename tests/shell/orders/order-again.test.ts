import { describe, expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { planOrderAgain } from '#src/features/orders/detail/round/order-again.ts';
import { updateNames } from '#src/cart/order/named-order.ts';
import type { Order } from '#contract/order-fields.ts';
import { createMenu, noodles, withSoldOut } from '#tests/ui/menu-fixture.ts';
import { createPlacedLine } from './placed-line.ts';

const createMenuIndex = (change: Partial<Product> = {}) => indexMenu(createMenu({ ...noodles, ...change }));
const createChoices = (...ids: string[]) =>
  ids.map((modifierProductId) => ({ modifierProductId, quantity: 1 }));
const line = createPlacedLine({
  productId: 'noodles',
  quantity: 3,
  notes: 'no cilantro',
  price: '0.10',
  orderItemModifiers: [{ modifierProductId: 'large', quantity: 1, price: '0.10', name: 'Groß' }],
});

describe('a dish of an earlier round, ordered again', () => {
  test('is the same, with its choices and its notes, and today’s names and prices of the menu', () => {
    expect(planOrderAgain(line, createMenuIndex())).toEqual({
      kind: 'same',
      newPrice: undefined,
      item: {
        productId: 'noodles',
        categoryId: 'bowls',
        notes: 'no cilantro',
        name: 'Noodles',
        price: '0.10',
        modifiers: [{ modifierProductId: 'large', quantity: 1, price: '0.10', name: 'Large' }],
      },
    });
  });

  test('shows its price now, if it has changed', () => {
    expect(planOrderAgain(line, createMenuIndex({ price: '0.30' }))).toMatchObject({
      kind: 'same',
      newPrice: '0.40',
    });
    // The server did not say what the dish cost.
    const { price: _price, ...unpriced } = line;
    expect(planOrderAgain(unpriced, createMenuIndex({ price: '0.30' }))).toMatchObject({
      newPrice: undefined,
    });
  });

  test('needs a new choice if an option is gone, sold out, or newly required', () => {
    const [size] = noodles.modifierGroups;
    const choose = { kind: 'choose', productId: 'noodles' };
    const regularOnly = [{ ...size!, modifiers: [size!.modifiers[0]!] }];
    const noLarge = [withSoldOut(size!, 'large')];
    expect(planOrderAgain(line, createMenuIndex({ modifierGroups: regularOnly }))).toEqual(choose);
    expect(planOrderAgain(line, createMenuIndex({ modifierGroups: noLarge }))).toEqual(choose);
    expect(planOrderAgain({ ...line, orderItemModifiers: [] }, createMenuIndex())).toEqual(choose);
    expect(
      planOrderAgain({ ...line, orderItemModifiers: createChoices('large', 'regular') }, createMenuIndex()),
    ).toEqual(choose);
  });

  test('is unavailable if it is sold out or not on the menu', () => {
    expect(planOrderAgain(line, createMenuIndex({ soldOut: true }))).toMatchObject({ kind: 'soldOut' });
    expect(planOrderAgain(line, createMenuIndex({ id: 'other' }))).toEqual({ kind: 'gone' });
  });
});

// P5
test('dishes and choices are named as on the menu, else as they were placed', () => {
  const order = { orderItems: [line, createPlacedLine({ name: 'Off the menu' })] } as Partial<Order> as Order;
  const { orderItems } = updateNames(order, createMenuIndex(), { sameDiner: new Map(), names: new Map() });
  expect(orderItems.map(({ name }) => name)).toEqual(['Noodles', 'Off the menu']);
  expect(orderItems[0]?.orderItemModifiers[0]?.name).toBe('Large');
});

// P5, O4
test('diners have the names that this phone knows, and my lines before the login are mine', () => {
  const createLine = (userId: string, userName: string) => createPlacedLine({ userId, userName });
  const lines = [
    createLine('guest', ''),
    createLine('u2', ''),
    createLine('u3', 'Tom'),
    createLine('u4', ''),
  ];
  const order = { orderItems: lines } as Partial<Order> as Order;
  const names = new Map(Object.entries({ guest: 'Ann', u2: 'Mei', u3: 'Thomas' }));
  const { orderItems } = updateNames(order, createMenuIndex(), {
    sameDiner: new Map([['guest', 'me']]),
    names,
  });
  expect(orderItems.map(({ userId, userName }) => [userId, userName])).toEqual([
    ['me', 'Ann'],
    ['u2', 'Mei'],
    ['u3', 'Thomas'],
    ['u4', ''],
  ]);
});
