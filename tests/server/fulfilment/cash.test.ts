/** Payments in cash: the smallest coin, the cash that was handed over, and the change. */
import { beforeAll, describe, expect, test } from 'vitest';
import { closeDay, listClosings } from '#contract/calls/closing.ts';
import { staffWhoAmI } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import { paymentStatus } from '#contract/states.ts';
import { calculateReceived } from '#contract/calls/numbers.ts';
import { calculateDifference, sum } from '#projections/bill/money.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { changeSettings, createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const { server, till, clock, partyWithOrder, done, sendAct } = desk;
beforeAll(async () => void (await changeSettings(server, { currency: 'CHF' })));

/** An order that owes an amount with this last digit. */
async function orderOwing(ends: string): Promise<Order> {
  const { order } = await partyWithOrder();
  const cents = Number(calculateOwed(order).at(-1)) - Number(ends) + 10;
  const amount = (cents / 100).toFixed(2);
  const left = await done(order, { type: 'orderPaid', amount, method: 'card' });
  expect(calculateOwed(left).at(-1)).toBe(ends);
  return left;
}
const createPayment = (amount: string, more: object = {}) =>
  ({ type: 'orderPaid', amount, method: 'cash', ...more }) as const;

describe('the smallest coin', () => {
  // CX41
  test.each([
    ['2', '-0.02'],
    ['3', '0.02'],
    ['5', '0.00'],
  ])('rounds a bill that ends in %s by %s in cash; the bill stays as it is', async (ends, rounding) => {
    const order = await orderOwing(ends);
    const amount = calculateOwed(order);
    const after = await done(order, createPayment(amount));
    expect(after).toMatchObject({
      totalAmount: order.totalAmount,
      totalTaxAmount: order.totalTaxAmount,
      paymentsTotal: order.totalAmount,
      paymentStatus: paymentStatus.fullyPaid,
    });
    expect(after.payments).toMatchObject([
      { method: 'card', rounding: '0.00' },
      { amount, rounding },
    ]);
  });

  test('does not round a card payment or the payment of another currency', async () => {
    const order = await orderOwing('2');
    const byCard = await done(order, createPayment(calculateOwed(order), { method: 'card' }));
    expect(byCard.payments!.at(-1)).toMatchObject({ rounding: '0.00' });
    const restore = await changeSettings(server, { currency: 'USD' });
    const other = await orderOwing('2');
    const inCash = await done(other, createPayment(calculateOwed(other)));
    expect(inCash.payments!.at(-1)).toMatchObject({ rounding: '0.00' });
    await restore();
  });

  test('can be set by the restaurant, or switched off', async () => {
    for (const [cashCoin, coin] of [
      ['0.10', { coin: '0.10' }],
      ['0', null],
    ] as const) {
      const restore = await changeSettings(server, { cashCoin });
      expect(await server.ask(staffWhoAmI, till)).toMatchObject({ cashCoin: coin });
      const order = await orderOwing('4');
      const after = await done(order, createPayment(calculateOwed(order)));
      expect(after.payments!.at(-1)).toMatchObject({ rounding: coin ? '-0.04' : '0.00' });
      await restore();
    }
  });

  test('also rounds a refund in cash, and the two roundings cancel each other', async () => {
    const order = await orderOwing('2');
    const amount = calculateOwed(order);
    await done(order, createPayment(amount));
    const back = { type: 'orderRefunded', amount, method: 'cash', reason: 'cold' } as const;
    const { payments = [] } = await done(order, back);
    expect(payments.slice(-2)).toMatchObject([
      { amount, rounding: '-0.02' },
      { amount: `-${amount}`, rounding: '0.02', reason: 'cold', by: 'a till' },
    ]);
  });
});

describe('cash handed over', () => {
  test('leaves as change what exceeds the rounded amount and the tip', async () => {
    const order = await orderOwing('2');
    const amount = calculateOwed(order);
    const due = sum([amount, '1.00', '-0.02']);
    const after = await done(order, createPayment(amount, { tip: '1.00', tendered: '100' }));
    expect(after.payments!.at(-1)).toMatchObject({
      tendered: '100.00',
      change: calculateDifference('100.00', due),
      by: 'a till',
    });
    expect(after).toMatchObject({ paymentsChange: calculateDifference('100.00', due), paymentsTips: '1.00' });
  });

  test('is at least the rounded amount, in the decimals of the order', async () => {
    const order = await orderOwing('2');
    const amount = calculateOwed(order);
    const exact = sum([amount, '-0.02']);
    const less = calculateDifference(exact, '0.05');
    expect(await sendAct(order, createPayment(amount, { tendered: less }))).toMatchObject(
      createRefusal('tooLittleCash'),
    );
    expect(await sendAct(order, createPayment(amount, { tendered: `${amount}5` }))).toMatchObject({
      code: codes.badRequest,
    });
    const after = await done(order, createPayment(amount, { tendered: exact }));
    expect(after.payments!.at(-1)).toMatchObject({ tendered: exact, change: '0.00' });
  });
});

test('shares of several diners add up to their payment', async () => {
  const { order, seat } = await partyWithOrder();
  const parts = [
    { userId: seat.userId, amount: '1.00' },
    { userId: 'bob', amount: '0.50' },
  ];
  expect(await sendAct(order, createPayment('1.60', { parts }))).toMatchObject(createRefusal('changed'));
  const after = await done(order, createPayment('1.50', { parts, method: 'card' }));
  expect(after.payments).toMatchObject([{ amount: '1.50', parts }]);
});

// CX30, CX41
test('the closing expects the cash that was counted', async () => {
  const person = await desk.person();
  const close = async () => {
    const { next } = await server.ask(listClosings, person);
    return await server.ask(closeDay, { ...person, body: { day: next!.day } });
  };
  clock.advance(61_000);
  await close();
  clock.advance(61_000);
  let counted = '0.00';
  for (const [n, ends] of ['1', '2', '3', '6'].entries()) {
    const order = await orderOwing(ends);
    const after = await done(
      order,
      createPayment(calculateOwed(order), { tendered: '200', tip: n % 2 ? '0.50' : '0.10' }),
    );
    const { tendered = '', change = '' } = after.payments!.at(-1) as { tendered?: string; change?: string };
    expect((Number(change) * 100) % 5, 'the change can be paid').toBeCloseTo(0);
    counted = sum([counted, calculateDifference(tendered, change)]);
  }
  clock.advance(61_000);
  const { sums } = await close();
  const cash = sums.methods.find(({ method }) => method === 'cash')!;
  expect(calculateReceived(cash)).toBe(counted);
  expect([cash.rounding, sums.money.rounding]).toEqual(['-0.02', '-0.02']);
});
