import { expect, test } from 'vitest';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { findUnread } from '#tools/conformance/unread.ts';

const dish = { id: 2, name: 'Soup', price: 4 };

/** What is not read of a menu with this dish. */
const unreadOf = (fields: object) =>
  findUnread(getProductsByCategories, [{ id: 1, name: 'All', products: [{ ...dish, ...fields }] }]).map(
    ({ path, meant }) => [path.replace('[].products[].', ''), ...meant].join(' → '),
  );

test.each<[fields: object, unread: string[]]>([
  [{}, []],
  [{ isSoldOut: false }, ['isSoldOut → soldOut']],
  [{ soldout: true }, ['soldout → soldOut']],
  [{ available: true }, ['available → soldOut']],
  [{ soldOut: true, isSoldOut: true }, ['isSoldOut']],
  [{ img: '/a.jpg' }, []],
  [{ desc: 'Hot' }, []],
  [{ mode: 2 }, []],
  [{ groups: [{ id: 3 }] }, ['groups → modifierGroups']],
  [{ priceGroups: 'a' }, ['priceGroups']],
  [{ colour: 'red', empty: null, none: [], blank: '' }, ['colour']],
  [{ name: undefined, productName: 'Soup', menuName: 'Lunch' }, ['productName → name', 'menuName']],
  [{ modifierGroups: [{ id: 3, name: 'Size', minQuantity: 1, modifiers: [{ id: 4, name: 'L', price: 1 }] }] }, ['modifierGroups[].minQuantity → min']],
])('of a dish with %j', (fields, unread) => {
  expect(unreadOf(fields)).toEqual(unread);
}); // prettier-ignore

test('of a list under another name', () => {
  const answer = { goods: 1, items: [{ id: 1, name: 'All', products: [dish], kitchen: 7 }] };
  const paths = findUnread(getProductsByCategories, answer).map(({ path }) => path);
  expect(paths).toEqual(['goods', 'items[].kitchen']);
});

test('of an order that is wrapped', () => {
  const [order] = findUnread(getOrderDetail, { id: 1, order: { serial: 'A1', orderItems: [] } });
  expect(order).toEqual({ path: 'order', meant: ['serial', 'orderItems'], isWrapper: true });
});

test('of an answer that cannot be read', () => {
  const unread = findUnread(getTableByQrcode, { id: 7, name: 'T1' });
  expect(unread).toEqual([
    { path: 'id', meant: ['tableId'], isWrapper: false },
    { path: 'name', meant: ['tableName'], isWrapper: false },
  ]);
});
