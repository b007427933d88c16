import { expect, test } from 'vitest';
import { orderStatus, findWord } from '#contract/states.ts';
import { getLineAmount, isFullyVoided, listRounds, getOrderCurrency } from '#ui/bill/order-rounds.ts';
import { createPlacedLine as line } from './placed-line.ts';

// CP13
test('lines are grouped by round and by diner, mine first', () => {
  const orderItems = [
    line({ round: 2 }),
    line({ userId: 'kai', userName: 'Kai' }),
    line({}),
    line({ userId: 'kai', userName: 'Kai', quantity: 2 }),
  ];
  const rounds = listRounds({ orderItems }, 'mei');
  expect(rounds.map(({ round }) => round)).toEqual([1, 2]);
  expect(rounds[0]?.diners.map(({ userId, lines }) => [userId, lines.length])).toEqual([
    ['mei', 1],
    ['kai', 2],
  ]);
});

// CB7, CV11
test('recharges and unsent lines are not dishes', () => {
  const sentBack = line({ quantity: 0, qtyVoid: 2, qtySentToKitchen: 2 });
  const orderItems = [line({ mode: 2 }), line({ quantity: 0 }), sentBack];
  expect(listRounds({ orderItems }, undefined)[0]?.diners[0]?.lines).toEqual([sentBack]);
  expect(isFullyVoided(sentBack)).toBe(true);
  expect(isFullyVoided(line({ qtyVoid: 1, qtySentToKitchen: 2 }))).toBe(false);
});

test('a line costs what the server says, else its own price', () => {
  expect(getLineAmount(line({ itemWithAdjustmentAmount: '9.50', price: '1.00' }))).toBe('9.50');
  const modifiers = [{ modifierProductId: 'm', quantity: 1, price: '0.75' }];
  expect(getLineAmount(line({ price: '8.00', quantity: 2, orderItemModifiers: modifiers }))).toBe('17.50');
});

test('an unknown number has a text too', () => {
  expect(findWord(orderStatus, 1)).toBe('completed');
  expect(findWord(orderStatus, 77)).toBe('unknown');
});

test('an order is shown in the currency in which it was placed, if it is readable', () => {
  const present = 'EUR';
  expect(getOrderCurrency({ currency: 'TWD' }, present)).toBe('TWD');
  for (const currency of [undefined, '', 'NT$', 'Infinity', 'twd'])
    expect(getOrderCurrency({ currency }, present)).toBe(present);
});
