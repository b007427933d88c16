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
  ['no message', 'nonsense', 'u1'],
  ['nothing', null, 'u1'],
  ['an event with a broken body', { ...message('ra:1', 'u1'), data: { events: [{ id: 'ra:1' }] } }, 'u1'],
])('E5: %s is dropped', (_what, data, sender) => expect(readMessage(data, sender)).toBeUndefined());
