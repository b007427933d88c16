import { expect, test } from 'vitest';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { findUnread } from '#tools/conformance/unread.ts';

const dish = { id: 2, name: 'Soup', price: 4 };

/** The fields of a dish that the phone does not read. */
const listUnread = (fields: object) =>
  findUnread(getProductsByCategories, [{ id: 1, name: 'All', products: [{ ...dish, ...fields }] }]).map(
    ({ path, meant }) => [path.replace('[].products[].', ''), ...meant].join(' → '),
  );

test.each<[fields: object, unread: string[]]>([
  [{}, []],
  [{ soldout: true }, ['soldout → soldOut']],
  [{ inStock: true }, ['inStock → soldOut']],
  [{ isSoldOut: true }, []],
  [{ soldOut: true, isSoldOut: true }, ['isSoldOut']],
  [{ img: '/a.jpg' }, []],
  [{ desc: 'Hot' }, []],
  [{ mode: 2 }, []],
  [{ choices: [{ id: 3 }] }, ['choices → modifierGroups']],
  [{ priceGroups: 'a' }, ['priceGroups']],
  [{ colour: 'red', empty: null, none: [], blank: '' }, ['colour']],
  [{ productDescription: 'Hot', menuDescription: 'Noon' }, ['productDescription → description', 'menuDescription']],
  [{ modifierGroups: [{ id: 3, name: 'Size', minCount: 1, modifiers: [{ id: 4, name: 'L', price: 1 }] }] }, ['modifierGroups[].minCount → min']],
])('a dish with %j is reported', (fields, unread) => {
  expect(listUnread(fields)).toEqual(unread);
}); // prettier-ignore

test('a list under another name is reported', () => {
  const answer = { goods: 1, items: [{ id: 1, name: 'All', products: [dish], kitchen: 7 }] };
  const paths = findUnread(getProductsByCategories, answer).map(({ path }) => path);
  expect(paths).toEqual(['goods', 'items[].kitchen']);
});

test('a wrapped order is reported', () => {
  const [order] = findUnread(getOrderDetail, { id: 1, detail: { serial: 'A1', orderItems: [] } });
  expect(order).toEqual({ path: 'detail', meant: ['serial', 'orderItems'], isWrapper: true });
});

test('an unreadable answer is reported', () => {
  const unread = findUnread(getTableByQrcode, { tableNumber: 7, label: 'T1' });
  expect(unread).toEqual([
    { path: 'tableNumber', meant: ['tableId'], isWrapper: false },
    { path: 'label', meant: [], isWrapper: false },
  ]);
});
