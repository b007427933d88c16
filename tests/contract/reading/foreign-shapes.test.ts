/** Shapes that other servers choose where the contract leaves them open, one table for each kind. */
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import { getMember, login, registerGuest, unknownId, updateMember } from '#contract/calls/member.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  searchProducts,
  getTinyMerchant,
} from '#contract/calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  placeOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { readWire } from '#testing/read-wire.ts';
import { callNamed, type CallName } from './phone-calls.ts';

function read<P, Q, B, Data>(call: Call<P, Q, B, Data>, data?: unknown): Data {
  return readWire(call, JSON.stringify({ success: true, code: 0, data }));
}

/** The phone needs nothing but their success. */
const needNoData = [
  'sendOrderCodeMessage', 'sendPhoneCode', 'updateMember', 'initializeCart', 'updateCart', 'clearCart',
  'logout', 'reportLostOrder',
] as const satisfies CallName[]; // prettier-ignore

describe('a call that needs no data succeeds whatever the data are', () => {
  test.each(needNoData)('%s', (name) => {
    for (const data of [undefined, null, true, 1, '', 'ok', [], {}, { affected: 1 }])
      expect(() => read(callNamed(name), data), JSON.stringify(data)).not.toThrow();
  });

  test('code 0 without success is a refusal all the same', () => {
    expect(() => readWire(updateMember, '{"success":false,"code":0,"data":true}')).toThrow();
  });
});

const epoch = 1_795_000_000_000;
describe('a point in time', () => {
  test.each([
    ['ms', epoch],
    ['seconds', epoch / 1_000],
    ['seconds with decimals', epoch / 1_000 + 0.0004],
    ['ms as text', String(epoch)],
    ['seconds as text', String(epoch / 1_000)],
    ['ISO 8601', new Date(epoch).toISOString()],
    ['ISO 8601 with a zone', '2026-11-18T19:06:40+08:00'],
    ['a date and a time with a space between', new Date(epoch).toISOString().replace('T', ' ')],
  ])('%s', (_what, at) => {
    const cart = read(getCart, { userCarts: [], updateAt: at, lastOperateTime: at });
    expect([cart.updateAt, cart.lastOperateAt]).toEqual([epoch, epoch]);
    const order = read(getOrderDetail, { id: 4, createAt: at, orderItems: [{ id: 1, productId: 2, quantity: 1, sentAt: at }] }); // prettier-ignore
    expect([order.createAt, order.orderItems[0]!.sentAt]).toEqual([epoch, epoch]);
  });

  test('0 is no time', () => {
    expect(read(getCart, { userCarts: [], updateAt: 0, lastOperateAt: 0 })).toMatchObject({ updateAt: 0, lastOperateAt: 0 }); // prettier-ignore
  });
});

const line = { id: 5, productId: 2, quantity: 1 };
const lists: [string, (entries: unknown[]) => unknown, number?][] = [
  ['bare', (entries) => entries],
  ['list', (list) => ({ list })],
  ['list and total', (list) => ({ list, total: 31 }), 31],
  ['items and total', (items) => ({ items, total: 31 }), 31],
  ['records and totalCount', (records) => ({ records, totalCount: '31' }), 31],
  ['rows and count', (rows) => ({ rows, count: 31 }), 31],
  ['data', (data) => ({ data })],
  ['nested once', (records) => ({ data: { records, total: 31 } }), 31],
  ['nested with the total outside', (list) => ({ data: { list }, total: 31 }), 31],
];
describe.each(lists)('a list: %s', (_what, wrapped, total = 1) => {
  test('of orders, with their number', () => {
    const orders = read(getMemberOrderList, wrapped([{ id: 4, orderItems: wrapped([line]) }]));
    expect(orders).toMatchObject({ list: [{ id: '4', orderItems: [{ id: '5' }] }], total });
  });

  test('of coupons, dishes, diners and lines', () => {
    const coupon = { id: 1, userCouponId: 2 };
    expect(read(getCoupons, wrapped([coupon])).list).toHaveLength(1);
    expect(read(searchProducts, wrapped([{ id: 2 }])).products).toHaveLength(1);
    const menu = read(getProductsByCategories, wrapped([{ id: 1, products: wrapped([{ id: 2 }]) }]));
    expect(menu.categories[0]!.products).toMatchObject([{ id: '2', categoryId: '1' }]);
    const cart = read(getCart, wrapped([{ userId: 3, orderItems: wrapped([line]) }]));
    expect(cart.userCarts).toMatchObject([{ userId: '3', orderItems: [{ id: '5' }] }]);
  });
});

