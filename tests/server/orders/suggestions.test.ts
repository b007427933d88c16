/** Which dishes are suggested (CX91, CX97). */
import { expect, test } from 'vitest';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { findPairs, findUsualDishes, joinPairs } from '#server/ordering/orders/suggestions.ts';
import { listDishes } from '#server/menu/recent-orders.ts';
import { createPlacedLine } from '../../shell/orders/placed-line.ts';

const order = (
  ...dishes: readonly (string | Partial<PlacedItem>)[]
): Pick<Order, 'orderItems' | 'status'> => ({
  status: orderStatus.completed,
  orderItems: dishes.map((dish) => createPlacedLine(typeof dish === 'string' ? { productId: dish } : dish)),
});
const times = (count: number, ...dishes: readonly (string | Partial<PlacedItem>)[]) =>
  Array.from({ length: count }, () => order(...dishes));
const pairsOf = (orders: readonly Pick<Order, 'orderItems'>[]) =>
  findPairs(orders.map(({ orderItems }) => listDishes(orderItems)));

// CX91
test('a dish is usual if the diner ordered it in two complete orders; the most frequent comes first', () => {
  const orders = [
    order('soup', 'tea', 'tea'),
    order('soup', 'tea', 'egg', { productId: 'fish', userId: 'ann' }),
    order('tea', { productId: 'rice', quantity: 0 }, { productId: 'fish', userId: 'ann' }),
    order('rice'),
    { ...order('egg'), status: orderStatus.progressing },
    { ...order('egg'), status: orderStatus.cancelled },
  ];
  expect(findUsualDishes(orders, 'mei')).toEqual(['tea', 'soup']);
  expect(findUsualDishes([orders[0]!], 'mei')).toEqual([]);
});

// CX91
test('dishes go together if they were ordered together ten times; at most three are listed, the most frequent first', () => {
  expect(pairsOf(times(9, 'soup', 'tea'))).toEqual({});
  expect(pairsOf(times(10, 'soup', 'soup'))).toEqual({});
  expect(pairsOf(times(10, 'soup', { productId: 'tea', quantity: 0 }))).toEqual({});
  const orders = ['a', 'b', 'c', 'd'].flatMap((drink, place) => times(13 - place, 'soup', drink));
  expect(pairsOf(orders)).toEqual({
    soup: ['a', 'b', 'c'],
    a: ['soup'],
    b: ['soup'],
    c: ['soup'],
    d: ['soup'],
  });
});

// CX91
test('a feast of more than thirty dishes says nothing', () => {
  const feast = Array.from({ length: 31 }, (_, place) => `dish ${place}`);
  expect(pairsOf(times(10, ...feast))).toEqual({});
});

// CX97
test('the dishes that the menu names come before those of orders, each once', () => {
  expect(
    joinPairs({ soup: ['egg', 'tea'], rice: ['tea'] }, { soup: ['tea', 'beer'], tea: ['soup'] }),
  ).toEqual({
    soup: ['egg', 'tea', 'beer'],
    rice: ['tea'],
    tea: ['soup'],
  });
});
