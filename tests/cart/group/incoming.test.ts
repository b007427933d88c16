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

const ofTheContract = { fromBrowserId: 'till', messageType: 'addCartItem', data: { userName: 'Waiter' } };

test.each([
  ['text', 'Waiter: addCartItem', { fromBrowserId: '', messageType: '', data: {} }],
  ['nothing', null, { fromBrowserId: '', messageType: '', data: {} }],
  ['JSON in text', JSON.stringify(ofTheContract), ofTheContract],
  ['only a type', { messageType: 'clearCart' }, { fromBrowserId: '', messageType: 'clearCart', data: {} }],
  [
    'nulls',
    { fromBrowserId: null, messageType: 'addCartItem', data: null },
    { ...ofTheContract, fromBrowserId: '', data: {} },
  ],
  [
    'fields of another kind',
    {
      ...ofTheContract,
      data: { userName: null, product: { sku: 1 }, quantity: '2', orderId: 71, guests: 'x' },
    },
    { ...ofTheContract, data: { quantity: 2, orderId: '71' } },
  ],
  [
    'an event with a broken body',
    { ...message('ra:1', 'u1'), data: { userName: 'Ann', events: [{ id: 'ra:1' }] } },
    { fromBrowserId: 'b', messageType: 'updateGuestNumber', data: { userName: 'Ann' } },
  ],
])('P3: %s is read as far as it goes', (_what, data, read) =>
  expect(readMessage(data, undefined)).toEqual({ message: read, fromUserId: undefined }),
);
