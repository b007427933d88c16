import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { listActivity } from '#projections/feed/activity.ts';
import { groupFeedRows, dropOpening } from '#projections/feed/feed.ts';
import { add, createGuests, createDecrease, noodles, orderType, tea } from '../given.ts';

const mei = { userId: 'u2' };
const listActivities = (...events: AnyEvent[]) =>
  listActivity(events.map((event) => ({ t: 0, from: 'peer', event })));

test('dishes that a diner adds in a row are one row, until another diner acts or two minutes pass', () => {
  const rows = groupFeedRows(
    listActivities(
      add('ra:1', tea, 1, { at: 1 }),
      add('ra:2', noodles, 2, { at: 100_000 }),
      add('rb:1', tea, 1, { ...mei, at: 100_001 }),
      add('ra:3', tea, 1, { at: 100_002 }),
      createDecrease('ra:4', 'ra:2', noodles, 1, { at: 100_003 }),
      add('ra:5', noodles, 1, { at: 400_000 }),
    ),
  );
  expect(rows.map(({ kind, userId }) => `${userId} ${kind}`)).toEqual([
    'u1 addedSeveral',
    'u2 added',
    'u1 added',
    'u1 removed',
    'u1 added',
  ]);
  expect(rows[0]).toMatchObject({ at: 100_000, dishes: [{ quantity: 1 }, { quantity: 2 }] });
});

test('the order type of the scan and the first number of guests are not shown; later ones are', () => {
  const activity = listActivities(
    orderType('ra:1', 0, { at: 1 }),
    createGuests('ra:2', 2, { at: 2 }),
    createGuests('rb:1', 3, { ...mei, at: 3 }),
    orderType('rb:2', 1, { ...mei, at: 4 }),
  );
  expect(dropOpening(activity)).toMatchObject([
    { kind: 'guests', guests: 3 },
    { kind: 'orderType', orderType: 1 },
  ]);
});
