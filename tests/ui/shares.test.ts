import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { chooseEvenPart } from '#ui/bill/chosen-shares.ts';
import { computeShares } from '#ui/bill/shares.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { manyRunsTime } from '#tests/properties/for-all.ts';
import { createPlacedItem } from '../staff/orders.ts';

const order = (fields: Partial<Order>): Order =>
  ({
    orderItems: [
      createPlacedItem({
        id: '1',
        userId: 'u1',
        userName: 'Ann',
        quantity: 1,
        itemWithAdjustmentAmount: '10.00',
      }),
      createPlacedItem({
        id: '2',
        userId: 'u2',
        userName: 'Mei',
        quantity: 1,
        itemWithAdjustmentAmount: '20.00',
      }),
      createPlacedItem({
        id: '3',
        userId: 'u3',
        userName: '',
        quantity: 1,
        itemWithAdjustmentAmount: '3.00',
      }),
    ],
    guests: 3,
    totalAmount: '36.31',
    payments: [],
    ...fields,
  }) as unknown as Order;
const reader = { me: undefined, myName: '', someone: 'somebody', currency: 'USD' };
const listShares = (fields: Partial<Order>) =>
  computeShares(order(fields), reader).map((share) => [share.name, share.amount, share.owed]);
const createPayment = (userId: string | null, amount: string) => ({
  id: amount,
  amount,
  method: 'cash',
  createAt: 1,
  userId,
});

test('each diner pays for their dishes and their part of the charges, together the total', () => {
  expect(listShares({})).toEqual([
    ['Ann', '11.00', '11.00'],
    ['Mei', '22.01', '22.01'],
    ['somebody', '3.30', '3.30'],
  ]);
});

test('a payment of a share lowers it; a payment without a diner lowers all unpaid shares', () => {
  const payments = [createPayment('u1', '11.00'), createPayment('u2', '2.01'), createPayment(null, '5.00')];
  // 18.30 are owed, of shares that lack 20.00 and 3.30.
  expect(listShares({ payments }).map(([, , owed]) => owed)).toEqual(['0.00', '15.71', '2.59']);
});

test('a payment for several people lowers the share of each', () => {
  const parts = [
    { userId: 'u1', amount: '11.00' },
    { userId: 'u3', amount: '1.30' },
  ];
  const payments = [{ ...createPayment(null, '12.30'), parts }];
  expect(listShares({ payments }).map(([, , owed]) => owed)).toEqual(['0.00', '22.01', '2.00']);
});

test('an overpayment of one share lowers the others', () => {
  const payments = [createPayment('u1', '13.53')];
  expect(listShares({ payments }).map(([, , owed]) => owed)).toEqual(['0.00', '19.81', '2.97']);
});

test('an even part pays the payer’s share first; when all have paid theirs, nobody owes anything', () => {
  const payments: object[] = [];
  const pay = (me: string) => {
    const now = order({ payments });
    const { amount, share } = chooseEvenPart(now, computeShares(now, { ...reader, me }), 3, 'USD');
    payments.push(createPayment(share!, amount));
    return [amount, ...listShares({ payments }).map(([, , owed]) => owed)];
  };
  expect(pay('u1')).toEqual(['12.11', '0.00', '21.04', '3.16']);
  expect(pay('u2')).toEqual(['12.11', '0.00', '9.07', '3.02']);
  expect(pay('u3')).toEqual(['12.09', '0.00', '0.00', '0.00']);
});

test('a refund that lowered the bill is owed by nobody, and lowers the share of the dish', () => {
  const back = { ...createPayment(null, '-4.40'), counted: '4.40' };
  const dishes = [{ orderItemId: '1', quantity: 1, amount: '4.40' }];
  const payments = [createPayment('u1', '11.00'), { ...back, dishes }];
  expect(listShares({ payments, totalAmount: '31.91' })).toEqual([
    ['Ann', '6.60', '0.00'],
    ['Mei', '22.01', '22.01'],
    ['somebody', '3.30', '3.30'],
  ]);
  const ofAll = listShares({ payments: [createPayment('u1', '11.00'), back], totalAmount: '31.91' });
  expect(ofAll).toEqual([
    ['Ann', '6.60', '0.00'],
    ['Mei', '22.01', '22.01'],
    ['somebody', '3.30', '3.30'],
  ]);
});

// CX20
test('a dish that two share is halved on every phone; one of them pays its odd cent', () => {
  const sharing = { '1': ['u1', 'u2'] };
  expect(listShares({ sharing })).toEqual([
    ['Ann', '5.50', '5.50'],
    ['Mei', '27.51', '27.51'],
    ['somebody', '3.30', '3.30'],
  ]);
  expect(listShares({ sharing: 'nonsense' })).toEqual(listShares({}));
});