// CF11
describe('the number of guests', () => {
  test.each([
    [{ guests: 2 }],
    [{ guestCount: 2 }],
    [{ guestNumber: '2' }],
    [{ guests: null, guestCount: 2 }],
  ])('%j', (sent) => {
    expect(read(getGuests, sent).guests).toBe(2);
    expect(read(getTableByQrcode, { tableId: 7, ...sent }).guests).toBe(2);
    expect(read(getCart, { userCarts: [], ...sent }).guests).toBe(2);
    expect(read(initializeCart, { userCarts: [], ...sent }).guests).toBe(2);
    expect(read(getTableActiveOrder, { id: 4, ...sent })!.guests).toBe(2);
  });

  test.each([[2], ['2'], [{ count: 2 }], [{ value: '2' }]])('requested alone: %j', (sent) => {
    expect(read(getGuests, sent).guests).toBe(2);
  });
});

// CA13
test.each([
  [true, true, undefined],
  ['true', true, undefined],
  [1, true, undefined],
  [{ hasProcessingOrder: true }, true, undefined],
  [{ hasOrder: true, orderId: 41 }, true, '41'],
  [41, true, '41'],
  ['9007199254740993', true, '9007199254740993'],
  [{ id: 41, orderItems: [] }, true, '41'],
  [{ order: { id: 41 } }, true, '41'],
  [[{ id: 41 }, { id: 42 }], true, '41'],
  [[41, 42], true, '41'],
  [{ list: [{ id: 41 }], total: 1 }, true, '41'],
  [false, false, undefined],
  ['false', false, undefined],
  [0, false, undefined],
  [null, false, undefined],
  ['', false, undefined],
  [[], false, undefined],
  [{}, false, undefined],
  [{ records: [], total: 0 }, false, undefined],
  [{ order: null }, false, undefined],
  [{ hasProcessingOrder: false, orderId: null }, false, undefined],
])('an open order: %j', (data, has, orderId) => {
  expect(read(hasProcessingOrder, data)).toEqual({ hasProcessingOrder: has, ...(orderId && { orderId }) });
});

// CA18
test.each([
  [{ id: 41 }, '41'],
  [{ order: { id: 41 } }, '41'],
  [[{ id: 41 }, { id: 42 }], '41'],
  [{ records: [{ id: 41 }] }, '41'],
  [null, undefined],
  [[], undefined],
  [{}, undefined],
  ['', undefined],
  [false, undefined],
  [{ order: null }, undefined],
  [{ list: [], total: 0 }, undefined],
])('the order that is open at the table: %j', (data, id) => {
  expect(read(getTableActiveOrder, data)?.id).toBe(id);
});

// CF5
describe('the diner of an order’s line', () => {
  const createTheirCart = (userId: number, productId: number, id?: number) => ({
    userId,
    orderItems: [{ ...(id !== undefined && { id }), productId, quantity: 1 }],
  });

  test.each([
    ['by the line’s id', [createTheirCart(8, 2, 6), createTheirCart(9, 2, 5)]],
    ['by the dish', [createTheirCart(8, 3), createTheirCart(9, 2)]],
  ])('%s', (_how, userCarts) => {
    const orderItems = [line, { id: 6, productId: _how === 'by the dish' ? 3 : 2, quantity: 1 }];
    const order = read(getOrderDetail, { id: 4, orderItems, userCarts });
    expect(order.orderItems.map(({ id, userId }) => [id, userId])).toEqual([['5', '9'], ['6', '8']]); // prettier-ignore
  });

  test('the lines themselves are only in the diners’ carts', () => {
    const order = read(getOrderDetail, {
      id: 4,
      userCarts: [createTheirCart(8, 2, 6), createTheirCart(9, 2, 5)],
    });
    expect(order.orderItems.map(({ id, userId }) => [id, userId])).toEqual([['6', '8'], ['5', '9']]); // prettier-ignore
  });
});

