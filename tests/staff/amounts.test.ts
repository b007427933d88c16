import { describe, expect, it } from 'vitest';
import { toInput, parseTypedAmount, parseTypedPercent } from '#ui/bill/typed-amount.ts';
import { listPayments } from '#contract/payments/payment-fields.ts';

describe('typed amounts', () => {
  it('are accepted as people type them', () => {
    expect(['12', ' 12.5 ', '12,50', '１２０'].map((text) => parseTypedAmount(text, 2))).toEqual([
      '12',
      '12.5',
      '12.50',
      '120',
    ]);
    expect(parseTypedAmount('1.250', 3)).toBe('1.250');
    expect(parseTypedAmount('120.00', 0)).toBe('120.00');
  });

  it('are refused if they are invalid or ambiguous', () => {
    for (const text of ['', '0', '0.00', '-5', '1.234', '1,250', '12 50', 'NaN', '1e3', '9999999999'])
      expect(parseTypedAmount(text, 2), text).toBeUndefined();
    expect(parseTypedAmount('1,250', 3)).toBeUndefined();
    expect(parseTypedAmount('120.50', 0)).toBeUndefined();
  });

  it('are prefilled without empty cents', () => {
    expect(['12.50', '120.00', '100.00'].map(toInput)).toEqual(['12.50', '120', '100']);
  });

  it('of a share are between 0 and 100', () => {
    expect(['10', '12,5', '100', '0', '101', 'ten'].map(parseTypedPercent)).toEqual([
      10,
      12.5,
      100,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('payments are those that are readable', () => {
  const good = { id: 'a', amount: '5.00', method: 'cash', createAt: 9 };
  expect(listPayments({ payments: [good, { id: 'till' }, null] })).toEqual([
    { ...good, tip: '0.00', rounding: '0.00' },
  ]);
  expect(listPayments({})).toEqual([]);
});
