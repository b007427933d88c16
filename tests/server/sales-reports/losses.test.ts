/** Losses by person and by reason (CX29). */
import { expect, test } from 'vitest';
import { noCounts, noMoney, type Loss } from '#server/back-office/sales-reports/figures.ts';
import { listLosses, summariseLosses } from '#server/back-office/sales-reports/losses.ts';

const createLoss = (fields: Partial<Loss>): Loss => ({
  kind: 'discount',
  currency: 'USD',
  by: 'Mo',
  approvedBy: '',
  reason: 'late',
  amount: '1.00',
  ...fields,
});

test('amounts of two currencies and of two kinds stay apart; undone ones are not counted', () => {
  const { byPerson, byReason } = summariseLosses(
    [
      createLoss({ amount: '5.00' }),
      createLoss({ amount: '2.50', reason: 'cold' }),
      createLoss({ amount: '100', currency: 'TWD' }),
      createLoss({ amount: '7.00', kind: 'void', by: 'Eve', approvedBy: 'Ada' }),
      createLoss({ amount: '3.00', currency: undefined }),
      createLoss({ amount: '9.00', by: 'Bob', reason: 'typo' }),
      createLoss({ amount: '-9.00', by: 'Bob', reason: 'typo' }),
    ],
    'USD',
  );
  expect(byPerson).toEqual([
    { kind: 'discount', currency: 'TWD', by: 'Mo', approvedBy: '', amount: '100' },
    { kind: 'discount', currency: 'USD', by: 'Mo', approvedBy: '', amount: '10.50' },
    { kind: 'void', currency: 'USD', by: 'Eve', approvedBy: 'Ada', amount: '7.00' },
  ]);
  expect(byReason.map(({ kind, reason, currency, amount }) => [kind, reason, currency, amount])).toEqual([
    ['discount', 'late', 'TWD', '100'],
    ['discount', 'late', 'USD', '8.00'],
    ['void', 'late', 'USD', '7.00'],
    ['discount', 'cold', 'USD', '2.50'],
  ]);
});

test('if there are many reasons the smallest are one row, so that an answer stays short', () => {
  const many = Array.from({ length: 150 }, (_, n) => createLoss({ reason: `r${n}`, amount: `${n + 1}.00` }));
  const { byReason, byPerson } = summariseLosses(many, 'USD');
  expect(byReason).toHaveLength(101);
  expect(byReason[0]).toMatchObject({ reason: 'r149', amount: '150.00' });
  // 1 to 50 add up to 1275.
  expect(byReason.at(-1)).toMatchObject({ reason: '', amount: '1275.00', isRest: true });
  expect(byPerson).toMatchObject([{ by: 'Mo', amount: '11325.00' }]);
});

test('a coupon is no loss, and a refund names person, approver and reason', () => {
  const entry = { at: 1, counts: noCounts, money: noMoney };
  const coupon = { kind: 'coupon', amount: '1.00', by: '', approvedBy: '', reason: '' } as const;
  expect(listLosses({ ...entry, reductions: [coupon] }, 'USD')).toEqual([]);
  const payment = { by: 'Mo', approvedBy: 'Ada', reason: 'cold' };
  expect(listLosses({ ...entry, money: { refunded: '4.00' }, payment }, 'USD')).toEqual([
    { kind: 'refund', currency: 'USD', ...payment, amount: '4.00' },
  ]);
  expect(listLosses({ ...entry, money: { paid: '4.00' }, payment }, 'USD')).toEqual([]);
});
