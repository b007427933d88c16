import { expect, test } from 'vitest';
import { readTaxInputs, findTaxField, toTaxInputs } from '#staff/owner/settings/form/tax-input.ts';

const taxName = { 'en-US': 'Sales tax', 'zh-TW': '營業稅' };
const vat = { 'en-US': 'VAT', 'zh-TW': '增值稅' };
const none = { taxes: [], taxRate: '0', taxName };
const one = { taxes: [], taxRate: '0.08875', taxName };
const listed = {
  taxes: [
    { id: 'food', name: vat, rate: '0.1', toGoRate: '0.08' },
    { id: 'alcohol', name: vat, rate: '0.1', toGoRate: null },
  ],
  taxRate: '0',
  taxName,
};

test.each([
  ['none', none, []],
  ['one', one, [['8.875', '']]],
  ['a list', listed, [['10', '8'], ['10', '']]],
])('%s is shown, and unchanged input changes nothing', (_, saved, rates) => {
  const inputs = toTaxInputs(saved);
  expect(inputs.map(({ rate, toGo }) => [rate, toGo])).toEqual(rates);
  expect(readTaxInputs(inputs, saved)).toEqual(saved);
}); // prettier-ignore

const input = { id: 'new', name: vat, rate: '19', toGo: ' ' };
const added = { id: 'new', name: vat, rate: '0.19', toGoRate: null };

test('a first tax needs no list', () =>
  expect(readTaxInputs([input], none)).toEqual({ taxes: [], taxRate: '0.19', taxName: vat }));

test('a first tax with a rate to go needs a list', () =>
  expect(readTaxInputs([{ ...input, toGo: '7' }], none)).toEqual({
    ...none,
    taxes: [{ ...added, toGoRate: '0.07' }],
  }));

test('a second tax makes a list with the first', () =>
  expect(readTaxInputs([...toTaxInputs(one), input], one)).toEqual({
    ...one,
    taxes: [{ id: 'tax', name: taxName, rate: '0.08875', toGoRate: null }, added],
  }));

test('the last tax of a list keeps its id, because dishes may have it', () =>
  expect(readTaxInputs(toTaxInputs(listed).slice(1), listed).taxes).toEqual(listed.taxes.slice(1)));

test('without any tax the rate is 0', () => {
  expect(readTaxInputs([], one)).toEqual(none);
  expect(readTaxInputs([], listed)).toEqual(none);
});

test.each([
  ['merchant.taxes[1].rate', { at: 1, field: 'rate' }],
  ['merchant.taxes[1].toGoRate', { at: 1, field: 'toGo' }],
  ['merchant.taxes[2].name.zh-TW', { at: 2, field: 'name' }],
  ['merchant.taxRate', { at: 0, field: 'rate' }],
  ['merchant.taxName.en-US', { at: 0, field: 'name' }],
  ['merchant.taxes', undefined],
  ['merchant.serviceChargeRate', undefined],
])('a mistake at %s', (path, field) => expect(findTaxField(path)).toEqual(field));
