import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, sendStatus } from '#contract/states.ts';
import { summariseAwaited } from '#src/progress/awaited-dishes.ts';
import { createPlacedLine } from './placed-line.ts';

const createLine = (round: number, quantity: number, sent: number, ready = 0, served = 0) =>
  createPlacedLine({ round, quantity, qtySentToKitchen: sent, qtyReady: ready, qtyServed: served });

const createOrder = (orderItems: Order['orderItems'], status: number = orderStatus.progressing) =>
  ({ orderItems, status, sendStatus: sendStatus.unSend }) as Order;

test('says how far the one round has come that is not served', () => {
  const order = createOrder([createLine(1, 2, 2, 2, 2), createLine(2, 4, 4), createLine(2, 3, 3, 2, 2)]);
  expect(summariseAwaited(order)).toEqual({ round: 2, step: 'cooking', served: 2, total: 7 });
});

test('counts several rounds together, at the furthest step before the table', () => {
  const order = createOrder([createLine(1, 2, 2, 1, 0), createLine(2, 3, 0)]);
  expect(summariseAwaited(order)).toEqual({ round: undefined, step: 'onItsWay', served: 0, total: 5 });
});

test('says nothing once everything is served, taken off, or the order is closed', () => {
  const served = createLine(1, 2, 2, 2, 2);
  expect(summariseAwaited(createOrder([served, createPlacedLine({ quantity: 0 })]))).toBeUndefined();
  expect(summariseAwaited(createOrder([createLine(1, 2, 1)], orderStatus.completed))).toBeUndefined();
});

test('leaves out the number served if the server does not send it', () => {
  const order = createOrder([createPlacedLine({ quantity: 2, qtySentToKitchen: 2 })]);
  expect(summariseAwaited(order)).toEqual({ round: 1, step: 'cooking', served: undefined, total: 2 });
});