// CA17
describe('a preview', () => {
  const totals = { orderItems: [], subTotalAmount: 25, totalAmount: 20 };

  test.each([[totals], [{ order: totals }], [[totals]], [[{ order: totals }]]])('%j', (data) => {
    expect(read(previewOrder, data)).toMatchObject({ subTotalAmount: '25.00', totalAmount: '20.00' });
  });

  test('the cart’s answer may be wrapped in `order`, too', () => {
    expect(read(updateCart, { order: { orderItems: [line], cartRowVersion: 7 } })).toMatchObject({ cartRowVersion: 7 }); // prettier-ignore
  });

  // CF9
  test.each([
    ['an amount', { discountType: 0, discountValue: 5, thresholdAmount: 20 }, '5.00'],
    ['an amount in words', { discountType: 'amount', discountValue: '5.00' }, '5.00'],
    ['a percentage', { discountType: 1, discountValue: 20 }, '5.00'],
    ['a percentage with a bound', { discountType: 1, discountValue: 50, maxDiscountAmount: '5' }, '5.00'],
    ['the server’s text', { discountType: 0, discountValue: 4, amount: '5.00' }, '5.00'],
    ['below its threshold', { discountType: 0, discountValue: 5, thresholdAmount: 30 }, '0.00'],
    ['more than the bill’s discount: something else is meant', { discountType: 0, discountValue: 20 }, '0'],
    [
      'a percentage with an empty bound',
      { discountType: 1, discountValue: 20, maxDiscountAmount: 0 },
      '5.00',
    ],
    ['no terms', {}, '0.00'],
  ])('a coupon that takes off %s', (_what, terms, amount) => {
    const coupon = { id: 1, userCouponId: 2, name: 'Five off', ...terms };
    const preview = read(previewOrder, { ...totals, totalDiscountAmount: 5, orderCoupons: [coupon] });
    expect(preview.orderCoupons[0]!.amount).toBe(amount);
  });

  test.each([[-4.5], ['4.50']])('a coupon whose amount (%j) is only among the adjustments', (sent) => {
    const bill = {
      ...totals,
      totalDiscountAmount: 5,
      priceAdjustments: [
        { category: 'coupon', amount: sent },
        { category: 0, amount: -0.5 },
      ],
      orderCoupons: [{ id: 1, userCouponId: 2, discountType: 0, discountValue: 30 }],
    };
    expect(read(previewOrder, bill).orderCoupons[0]!.amount).toBe('4.50');
  });

  test('a coupon in the list with a maximum of nothing has no limit', () => {
    const coupon = { id: 1, userCouponId: 2, discountType: 1, discountValue: 20, maxDiscountAmount: '0.00' };
    expect(read(getCoupons, [coupon]).list[0]!.maxDiscountAmount).toBeNull();
  });
});

// CF3
test.each([
  [true, 'true'],
  ['{"value":false}', 'false'],
  ['{"value":30}', '30'],
  ['{no json', '{no json'],
])('a setting whose value is %j', (value, sent) => {
  const merchant = { shortName: 'House', necessarySettingValues: [{ templateEnum: '18002', value }] };
  expect(read(getTinyMerchant, merchant).necessarySettingValues).toEqual([
    { templateEnum: 18_002, value: sent },
  ]);
});

// O2
test.each([[7], ['7'], [{ id: 7 }], [{ order: { id: 7 } }], [{ orderId: 7 }]])(
  'an order that is named by its id alone (%j) is placed',
  (data) => {
    expect(read(placeOrder, data).order).toMatchObject({ id: '7', orderItems: [] });
  },
);

// CV11
test.each([[2], ['2'], ['recharge']])('a dish in recharge mode (%j) is not on the menu', (mode) => {
  const products = [{ id: 2 }, { id: 3, mode }, { id: 4, mode: 0 }];
  const { categories } = read(getProductsByCategories, [{ id: 1, products }]);
  expect(categories[0]!.products.map(({ id }) => id)).toEqual(['2', '4']);
  expect(read(searchProducts, products).products.map(({ id }) => id)).toEqual(['2', '4']);
});

// CA12
test.each([
  [{ id: 3, token: 'key' }, '3'],
  [{ member: { id: 3 }, token: 'key' }, '3'],
  [{ member: { id: 3, token: 'key' } }, '3'],
  [[{ id: 3, token: 'key' }], '3'],
  ['key', unknownId],
  [{ token: 'key' }, unknownId],
])('a new guest: %j', (data, id) => {
  expect(read(registerGuest, data)).toMatchObject({ id, token: 'key', registrationState: 0 });
});

test.each([[undefined], [null], [''], [{}], [{ token: '' }], [[]]])('an unnamed guest: %j', (data) => {
  expect(() => read(registerGuest, data)).toThrow();
});

