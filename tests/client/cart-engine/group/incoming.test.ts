import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { readMessage } from '#client/group/incoming-messages.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const createMessage = (id: string, userId: string) => ({
  fromBrowserId: 'b',
  messageType: 'updateGuestNumber',
  data: { events: [createGuestsSet({ id, at: [1, 0], seen: {}, userId }, { guests: 2 })] },
});

test('E5: a message of its own sender is read', () => {
  expect(readMessage(createMessage('ra:1', 'u1'), 'u1')).toMatchObject({ fromUserId: 'u1' });
});

test.each([
  ['another diner’s event', createMessage('ra:1', 'u1'), 'u2'],
  ['an event in the server’s name', createMessage('server:1', 'u1'), 'u1'],
  ['an event without a sender', createMessage('ra:1', 'u1'), undefined],
])('E5: %s is dropped', (_what, data, sender) => expect(readMessage(data, sender)).toBeUndefined());

const read = (fromBrowserId: string, messageType: string, data: object) => ({
  message: { fromBrowserId, messageType, data },
  fromUserId: undefined,
});

test.each([
  ['no message', 'nonsense', read('', '', {})],
  ['nothing', null, read('', '', {})],
  ['without its fields', { messageType: 'clearCart' }, read('', 'clearCart', {})],
  ['with null', { fromBrowserId: null, messageType: 'clearCart', data: null }, read('', 'clearCart', {})],
  [
    'as text',
    '{"fromBrowserId":"till","messageType":"addCartItem","data":{"product":"Soup","quantity":"2"}}',
    read('till', 'addCartItem', { product: 'Soup', quantity: 2 }),
  ],
  [
    'with foreign fields',
    { fromBrowserId: 'till', messageType: 'addCartItem', data: { product: { sku: 1 }, userName: 7, x: [] } },
    read('till', 'addCartItem', { userName: '7' }),
  ],
  [
    'an event with a broken body',
    { ...createMessage('ra:1', 'u1'), data: { events: [{ id: 'ra:1' }], userName: 'Mei' } },
    read('b', 'updateGuestNumber', { userName: 'Mei' }),
  ],
])('P3: a message of any sender, %s, is read as far as possible', (_what, data, expected) =>
  expect(readMessage(data, undefined)).toEqual(expected),
);

// CG8, CG9, CG6, CF12
test.each([
  ['updateGuestNumber', 3, { guests: 3 }],
  ['updateGuestNumber', '3', { guests: 3 }],
  ['updateGuestNumber', { guests: 3 }, { guests: 3 }],
  ['updateGuestNumber', { guestCount: 3 }, { guests: 3 }],
  ['updateGuestNumber', { guestNumber: '3' }, { guests: 3 }],
  ['updateGuestNumber', { value: 3 }, { guests: 3 }],
  ['updateGuestNumber', { userName: 'Mei', order: { guests: 3 } }, { guests: 3 }],
  ['updateGuestNumber', '{"guestCount":3}', { guests: 3 }],
  ['updateGuestNumber', 0, { guests: 0 }],
  ['updateGuestNumber', 'three', {}],
  ['UPDATE_GUEST_NUMBER', 3, { guests: 3 }],
  ['update-guest-number', 3, { guests: 3 }],
  ['updateOrderType', 2, { orderType: 2 }],
  ['updateOrderType', { orderType: 2 }, { orderType: 2 }],
  ['updateOrderType', { type: '2' }, { orderType: 2 }],
  ['updateOrderType', { value: 2 }, { orderType: 2 }],
  ['updateOrderType', 102, { orderType: 2 }],
  ['updateOrderType', 'to-go', { orderType: 2 }],
  ['updateOrderType', { orderType: 'toGo' }, { orderType: 2 }],
  ['updateOrderType', { orderType: 'onlineToGo' }, { orderType: 6 }],
  ['closeInactiveDialog', true, { shouldClearCart: true }],
  ['closeInactiveDialog', { shouldClearCart: 'true' }, { shouldClearCart: true }],
  ['closeInactiveDialog', { shouldClearCart: 1 }, { shouldClearCart: true }],
  ['closeInactiveDialog', { clearCart: false }, { shouldClearCart: false }],
  ['placeOrder', { orderId: 7, userName: 'Mei' }, { orderId: '7', userName: 'Mei' }],
  ['placeOrder', { order: { id: 7 }, name: 'Mei' }, { orderId: '7', userName: 'Mei' }],
  [
    'addCartItem',
    { userName: 'Mei', product: { id: 2, name: 'Tea' }, quantity: '2' },
    { userName: 'Mei', product: 'Tea', quantity: 2 },
  ],
  [
    'addCartItem',
    { userName: 'Mei', productName: 'Tea', quantity: 2, type: 1 },
    { userName: 'Mei', product: 'Tea', quantity: 2 },
  ],
] as const)('%s of another maker’s app with %j', (messageType, data, expected) => {
  const found = readMessage({ fromBrowserId: 'x', messageType, data }, 'u2')?.message;
  expect(found?.data).toMatchObject(expected);
  const values = ['guests', 'orderType', 'shouldClearCart', 'orderId', 'product', 'quantity'] as const;
  expect(values.filter((name) => found?.data[name] !== undefined).sort()).toEqual(
    values.filter((name) => name in expected).sort(),
  );
  expect(found?.messageType).toMatch(/^[a-z][a-zA-Z]+$/);
});
