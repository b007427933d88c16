/** The details that a guest gives for an invoice (CX42). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findInvoiceMistakes,
  isTaiwanTaxId,
  normaliseInvoice,
  type Invoice,
} from '#contract/payments/invoice.ts';

const none: Invoice = { buyerName: '', buyerTaxId: '', carrier: '' };
const findMistakes = (invoice: Partial<Invoice>, isTaiwan = true) =>
  findInvoiceMistakes(normaliseInvoice({ ...none, ...invoice }), { isTaiwan });

describe('CX42: a 統一編號 (tax id)', () => {
  test.each(['04595257', '22099131', '10458575', '10458574', '10458570'])('%s is valid', (value) => {
    expect(isTaiwanTaxId(value)).toBe(true);
  });

  test.each(['04595258', '10458573', '1234567', '123456789', '0459525A', ''])('“%s” is invalid', (value) => {
    expect(isTaiwanTaxId(value)).toBe(false);
  });

  test('with one wrong digit is refused, unless the sums differ by a multiple of five', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const sumDigits = (product: number) => Math.floor(product / 10) + (product % 10);
    fc.assert(
      fc.property(fc.array(digit, { minLength: 6, maxLength: 6 }), digit, (first, last) => {
        // The seventh digit is 0, so that no product counts twice.
        const sum = [1, 2, 1, 2, 1, 2].reduce((all, weight, n) => all + sumDigits(first[n]! * weight), last);
        expect(isTaiwanTaxId([...first, 0, last].join(''))).toBe(sum % 5 === 0);
      }),
    );
  });
});

test('a mobile barcode or citizen certificate is a carrier, in any spelling', () => {
  expect(findMistakes({ carrier: '/ABC+-.1' })).toEqual([]);
  expect(findMistakes({ carrier: ' ／abc1234 ' })).toEqual([]);
  expect(findMistakes({ carrier: 'AB12345678901234' })).toEqual([]);
  for (const carrier of ['ABC1234', '/ABC123', '/ABC12345', '/ABC_123', 'A112345678901234'])
    expect([carrier, findMistakes({ carrier })]).toEqual([carrier, ['carrier']]);
});

test('elsewhere a tax id is letters and digits, and there is no carrier', () => {
  for (const buyerTaxId of ['DE123456789', 'ATU12345678', '12-3456789', 'de 123 456 789'])
    expect([buyerTaxId, findMistakes({ buyerTaxId }, false)]).toEqual([buyerTaxId, []]);
  expect(findMistakes({ buyerTaxId: '??' }, false)).toEqual(['buyerTaxId']);
  expect(findMistakes({ carrier: '/ABC1234' }, false)).toEqual(['carrier']);
  expect(findMistakes({ buyerTaxId: '12345678', carrier: 'x' })).toEqual(['buyerTaxId', 'carrier']);
});

test('full-width digits and blanks are written as usual', () => {
  expect(normaliseInvoice({ buyerName: ' 台灣公司 ', buyerTaxId: '０４５９ ５２５７', carrier: '' })).toEqual(
    {
      buyerName: '台灣公司',
      buyerTaxId: '04595257',
      carrier: '',
    },
  );
});
