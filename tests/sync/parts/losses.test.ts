/** S1, F4: own lines that another phone cleared while this one was away are said to be gone, and offered back. */
import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Snapshot } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { Phone } from '#testing/phones/stepped-phone.ts';
import { add, clear, less, order, tea } from '../../projections/given.ts';

const mei = { userId: 'u2', at: 20 };
const own = add('ra:1', tea, 2);

/** What a phone with two of its own teas is told when it has this answer. */
function told(
  covers: VersionVector,
  events: readonly AnyEvent[] = [],
  known: readonly AnyEvent[] = [],
  refused: readonly string[] = [],
  more: Partial<Snapshot> = {},
) {
  const phone = new Phone({ now: 100 });
  phone.learn([own, ...known].map((event) => ({ t: 1, from: 'peer', event })));
  const snapshot = { version: 9, covers, userCarts: [], events: [...events], ...more };
  const effects: readonly Effect[] = phone.learn([
    { t: 2, from: 'server', rejected: { ids: [...refused], code: 'soldOut' } },
    { t: 2, from: 'server', snapshot },
  ]);
  return effects.flatMap((each) =>
    each.kind === 'notice' && each.notice.kind === 'linesLost' ? [each.notice] : [],
  );
}

const teas = { lines: [{ item: { productId: '40' }, quantity: 2 }] };
const cleared = clear('rb:1', 'table', { ra: 1 }, mei);

test('by a clear that the answer names: who it was', () => {
  const named = { ...cleared, userName: 'Mei' };
  expect(told({ ra: 1, rb: 1 }, [named])).toMatchObject([{ ...teas, clearedBy: 'Mei' }]);
  expect(told({}, [named]), 'also where it is not settled').toMatchObject([{ ...teas, clearedBy: 'Mei' }]);
});

test('F4: by a clear that the answer leaves out: somebody', () => {
  expect(told({ ra: 1, rb: 1 })).toMatchObject([{ ...teas, clearedBy: '' }]);
});

test('not by an order, whether it is named now or waited here for what came before it', () => {
  const taken = order('server:1', 'o1', { ra: 1, rb: 1 }, mei);
  expect(told({ ra: 1, server: 1 }, [taken])).toEqual([]);
  expect(told({ ra: 1, rb: 1, server: 1 }, [], [taken])).toEqual([]);
  const later = clear('rb:2', 'table', { ra: 1, rb: 1, server: 1 }, mei);
  expect(told({ ra: 1, rb: 2, server: 1 }, [taken, later]), 'a clear after it took nothing').toEqual([]);
  const next = order('server:1', 'o1', { ra: 1, rb: 1 }, mei);
  expect(
    told({ ra: 1, rb: 1, server: 1 }, [cleared, next]),
    'an order after the clear neither',
  ).toMatchObject([{ ...teas, clearedBy: '' }]);
});

test('not by an order that the answer leaves out, too', () => {
  expect(told({ ra: 1, server: 1 }, [], [], [], { lastOrderId: 'o1' })).toEqual([]);
});

test('not by whoever emptied this diner’s cart alone: what others had stands', () => {
  const others = add('rb:1', tea, 1, mei);
  expect(told({ ra: 1, rc: 1 }, [], [others])).toEqual([]);
  expect(told({ ra: 1, rb: 1, rc: 1 }, [], [others])).toMatchObject([teas]);
});

test('not what the server refused', () => {
  expect(told({ ra: 1 }, [], [], ['ra:1'])).toEqual([]);
});

test('not by the diner’s own hand on another phone', () => {
  expect(told({ ra: 1, rc: 1 }, [clear('rc:1', 'user', { ra: 1 }, { at: 20 })])).toEqual([]);
  expect(told({ ra: 1, rc: 1 }, [clear('rc:1', 'table', { ra: 1 }, { at: 20 })])).toEqual([]);
  expect(told({}, [less('rc:1', 'ra:1', tea, 2, { seen: { ra: 1 }, at: 20 })])).toEqual([]);
});
