/** The diner sees which own lines another phone cleared meanwhile, and may add them again. */
import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Snapshot } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { ann, createLoadedPhone, Phone } from '#testing/phones/stepped-phone.ts';
import { add, clear, createDecrease, order, tea } from '../../projections/given.ts';

const mei = { userId: 'u2', at: 20 };
const own = add('ra:1', tea, 2);

/** The notices of a phone with two own teas after this answer. */
function listLosses(
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

test('by a clear that the answer names: the diner sees who cleared', () => {
  const named = { ...cleared, userName: 'Mei' };
  expect(listLosses({ ra: 1, rb: 1 }, [named])).toMatchObject([{ ...teas, clearedBy: 'Mei' }]);
  expect(listLosses({}, [named]), 'even if it is not stable').toMatchObject([{ ...teas, clearedBy: 'Mei' }]);
});

test('F4: by a clear that the answer leaves out: the diner sees “somebody”', () => {
  expect(listLosses({ ra: 1, rb: 1 })).toMatchObject([{ ...teas, clearedBy: '' }]);
});

test('not by an order, even if the phone still waits for its predecessors', () => {
  const taken = order('server:1', 'o1', { ra: 1, rb: 1 }, mei);
  expect(listLosses({ ra: 1, server: 1 }, [taken])).toEqual([]);
  expect(listLosses({ ra: 1, rb: 1, server: 1 }, [], [taken])).toEqual([]);
  const later = clear('rb:2', 'table', { ra: 1, rb: 1, server: 1 }, mei);
  expect(listLosses({ ra: 1, rb: 2, server: 1 }, [taken, later]), 'a later clear removed nothing').toEqual(
    [],
  );
  const next = order('server:1', 'o1', { ra: 1, rb: 1 }, mei);
  expect(
    listLosses({ ra: 1, rb: 1, server: 1 }, [cleared, next]),
    'an order after the clear neither',
  ).toMatchObject([{ ...teas, clearedBy: '' }]);
});

test('not by an order that the answer leaves out', () => {
  expect(listLosses({ ra: 1, server: 1 }, [], [], [], { lastOrderId: 'o1' })).toEqual([]);
});

test('not if only this diner’s cart was cleared and other diners’ lines stay', () => {
  const others = add('rb:1', tea, 1, mei);
  expect(listLosses({ ra: 1, rc: 1 }, [], [others])).toEqual([]);
  expect(listLosses({ ra: 1, rb: 1, rc: 1 }, [], [others])).toMatchObject([teas]);
});

test('not by an event that the server rejected', () => {
  expect(listLosses({ ra: 1 }, [], [], ['ra:1'])).toEqual([]);
});

test('not by the diner’s own action on another phone', () => {
  expect(listLosses({ ra: 1, rc: 1 }, [clear('rc:1', 'user', { ra: 1 }, { at: 20 })])).toEqual([]);
  expect(listLosses({ ra: 1, rc: 1 }, [clear('rc:1', 'table', { ra: 1 }, { at: 20 })])).toEqual([]);
  expect(listLosses({}, [createDecrease('rc:1', 'ra:1', tea, 2, { seen: { ra: 1 }, at: 20 })])).toEqual([]);
});

test('a removal by the diner or a peer’s clear is shown as a loss; an order is not', () => {
  const phone = createLoadedPhone();
  const collectLosses = () => {
    const all = phone.notices.filter(({ kind }) => kind === 'linesLost');
    phone.effects.length = 0;
    return all;
  };
  const serve = () => {
    while (phone.has('post')) phone.serve('post');
  };
  const [lineId] = phone.add('p0', 'p0');
  phone.wish({ kind: 'decrease', lineId: lineId!, quantity: 1 });
  expect(collectLosses(), 'one of two').toEqual([]);
  phone.wish({ kind: 'decrease', lineId: lineId!, quantity: 1 });
  expect(collectLosses()).toMatchObject([
    { lines: [{ item: { productId: 'p0' }, quantity: 1 }], clearedBy: null },
  ]);
  phone.add('p1', 'p2', 'p2');
  phone.wish({ kind: 'clear', scope: 'user' });
  expect(collectLosses()).toMatchObject([{ lines: [{ quantity: 1 }, { quantity: 2 }], clearedBy: null }]);
  phone.add('p1');
  serve();
  phone.take({ kind: 'place', author: ann, request: {}, online: true });
  phone.serve('place');
  expect([phone.shown(), collectLosses()]).toEqual([[], []]);
  const [last] = phone.add('p3');
  serve();
  const seen = { r1: Number(last!.split(':')[1]) };
  phone.hear('clearCart', { events: [{ ...clear('rb:1', 'table', seen, mei), userName: 'Mei' }] });
  expect(collectLosses()).toMatchObject([
    { lines: [{ item: { productId: 'p3' }, quantity: 1 }], clearedBy: 'Mei' },
  ]);
});

test('not by an order after another diner cleared only their own dishes, as a login does', () => {
  const clearedOwn = clear('rb:1', 'user', { ra: 1 }, mei);
  const taken = order('server:1', 'o1', { ra: 1, rb: 1 }, mei);
  expect(listLosses({ ra: 1, rb: 1, server: 1 }, [clearedOwn, taken])).toEqual([]);
});