test.each([[{ id: 3, phone: '2' }], [{ member: { id: 3, phone: '2' } }], [[{ id: 3, phone: '2' }]]])(
  'a member: %j',
  (data) => {
    for (const call of [getMember, login])
      expect(read(call, data)).toMatchObject({ id: '3', registrationState: 1 });
  },
);

// CA6
test.each([
  [{ id: 50, tableId: 7, tableName: 'Seven', merchantId: 1 }, '1'],
  [{ id: 7, name: 'Seven', merchantId: 1 }, '1'],
  [{ id: 50, merchant: { id: 1 }, table: { id: 7, name: 'Seven' } }, '1'],
  [{ tableId: 7, tableName: 'Seven' }, ''],
  [[{ id: 50, tableId: 7, tableName: 'Seven' }], ''],
])('the table of a code: %j', (data, merchantId) => {
  expect(read(getTableByQrcode, data)).toMatchObject({ tableId: '7', tableName: 'Seven', merchantId });
});

describe('the menu', () => {
  const tea = { id: 2, name: 'Tea', categoryId: 1, price: 4.5 };
  const drinks = { id: 1, name: 'Drinks', products: [tea] };

  // CA3
  test.each([
    ['categories', [drinks]],
    ['categories in a field', { categories: [drinks] }],
    ['categories with items', [{ ...drinks, products: undefined, items: [tea] }]],
    ['menus', [{ id: 9, name: 'All day', categories: [drinks] }]],
    ['menus in a field', { menus: [{ categories: [drinks] }] }],
    ['dishes', [{ ...tea, categoryName: 'Drinks' }]],
    ['dishes of a page', { items: [{ ...tea, categoryName: 'Drinks' }], total: 1 }],
    ['dishes by category', { 1: [tea] }, ''],
  ])('as %s', (_what, data, name = 'Drinks') => {
    const { categories } = read(getProductsByCategories, data);
    expect(categories).toMatchObject([{ id: '1', name, products: [{ id: '2', categoryId: '1', price: '4.50' }] }]); // prettier-ignore
    expect(categories[0]!.products).toHaveLength(1);
  });

  // CA2
  test.each([
    [{ categories: [drinks] }],
    [{ menus: [{ categories: [drinks] }] }],
    [[{ categories: [drinks] }]],
    [[drinks]],
  ])('on the home page: %j', (data) => {
    expect(read(getMerchantHome, data).categories).toEqual([{ id: '1', name: 'Drinks' }]);
  });

  const readGroups = (sent: object) =>
    read(getProductsByCategories, [{ id: 1, products: [{ id: 2, ...sent }] }]).categories[0]!.products[0]!
      .modifierGroups;
  const large = { id: 6, name: 'Large', price: '1.00' };
  const size = { id: 5, name: 'Size', min: 1, max: 1 };
  test.each([
    ['modifierGroups', { modifierGroups: [{ ...size, modifiers: [large] }] }],
    ['groups', { modifierGroups: null, groups: [{ ...size, options: [large] }] }],
    [
      'attachedModifierGroups',
      {
        attachedModifierGroups: [
          { modifierGroup: { ...size, products: [{ productId: 6, productName: 'Large', productPrice: 1 }] } },
        ],
      },
    ],
    [
      'modifiers',
      {
        modifiers: [
          { modifierProductId: 6, name: 'Large', price: 1, min: 1, max: 1, groupId: 5, groupName: 'Size' },
        ],
      },
    ],
  ])('with choices as %s', (_what, sent) => {
    expect(readGroups(sent)).toMatchObject([{ ...size, id: '5', modifiers: [{ ...large, id: '6' }] }]);
  }); // prettier-ignore

  test('choices in one list are split by their groups', () => {
    const modifiers = [
      { id: 6, groupId: 5, isRequired: 1 },
      { id: 7, groupId: 5, isRequired: 1 },
      { id: 8, groupId: 4, isRequired: 0 },
    ];
    expect(readGroups({ modifiers }).map(({ id, min, max }) => [id, min, max])).toEqual([['5', 1, 2], ['4', 0, 1]]); // prettier-ignore
  });

  test.each([
    [{ min: 1, max: 2 }, 1, 2],
    [{ minQuantity: 1, maxQuantity: '2' }, 1, 2],
    [{ isRequired: true, isMultiple: false }, 1, 1],
    [{ isRequired: 'true', isMultiple: 'true' }, 1, 3],
    [{ isRequired: 0, isMultiple: 0 }, 0, 1],
    [{}, 0, 3],
  ])('with the limits %j', (limits, min, max) => {
    const modifiers = [{ id: 6 }, { id: 7 }, { id: 8 }];
    expect(readGroups({ modifierGroups: [{ id: 5, ...limits, modifiers }] })).toMatchObject([{ min, max }]);
  });

  // CX10
  test.each([
    [{ soldOut: true }, true],
    [{ isSoldOut: 1 }, true],
    [{ available: false }, true],
    [{ onShelf: 'false' }, true],
    [{ stock: '0' }, true],
    [{ status: 'soldOut' }, true],
    [{ isSoldOut: 'false' }, false],
    [{ available: 1 }, false],
    [{ stock: 50 }, false],
    [{ status: 'onSale' }, false],
    [{}, false],
  ])('with a dish that says %j', (sent, soldOut) => {
    expect(read(searchProducts, [{ id: 2, ...sent }]).products).toMatchObject([{ soldOut }]);
    const modifiers = [{ id: 6, ...sent }];
    expect(readGroups({ modifierGroups: [{ id: 5, modifiers }] })[0]!.modifiers).toMatchObject([{ soldOut }]);
  });

  test.each([[{ img: '/a.jpg' }], [{ imageUrl: '/a.jpg' }], [{ images: ['/a.jpg', '/b.jpg'] }]])(
    'with the picture %j',
    (sent) => {
      const picture = { x1: '/a.jpg', x2: '/a.jpg' };
      expect(read(searchProducts, [{ id: 2, ...sent }]).products).toMatchObject([{ picture }]);
    },
  );

  test('a dish’s fields may have its name as a prefix', () => {
    const product = { productId: 2, productName: 'Tea', productPrice: 4.5 };
    const { products } = read(searchProducts, [product]);
    expect(products).toMatchObject([{ id: '2', name: 'Tea', price: '4.50' }]);
  });
});

