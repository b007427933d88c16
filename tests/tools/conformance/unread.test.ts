import { expect, test } from 'vitest';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { findUnread } from '#tools/conformance/unread.ts';

const dish = { id: 2, name: 'Soup', price: 4 };

test.each<[fields: object, unread: string[]]>([
  [{}, []],
  [{ soldout: true }, ['soldout']],
  [{ isSoldOut: true }, []],
  [{ soldOut: true, isSoldOut: true }, ['isSoldOut']],
  [{ img: '/a.jpg' }, []],
  [{ desc: 'Hot' }, []],
  [{ mode: 2 }, []],
  [{ choices: [{ id: 3 }] }, ['choices']],
  [{ colour: 'red', empty: null, none: [], blank: '' }, ['colour']],
  [{ modifierGroups: [{ id: 3, name: 'Size', minCount: 1, modifiers: [{ id: 4, name: 'L', price: 1 }] }] }, ['modifierGroups[].minCount']],
])('a dish with %j is reported', (fields, unread) => {
  const menu = [{ id: 1, name: 'All', products: [{ ...dish, ...fields }] }];
  const paths = findUnread(getProductsByCategories, menu);
  expect(paths.map((path) => path.replace('[].products[].', ''))).toEqual(unread);
}); // prettier-ignore

test('a list under another name is reported', () => {
  const answer = { goods: 1, items: [{ id: 1, name: 'All', products: [dish], kitchen: 7 }] };
  expect(findUnread(getProductsByCategories, answer)).toEqual(['goods', 'items[].kitchen']);
});

test('a wrapped order is reported', () => {
  expect(findUnread(getOrderDetail, { id: 1, detail: { serial: 'A1', orderItems: [] } })).toEqual(['detail']);
});

test('the fields of an unreadable answer are reported', () => {
  expect(findUnread(getTableByQrcode, { tableNumber: 7, label: 'T1' })).toEqual(['tableNumber', 'label']);
});
