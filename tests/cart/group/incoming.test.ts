import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guestsSet } from '#events/guests-set.ts';
import { readMessage } from '#src/runtime/group/incoming.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const message = (id: string, userId: string) => ({
  fromBrowserId: 'b',
  messageType: 'updateGuestNumber',
  data: { events: [guestsSet({ id, at: [1, 0], seen: {}, userId }, { guests: 2 })] },
});

test('E5: a message of its own sender is read', () => {
  expect(readMessage(message('ra:1', 'u1'), 'u1')).toMatchObject({ fromUserId: 'u1' });
});

test.each([
  ['another diner’s event', message('ra:1', 'u1'), 'u2'],
  ['an event in the server’s name', message('server:1', 'u1'), 'u1'],
  ['an event without a sender', message('ra:1', 'u1'), undefined],
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
    { ...message('ra:1', 'u1'), data: { events: [{ id: 'ra:1' }], userName: 'Mei' } },
    read('b', 'updateGuestNumber', { userName: 'Mei' }),
  ],
])('P3: a message of anybody, %s, is read as far as it goes', (_what, data, expected) =>
  expect(readMessage(data, undefined)).toEqual(expected),
);
