import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { add, clear, createLog, createGuests, order, tea } from '../given.ts';

const createUnknown = (id: string): AnyEvent =>
  ({ id, at: [Number(id.split(':')[1]), 0], seen: {}, userId: 'u1', type: 'tableSung' }) as never;

test('F4: removed events and register values are stable up to the first event that counts', () => {
  const log = createLog(
    add('ra:1', tea, 1),
    createGuests('ra:2', 4),
    add('ra:3', tea, 1, { at: 9 }),
    clear('rb:1', 'table', { ra: 2 }, { at: 5 }),
  );
  expect(findStablePrefix(log)).toEqual({ ra: 2, rb: 1 });
});

test('F4, E7: an unknown event may have any effect, so neither it nor anything after it is stable', () => {
  expect(
    findStablePrefix(createLog(createGuests('ra:1', 2), createUnknown('ra:2'), createGuests('ra:3', 3))),
  ).toEqual({ ra: 1 });
});

test('F4: a removal is stable only together with all events that it removes', () => {
  const added = add('ra:2', tea, 1);
  const cleared = clear('rb:1', 'table', { ra: 2 }, { at: 9 });
  // The removed event comes after one that cannot become stable.
  expect(findStablePrefix(createLog(createUnknown('ra:1'), added, cleared))).toEqual({});
  expect(findStablePrefix(createLog(createGuests('ra:1', 2), added, cleared))).toEqual({ ra: 2, rb: 1 });
});

test('F4, O5: events that an order kept still count, so they are not stable, but the order is', () => {
  const events = [add('ra:1', tea, 1), add('rb:1', tea, 1, { userId: 'u2' })];
  const placed = order('server:1', 'o1', { ra: 1, rb: 1 }, { at: 9, kept: ['rb:1'] });
  expect(findStablePrefix(createLog(...events, placed))).toEqual({ ra: 1, server: 1 });
  const cleared = clear('rc:1', 'user', { rb: 1 }, { at: 10, userId: 'u2' });
  expect(findStablePrefix(createLog(...events, placed, cleared))).toEqual({ ra: 1, rb: 1, rc: 1, server: 1 });
});

test('F4: covers that reach far back cost nothing', () => {
  const covers = { ra: 999_999_999_999_999 };
  expect(findStablePrefix(createLog({ snapshot: { version: 1, covers, userCarts: [] } }))).toEqual(covers);
});

test('F4: a clear of one diner is stable even if others’ lines before it count', () => {
  const mine = add('ra:1', tea, 1);
  const others = add('rc:1', tea, 1, { userId: 'u2' });
  const cleared = clear('rb:1', 'user', { ra: 1, rc: 1 }, { at: 9 });
  expect(findStablePrefix(createLog(mine, others, cleared))).toEqual({ ra: 1, rb: 1 });
});