// A3
test('a refunded amount is owed again', () => {
  const payments = [createPayment('u1', '11.00'), createPayment('u1', '-4.00')];
  expect(listShares({ payments })[0]).toEqual(['Ann', '11.00', '4.00']);
});

test('a diner whose dishes are all refunded has no share left, not even a cent', () => {
  const orderItems = [
    createPlacedItem({
      id: '1',
      userId: 'u1',
      quantity: 1,
      qtyRefunded: 1,
      itemWithAdjustmentAmount: '3.25',
    }),
    createPlacedItem({ id: '2', userId: 'u2', quantity: 1, itemWithAdjustmentAmount: '4.25' }),
  ];
  const dishes = [{ orderItemId: '1', quantity: 1, amount: '3.57' }];
  const payments = [
    createPayment(null, '8.25'),
    { ...createPayment(null, '-3.57'), counted: '3.57', dishes },
  ];
  const parts = listShares({ orderItems, payments, totalAmount: '4.68', paymentStatus: 2 });
  expect(parts.map(([, amount, owed]) => [amount, owed])).toEqual([
    ['0.00', '0.00'],
    ['4.68', '0.00'],
  ]);
});

/** 2 000 orders; 100 000 in the long run of the properties. */
const numRuns = 5 * Number(process.env['PROPERTY_RUNS'] ?? 400);

const payers = fc.constantFrom('u1', 'u2', 'u3', 'u4');
/** A payment of a part of what is owed, or a refund of a part of what is paid. */
const steps = fc.array(
  fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    isRefund: fc.boolean(),
    who: fc.option(fc.uniqueArray(payers, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    dish: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
  }),
  { maxLength: 5 },
);

test(
  'however a bill is paid and refunded, the shares add up to it, and what they owe to what it owes',
  manyRunsTime,
  () => {
    const currencies = fc.constantFrom(
      ['USD', 2],
      ['JPY', 0],
      ['KWD', 3],
      ['TWD', 0],
      ['TWD', 2],
    ) as fc.Arbitrary<[string, number]>;
    const prices = fc.array(fc.record({ coins: fc.integer({ min: 0, max: 9_999 }), userId: payers }), {
      minLength: 1,
      maxLength: 6,
    });
    const sharers = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.uniqueArray(payers, { maxLength: 3 }));
    const charges = fc.integer({ min: 0, max: 3_000 });
    let partly = 0;
    fc.assert(
      fc.property(
        currencies,
        prices,
        sharers,
        charges,
        steps,
        ([currency, places], lines, sharing, charge, all) => {
          const formatCoins = (coins: number) => (coins / 10 ** places).toFixed(places);
          let total = lines.reduce((sum, { coins }) => sum + coins, charge);
          let paid = 0;
          const payments = all.flatMap(({ percent, isRefund, who, dish }, n) => {
            const amount = Math.floor(((isRefund ? paid : total - paid) * percent) / 100);
            if (amount === 0) return [];
            paid += isRefund ? -amount : amount;
            if (isRefund) {
              total -= amount;
              const dishes =
                dish === undefined ? [] : [{ orderItemId: dish, quantity: 1, amount: formatCoins(amount) }];
              return { ...createPayment(null, formatCoins(-amount)), counted: formatCoins(amount), dishes };
            }
            const [first] = who ?? [];
            if (who === undefined || who.length === 1)
              return { ...createPayment(first ?? null, formatCoins(amount)), id: String(n) };
            const each = Math.floor(amount / who.length);
            const amounts = who.map((_, place) => (place === 0 ? amount - each * (who.length - 1) : each));
            return {
              ...createPayment(null, formatCoins(amount)),
              parts: who.map((userId, place) => ({ userId, amount: formatCoins(amounts[place]!) })),
            };
          });
          const bill = {
            orderItems: lines.map(({ coins, userId }, n) =>
              createPlacedItem({
                id: String(n + 1),
                userId,
                userName: userId,
                quantity: 1,
                itemWithAdjustmentAmount: formatCoins(coins),
              }),
            ),
            guests: 4,
            status: orderStatus.progressing,
            totalAmount: formatCoins(total),
            payments,
            sharing,
          } as unknown as Order;
          const parts = computeShares(bill, { ...reader, currency });
          if (parts.length === 0) return;
          const toCoins = (amount: string) => BigInt(amount.replace('.', ''));
          const add = (amounts: readonly string[]) =>
            amounts.reduce((sum, amount) => sum + toCoins(amount), 0n);
          expect(add(parts.map(({ amount }) => amount))).toBe(BigInt(total));
          expect(add(parts.map(({ owed }) => owed))).toBe(toCoins(getOwed(bill)));
          expect(parts.every(({ owed }) => toCoins(owed) >= 0n)).toBe(true);
          if (paid > 0 && paid < total) partly += 1;
        },
      ),
      { numRuns },
    );
    expect(partly).toBeGreaterThan(numRuns / 10);
  },
);
