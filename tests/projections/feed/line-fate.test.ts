import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { listActivity } from '#projections/feed/activity.ts';
import { findLineFate } from '#projections/feed/line-fate.ts';
import { add, clear, createDecrease, noodles, order, tea } from '../given.ts';

const line = { userId: 'u1', item: tea, ids: ['ra:1'] };
const mei = { userId: 'u2' };

function findFate(...events: AnyEvent[]) {
  return findLineFate(listActivity(events.map((event) => ({ t: 0, from: 'peer', event }))), line);
}

test('a line ends by an order of anybody, a clear that reached it, or the removal of its last piece', () => {
  const added = add('ra:1', tea, 1, { at: 1 });
  const late = { ...mei, at: 100_000 };
  expect(findFate(added, order('server:1', 'o1', { ra: 1 }, late))).toBe('ordered');
  expect(findFate(added, clear('rb:1', 'table', { ra: 1 }, late))).toBe('takenOut');
  expect(findFate(added, clear('ra:2', 'user', {}, { at: 100_000 }))).toBe('takenOut');
  expect(findFate(added, createDecrease('ra:2', 'ra:1', tea, 1, { at: 100_000 }))).toBe('takenOut');
});

test('O5: an order that left the line out did not end it; the next one did', () => {
  const added = add('ra:1', tea, 1, { at: 1 });
  const without = order('server:1', 'o1', { ra: 1 }, { ...mei, at: 100_000, kept: ['ra:1'] });
  expect(findFate(added, without)).toBeUndefined();
  expect(
    findFate(added, without, order('server:2', 'o1', { ra: 1, server: 1 }, { ...mei, at: 200_000 })),
  ).toBe('ordered');
  expect(findFate(added, without, createDecrease('ra:2', 'ra:1', tea, 1, { at: 200_000 }))).toBe('takenOut');
});

test('an earlier order, or a clear of other diners’ dishes, does not end it', () => {
  const earlier = order('server:1', 'o1', {}, { ...mei, at: 1 });
  expect(findFate(earlier, add('ra:1', tea, 1, { at: 2 }))).toBeUndefined();
  expect(
    findFate(add('ra:1', tea, 1, { at: 1 }), clear('rb:1', 'user', {}, { ...mei, at: 2 })),
  ).toBeUndefined();
  expect(findFate(earlier, add('ra:1', noodles, 1, { at: 2 }))).toBeUndefined();
});
