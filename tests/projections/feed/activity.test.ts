import { describe, expect, test } from 'vitest';
import { rejections } from '#contract/codes.ts';
import type { LogRecord } from '#events/records/records.ts';
import { listActivity, filterActivityOfLine, type Activity } from '#projections/feed/activity.ts';
import { add, clear, createDecrease, noodles, order, createNotesEdit, tea } from '../given.ts';

type Event = Extract<LogRecord, { event: unknown }>['event'];

function createRecords(...events: readonly Event[]): LogRecord[] {
  return events.map((event) => ({ t: 0, from: 'peer', event }));
}

function describeActivity(activity: readonly Activity[]): string[] {
  return activity.map((each) => {
    const what = 'item' in each ? ` ${each.item.name}` : '';
    const quantity = 'quantity' in each ? ` ${each.quantity}` : '';
    const refused = each.refused === undefined ? '' : ` refused ${each.refused}`;
    return `${each.userId} ${each.kind}${quantity}${what}${refused}`;
  });
}

const mei = { userId: 'u2' };

describe('events at the table', () => {
  test('taps on one dish are one entry, and an addition that was removed again is not shown', () => {
    const events = [
      add('ra:1', tea, 1),
      add('ra:2', tea, 1, { lineId: 'ra:1' }),
      add('rb:1', noodles, 1, mei),
      add('ra:3', tea, 1, { lineId: 'ra:1' }),
      createDecrease('ra:4', 'ra:1', tea, 1),
      add('ra:5', noodles, 1),
      createDecrease('ra:6', 'ra:5', noodles, 1),
    ];
    expect(describeActivity(listActivity(createRecords(...events)))).toEqual([
      'u1 added 2 Iced tea',
      'u2 added 1 Beef noodles',
    ]);
  });

  test('a dish that was added again after somebody else’s clear or order is a new entry', () => {
    const events = [
      add('ra:1', tea, 1),
      clear('rb:1', 'table', { ra: 1 }, { ...mei, at: 2 }),
      add('ra:2', tea, 1, { at: 3 }),
      order('server:1', 'o1', { ra: 2 }, { ...mei, at: 4 }),
      add('ra:3', tea, 1, { at: 5 }),
    ];
    expect(describeActivity(listActivity(createRecords(...events)))).toEqual([
      'u1 added 1 Iced tea',
      'u2 cleared',
      'u1 added 1 Iced tea',
      'u2 ordered',
      'u1 added 1 Iced tea',
    ]);
  });

  test('after one minute it is a new entry', () => {
    const events = [add('ra:1', tea, 1), add('ra:2', tea, 1, { lineId: 'ra:1', at: 60_002 })];
    expect(describeActivity(listActivity(createRecords(...events)))).toEqual([
      'u1 added 1 Iced tea',
      'u1 added 1 Iced tea',
    ]);
  });

  test('in total order, each event once, whatever the order and number of the records', () => {
    const events = [add('ra:1', tea, 1, { at: 5 }), add('rb:1', noodles, 2, { ...mei, at: 3 })];
    const [first, second] = createRecords(...events);
    const snapshot = { version: 1, covers: {}, userCarts: [], events };
    const all: LogRecord[] = [second!, first!, { t: 1, from: 'server', snapshot }, second!];
    expect(describeActivity(listActivity(all))).toEqual(['u2 added 2 Beef noodles', 'u1 added 1 Iced tea']);
  });

  test('notes, clears and orders; rejected events show why', () => {
    const events = [
      add('ra:1', tea, 1),
      createNotesEdit('ra:2', 'ra:1', tea, 'no ice'),
      order('server:1', 'o1', { ra: 2 }, { userId: 'u1', at: 3 }),
      clear('rb:1', 'table', {}, { ...mei, at: 4 }),
      add('rb:2', noodles, 1, { ...mei, at: 5 }),
    ];
    const activity = listActivity([
      ...createRecords(...events),
      { t: 9, from: 'server', rejected: { ids: ['rb:2'], code: 2025 } },
    ]);
    expect(describeActivity(activity)).toEqual([
      'u1 added 1 Iced tea',
      'u1 notes Iced tea',
      'u1 ordered',
      'u2 cleared',
      'u2 added 1 Beef noodles refused 2025',
    ]);
  });

  test('T4: a change that was created again because of a wrong clock is shown once, as done', () => {
    const ahead = add('ra:1', tea, 1, { at: 900_000 });
    const again = add('ra1:1', tea, 1, { at: 20 });
    const all: LogRecord[] = [
      ...createRecords(ahead),
      { t: 9, from: 'server', rejected: { ids: ['ra:1'], code: rejections.clockAhead } },
      ...createRecords(again),
    ];
    const activity = listActivity(all);
    expect(describeActivity(activity)).toEqual(['u1 added 1 Iced tea']);
    expect(filterActivityOfLine(activity, { userId: 'u1', item: tea, ids: ['ra1:1'] })).toEqual(activity);
    expect(activity[0]).toMatchObject({ id: 'ra1:1', at: 20, eventIds: ['ra1:1'] });
  });

  test('F1: so is an event that omits its own past; otherwise malformed events are shown as rejected', () => {
    const createRejection = (id: string): LogRecord => ({
      t: 9,
      from: 'server',
      rejected: { ids: [id], code: rejections.malformed },
    });
    const forgetful = [
      ...createRecords(add('ra:2', tea, 1, { seen: { ra: 0 } })),
      createRejection('ra:2'),
      ...createRecords(add('rb:1', tea, 1)),
    ];
    expect(describeActivity(listActivity(forgetful))).toEqual(['u1 added 1 Iced tea']);
    const broken = [...createRecords(add('ra:2', tea, 1)), createRejection('ra:2')];
    expect(describeActivity(listActivity(broken))).toEqual(['u1 added 1 Iced tea refused malformed']);
  });

  test('a login that moves lines to the member is not shown', () => {
    const events = [
      add('ra:1', tea, 1),
      clear('server:1', 'user', { ra: 1 }, { at: 2 }),
      add('server:2', tea, 1, { ...mei, at: 3 }),
    ];
    expect(describeActivity(listActivity(createRecords(...events)))).toEqual(['u1 added 1 Iced tea']);
  });

  test('a guest who has logged in since is the same diner', () => {
    const events = [add('ra:1', tea, 1), add('rb:1', tea, 1, { ...mei, at: 3 })];
    expect(describeActivity(listActivity(createRecords(...events), new Map([['u1', 'u2']])))).toEqual([
      'u2 added 2 Iced tea',
    ]);
  });

  test('the feed of one line: by its ids, its contents, and its notes', () => {
    const quiet = { ...tea, notes: 'no ice' };
    const events = [
      add('ra:1', tea, 1),
      createNotesEdit('ra:2', 'ra:1', tea, 'no ice'),
      add('ra:3', quiet, 2, { lineId: 'ra:1', at: 70_000 }),
      add('ra:4', noodles, 1, { at: 70_001 }),
      add('rb:1', quiet, 1, mei),
    ];
    const line = { userId: 'u1', item: quiet, ids: ['ra:1'] };
    expect(describeActivity(filterActivityOfLine(listActivity(createRecords(...events)), line))).toEqual([
      'u1 added 1 Iced tea',
      'u1 notes Iced tea',
      'u1 added 2 Iced tea',
    ]);
  });
});

describe('O5: an order without some lines', () => {
  const events = [
    add('ra:1', tea, 1),
    add('rb:1', noodles, 2, mei),
    add('rb:2', noodles, 1, { ...mei, at: 2, lineId: 'rb:1' }),
    order('server:1', 'o1', { ra: 1, rb: 2 }, { at: 3, kept: ['rb:1', 'rb:2'] }),
  ];
  const activity = listActivity(createRecords(...events));

  test('names the diners whose dishes stayed in the cart, each once', () => {
    expect(activity.at(-1)).toMatchObject({
      kind: 'ordered',
      kept: { dishes: [{ userId: 'u2', item: { name: 'Beef noodles' } }] },
    });
  });

  test('is part of the feed of a line that stayed, and not of a line that was ordered', () => {
    const listStory = (userId: string, item: typeof tea, id: string) =>
      filterActivityOfLine(activity, { userId, item, ids: [id] }).map(({ kind }) => kind);
    expect(listStory('u2', noodles, 'rb:1')).toEqual(['added', 'ordered']);
    expect(listStory('u1', tea, 'ra:1')).toEqual(['added']);
  });
});
