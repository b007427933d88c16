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

function phone(userId: string, name: string | undefined = userId, was?: string) {
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
    was,
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
const say = (data: object, from?: string) =>
  group.deliver(
    JSON.stringify({ fromBrowserId: 'x', messageType: 'presence', data: { sessionId: 's1', ...data } }),
    from,
  );

const shown = ({ presence }: { presence: Presence }) =>
  presence.others.value.map(({ userId, here }) => `${userId} ${here ? 'here' : 'away'}`);

// CX8
test('who comes hears of those that are there, and they hear of the newcomer', () => {
  const ann = phone('ann');
  const mei = phone('mei');
  const cy = phone('cy');
  expect(shown(ann)).toEqual(['cy here', 'mei here']);
  expect(shown(mei)).toEqual(['ann here', 'cy here']);
  expect(shown(cy)).toEqual(['ann here', 'mei here']);
});

test('a phone that is put away says so, and when it is taken up again', () => {
  const ann = phone('ann');
  const mei = phone('mei');
  mei.looking.next(false);
  expect(shown(ann)).toEqual(['mei away']);
  mei.looking.next(true);
  expect(shown(ann)).toEqual(['mei here']);
});

test('a phone that falls silent counts as put away; one that beats does not', () => {
  const ann = phone('ann');
  const mei = phone('mei');
  for (now = 25_000; now <= 100_000; now += 25_000) {
    ann.beats.next(0);
    if (now <= 25_000) mei.beats.next(0);
  }
  now = 100_000;
  ann.beats.next(0);
  expect(shown(ann)).toEqual(['mei here']);
  now += 1_000;
  ann.beats.next(0);
  expect(shown(ann)).toEqual(['mei away']);
  expect(shown(mei)).toEqual(['ann here']);
});

test('nothing is said while there is no connection, and all is said once there is', () => {
  const ann = phone('ann');
  ann.live.next(false);
  const before = group.sent.length;
  ann.looking.next(false);
  ann.beats.next(0);
  expect(group.sent).toHaveLength(before);
  ann.live.next(true);
  expect(group.sent.at(-1)).toMatchObject({ messageType: 'presence', data: { here: false, asks: true } });
});

test('another session, the diner’s own other phone, and what no phone said are nobody', async () => {
  const ann = phone('ann');
  phone('ann');
  say({ here: true, sessionId: 's0' }, 'old');
  say({ here: true });
  say({ here: 'yes' }, 'odd');
  await waitUntilQuiet();
  expect(shown(ann)).toEqual([]);
});

test('a name is heard of as soon as it is given or changed, and is not forgotten', () => {
  const ann = phone('ann');
  const mei = phone('mei', '');
  const names = () => ann.presence.others.value.map(({ userName }) => userName);
  expect(names()).toEqual(['']);
  mei.rename('Mei');
  expect(names()).toEqual(['Mei']);
  mei.rename('May');
  mei.rename('');
  expect(names()).toEqual(['May']);
});

test('who goes, or comes back under another id after a login, leaves no seat behind', () => {
  const ann = phone('ann');
  const guest = phone('guest', 'Mei');
  guest.presence.close();
  phone('member', 'Mei');
  expect(shown(ann)).toEqual(['member here']);
});

test('O4: who has logged in says which guest they were, also to whom comes later; another phone of theirs changes nothing', () => {
  const ann = phone('ann');
  phone('member', 'Mei', 'guest');
  phone('member', 'Mei', 'another guest');
  const late = phone('late');
  for (const { presence } of [ann, late])
    expect(presence.others.value.find(({ userId }) => userId === 'member')?.was).toBe('guest');
});

test('O4: who did not hear the guest go has one diner at the table, not two', () => {
  const ann = phone('ann');
  const guest = phone('guest', 'Mei');
  expect(shown(ann)).toEqual(['guest here']);
  guest.live.next(false);
  phone('member', 'Mei', 'guest');
  expect(ann.presence.others.value).toEqual([
    { userId: 'member', userName: 'Mei', here: true, was: 'guest' },
  ]);
});

test('nobody takes the place of somebody who is there', () => {
  const ann = phone('ann');
  phone('mei');
  phone('eve', 'Eve', 'mei');
  expect(ann.presence.others.value.map(({ userId, was }) => [userId, was])).toEqual([
    ['eve', undefined],
    ['mei', undefined],
  ]);
});

test('a name that the server tells leaves open who is there', () => {
  const ann = phone('ann');
  const mei = phone('mei');
  mei.looking.next(false);
  say({ userId: 'mei', userName: 'May' });
  expect(ann.presence.others.value).toEqual([{ userId: 'mei', userName: 'May', here: false }]);
});

// CX8
test('the server names who has sat down, also without a phone in the group, and whom the staff sent away', () => {
  const ann = phone('ann');
  say({ userId: 'eve', userName: 'Eve', here: true });
  expect(shown(ann)).toEqual(['eve here']);
  // A phone can only speak for itself.
  say({ userId: 'eve', gone: true }, 'mei');
  expect(shown(ann)).toEqual(['eve here']);
  say({ userId: 'eve', gone: true });
  expect(shown(ann)).toEqual([]);
});
