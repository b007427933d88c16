import { expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import {
  addSeen,
  listChangesSince,
  nothingSeen,
  recordSeen,
} from '#src/features/order/preview/total-changes.ts';
import { createDiner, createItem, lineOf, menu, createMenu, noodles } from '../menu-fixture.ts';

const createTotals = (tax = '0.05', charge = '1.00', sub = '10.00') => ({
  subTotalAmount: sub,
  totalDiscountAmount: '0.00',
  totalChargeAmount: charge,
  orderTaxes: [{ name: 'Tax', rate: tax, amount: '0.50' }],
});
const dearer = indexMenu(createMenu({ ...noodles, price: '9.00' }));
const createCarts = (quantity: number) => [createDiner('mei', [lineOf(createItem(), quantity)])];
const first = addSeen(nothingSeen, recordSeen(createCarts(1), indexMenu(menu), createTotals()));

test.each([
  ['the same', recordSeen(createCarts(1), indexMenu(menu), createTotals()), []],
  ['more of it', recordSeen(createCarts(3), indexMenu(menu), createTotals('0.05', '3.00', '30.00')), []],
  ['totals that have not come yet', recordSeen(createCarts(1), indexMenu(menu), undefined), []],
  ['another price', recordSeen(createCarts(1), dearer, createTotals()), ['line Noodles']],
  ['another tax rate', recordSeen(createCarts(1), indexMenu(menu), createTotals('0.1')), ['tax Tax']],
  [
    'another service charge',
    recordSeen(createCarts(1), indexMenu(menu), createTotals('0.05', '2.00')),
    ['service'],
  ],
])('%s', (_, now, expected) => {
  const changes = listChangesSince(first, now).map((change) =>
    'name' in change ? `${change.kind} ${change.name}` : change.kind,
  );
  expect(changes).toEqual(expected);
});

/** Two taxes of one name, as in Germany. `rates` are those of food and drinks; `applied` is what is on the bill. */
const createGermanTaxes = (rates: readonly [string, string], ...applied: readonly number[]) => {
  const taxes = rates.map((rate, at) => ({ id: ['food', 'drinks'][at]!, name: 'VAT', rate }));
  return {
    ...createTotals(),
    orderTaxes: applied.map((at) => ({ ...taxes[at]!, amount: '0.50' })),
    taxTerms: { taxes, isIncluded: true, isServiceTaxed: true },
  };
};

test.each([
  ['the first drink adds a line, not a change', createGermanTaxes(['0.07', '0.19'], 0, 1), []],
  ['a rate changes', createGermanTaxes(['0.07', '0.2'], 0, 1), ['0.19 → 0.2']],
  ['a rate changes that no dish has', createGermanTaxes(['0.07', '0.2'], 0), []],
  ['a rate becomes zero, and its line goes', createGermanTaxes(['0', '0.19']), ['0.07 → 0']],
])('two taxes of one name: %s', (_, now, expected) => {
  const seen = recordSeen(createCarts(1), indexMenu(menu), createGermanTaxes(['0.07', '0.19'], 0));
  const changes = listChangesSince(seen, recordSeen(createCarts(1), indexMenu(menu), now));
  expect(changes.map(({ from, to }) => `${from} → ${to}`)).toEqual(expected);
});

test('the values seen first stay, and a new line is no change', () => {
  const other = lineOf(createItem({ notes: 'hot' }), 1, { lineId: 'new' });
  const now = recordSeen([createDiner('mei', [lineOf(createItem(), 1), other])], dearer, createTotals());
  const seen = addSeen(first, now);
  expect(listChangesSince(seen, now).map(({ kind }) => kind)).toEqual(['line']);
  expect(addSeen(seen, now)).toBe(seen);
});
