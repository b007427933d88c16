import { BehaviorSubject, Subject } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import { createPresence, type Presence } from '#client/group/presence.ts';
import { waitUntilQuiet, TestGroup } from '#testing/phones/engine-phone.ts';

let now: number;
let group: TestGroup;

beforeEach(() => {
  now = 0;
  group = new TestGroup();
});

function createPhone(userId: string, name: string | undefined = userId, formerId?: string) {
  let userName = name;
  const renamed = new Subject<unknown>();
  const looking = new BehaviorSubject(true);
  const live = new BehaviorSubject(true);
  const beats = new Subject<unknown>();
  const joined = group.join(userId, `browser-${userId}`);
  const presence: Presence = createPresence({
    group: { ...joined, live },
    author: () => ({ userId, userName }),
    renamed,
    sessionId: 's1',
    formerId,
    looking,
    now: () => now,
    every: () => beats,
  });
  const rename = (next: string) => {
    userName = next;
    renamed.next(next);
  };
  return { presence, looking, live, beats, rename };
}

/** A phone, or without `from` the server, sends a presence message. */
const deliverPresence = (data: object, from?: string) =>
  group.deliver(
    JSON.stringify({ fromBrowserId: 'x', messageType: 'presence', data: { sessionId: 's1', ...data } }),
    from,
  );

const describeOthers = ({ presence }: { presence: Presence }) =>
  presence.others.value.map(({ userId, here }) => `${userId} ${here ? 'here' : 'away'}`);

// CX8
test('a newcomer learns who is present, and they learn of the newcomer', () => {
  const ann = createPhone('ann');
  const mei = createPhone('mei');
  const cy = createPhone('cy');
  expect(describeOthers(ann)).toEqual(['cy here', 'mei here']);
  expect(describeOthers(mei)).toEqual(['ann here', 'cy here']);
  expect(describeOthers(cy)).toEqual(['ann here', 'mei here']);
});

test('a phone announces when it is hidden and shown again', () => {
  const ann = createPhone('ann');
  const mei = createPhone('mei');
  mei.looking.next(false);
  expect(describeOthers(ann)).toEqual(['mei away']);
  mei.looking.next(true);
  expect(describeOthers(ann)).toEqual(['mei here']);
});

test('a phone without heartbeats counts as hidden; one with heartbeats does not', () => {
  const ann = createPhone('ann');
  const mei = createPhone('mei');
  for (now = 25_000; now <= 100_000; now += 25_000) {
    ann.beats.next(0);
    if (now <= 25_000) mei.beats.next(0);
  }
  now = 100_000;
  ann.beats.next(0);
  expect(describeOthers(ann)).toEqual(['mei here']);
  now += 1_000;
  ann.beats.next(0);
  expect(describeOthers(ann)).toEqual(['mei away']);
  expect(describeOthers(mei)).toEqual(['ann here']);
});

test('no message is sent without a connection; once there is one, all are sent', () => {
  const ann = createPhone('ann');
  ann.live.next(false);
  const before = group.sent.length;
  ann.looking.next(false);
  ann.beats.next(0);
  expect(group.sent).toHaveLength(before);
  ann.live.next(true);
  expect(group.sent.at(-1)).toMatchObject({ messageType: 'presence', data: { here: false, asks: true } });
});

test('another session, the diner’s own second phone, and messages of no phone add no diner', async () => {
  const ann = createPhone('ann');
  createPhone('ann');
  deliverPresence({ here: true, sessionId: 's0' }, 'old');
  deliverPresence({ here: true });
  deliverPresence({ here: 'yes' }, 'odd');
  await waitUntilQuiet();
  expect(describeOthers(ann)).toEqual([]);
});

test('a new or changed name is announced at once, and is not forgotten', () => {
  const ann = createPhone('ann');
  const mei = createPhone('mei', '');
  const listNames = () => ann.presence.others.value.map(({ userName }) => userName);
  expect(listNames()).toEqual(['']);
  mei.rename('Mei');
  expect(listNames()).toEqual(['Mei']);
  mei.rename('May');
  mei.rename('');
  expect(listNames()).toEqual(['May']);
});

test('a diner who leaves, or returns under another id after a login, leaves no empty seat', () => {
  const ann = createPhone('ann');
  const guest = createPhone('guest', 'Mei');
  guest.presence.close();
  createPhone('member', 'Mei');
  expect(describeOthers(ann)).toEqual(['member here']);
});

test('O4: a member who has logged in announces to all, also to newcomers, which guest they were; their other phone changes nothing', () => {
  const ann = createPhone('ann');
  createPhone('member', 'Mei', 'guest');
  createPhone('member', 'Mei', 'another guest');
  const late = createPhone('late');
  for (const { presence } of [ann, late])
    expect(presence.others.value.find(({ userId }) => userId === 'member')?.formerId).toBe('guest');
});

test('O4: a phone that missed the guest’s leaving shows one diner at the table, not two', () => {
  const ann = createPhone('ann');
  const guest = createPhone('guest', 'Mei');
  expect(describeOthers(ann)).toEqual(['guest here']);
  guest.live.next(false);
  createPhone('member', 'Mei', 'guest');
  expect(ann.presence.others.value).toEqual([
    { userId: 'member', userName: 'Mei', here: true, formerId: 'guest' },
  ]);
});

test('a message cannot take the seat of a diner who is present', () => {
  const ann = createPhone('ann');
  createPhone('mei');
  createPhone('eve', 'Eve', 'mei');
  expect(ann.presence.others.value.map(({ userId, formerId }) => [userId, formerId])).toEqual([
    ['eve', undefined],
    ['mei', undefined],
  ]);
});

test('a name from the server does not decide who is present', () => {
  const ann = createPhone('ann');
  const mei = createPhone('mei');
  mei.looking.next(false);
  deliverPresence({ userId: 'mei', userName: 'May' });
  expect(ann.presence.others.value).toEqual([{ userId: 'mei', userName: 'May', here: false }]);
});

// CX8
test('the server names who has sat down, even without a phone in the group, and whom the staff removed', () => {
  const ann = createPhone('ann');
  deliverPresence({ userId: 'eve', userName: 'Eve', here: true });
  expect(describeOthers(ann)).toEqual(['eve here']);
  // A phone can only speak for itself.
  deliverPresence({ userId: 'eve', gone: true }, 'mei');
  expect(describeOthers(ann)).toEqual(['eve here']);
  deliverPresence({ userId: 'eve', gone: true });
  expect(describeOthers(ann)).toEqual([]);
});