describe('a text in several languages', () => {
  const nameIn = (name: unknown, language?: string) => {
    const found = readAnswer(searchProducts, [{ id: 2, name }], language);
    return found.ok && found.value.products[0]?.name;
  };

  test.each([
    [{ 'zh-TW': '茶', 'en-US': 'Tea' }, 'zh-TW', '茶'],
    [{ 'zh-TW': '茶', 'en-US': 'Tea' }, undefined, 'Tea'],
    [{ zh: '茶', en: 'Tea' }, 'zh-TW', '茶'],
    [{ zh_HK: '茶', en_GB: 'Tea' }, 'en-US', 'Tea'],
    [{ 'ja-JP': '茶', 'en-US': 'Tea' }, 'zh-TW', '茶'],
    [{ text: 'Tea' }, 'en-US', ''],
    [{}, 'en-US', ''],
  ])('%j in %s', (name, language, text) => {
    expect(nameIn(name, language)).toBe(text);
  });
});

// CS1 to CS9
test('numbers may be texts in any spelling', () => {
  const sent = {
    id: 4,
    status: 'Completed',
    paymentStatus: 'PARTIALLY_PAID',
    sendStatus: 'allSent',
    sourceType: 'scan-code-to-order',
    type: 'to-go',
    orderItems: [{ ...line, type: 'to-go' }],
  };
  const order = read(getOrderDetail, sent);
  expect(order).toMatchObject({ status: 1, paymentStatus: 1, sendStatus: 2, sourceType: 4, type: 2 });
  expect(order.orderItems[0]).toMatchObject({ type: 1 });
  expect(read(getMember, { id: 3, registrationState: 'Registered' })).toMatchObject({ registrationState: 1 });
});

test.each([[{ id: 4, order: { id: 4, orderItems: [line] } }], [{ id: 4, order: { orderItems: [line] } }]])(
  'an order next to its id: %j',
  (data) => {
    expect(read(getOrderDetail, data)).toMatchObject({ id: '4', orderItems: [{ id: '5' }] });
  },
);

// P2
test.each([
  [7, 7],
  ['7', 7],
  ['0x000000000000000A', '0x000000000000000A'],
  ['18050000000000000123', '18050000000000000123'],
  ['', null],
])('the version of a cart is sent back as it came: %j', (cartRowVersion, version) => {
  expect(read(getCart, { userCarts: [], cartRowVersion }).cartRowVersion).toBe(version);
  expect(read(updateCart, { orderItems: [], cartRowVersion }).cartRowVersion).toBe(version);
});
