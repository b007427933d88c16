import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { append } from '#events/records/log.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { maxAheadMs } from '#events/log/clock.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { decided, given, noodles, noon, phone } from '../given.ts';

const { notYours, malformed, clockAhead, idReused } = rejections;

describe('order and trust', () => {
  test('G4: events are accepted in order, each after the one before it', () => {
    const ann = phone('ra', 'ann');
    expect(decided(given(), [ann.add(), ann.add(), ann.clear()])).toEqual({
      accepted: ['ra:1', 'ra:2', 'ra:3'],
    });
  });

  test('G4: an event after a gap is held and the gap is named', () => {
    const ann = phone('ra', 'ann');
    const [first, second, third] = [ann.add(), ann.add(), ann.add()];
    expect(decided(given(first), [third])).toEqual({ missing: { ra: 2 } });
    expect(decided(given(first), [third, second])).toEqual({ accepted: ['ra:2'], missing: { ra: 2 } });
  });

  test('E5: an event whose author had seen more than the server is held, not rejected', () => {
    const ann = phone('ra', 'ann');
    const event = ann.add(noodles, 1, { rb: 3, server: 1 });
    expect(decided(given(), [event, ann.add(noodles, 1, { rb: 4 })])).toEqual({
      missing: { rb: 3, server: 1, ra: 1 },
    });
  });

  test('E5: once the missing event has arrived, the held event is accepted', () => {
    const log = given(phone('rb', 'bob').add());
    expect(decided(log, [phone('ra', 'ann').add(noodles, 1, { rb: 1 })])).toEqual({ accepted: ['ra:1'] });
  });

  test('V1: a rejected event counts as known to authors who had seen it', () => {
    const { log } = append(given(), [{ t: noon, from: 'server', rejected: { ids: ['rb:1'], code: 1997 } }]);
    expect(decided(log, [phone('ra', 'ann').add(noodles, 1, { rb: 1 })])).toEqual({ accepted: ['ra:1'] });
  });

  test('E5: an event with another user is refused and binds no replica', () => {
    expect(decided(given(), [phone('rx', 'bob').add()])).toEqual({ refused: [['rx:1', notYours]] });
  });

  test('E5: nothing is stored under a replica id that is bound to another user', () => {
    const bob = phone('rb', 'bob');
    const first = bob.add();
    const poison = { ...bob.add(), userId: 'ann' };
    const owners = { rb: 'bob' };
    expect(decided(given(first), [poison], { owners })).toEqual({ refused: [['rb:2', notYours]] });
    // Ann may not resend Bob's event either.
    expect(decided(given(first), [first], { owners })).toEqual({ refused: [['rb:1', notYours]] });
  });

  test('E5: an event of another user on an own, bound replica is rejected for good, so that the replica can continue', () => {
    const ann = phone('ra', 'ann');
    const first = ann.add();
    const stray = { ...ann.add(), userId: 'bob' };
    expect(decided(given(first), [stray, ann.add()], { owners: { ra: 'ann' } })).toEqual({
      accepted: ['ra:3'],
      rejected: [['ra:2', notYours]],
    });
  });

  test.each(['server', 'desk'])('E5, E8: no client may write as the replica %s', (replicaId) => {
    expect(decided(given(), [phone(replicaId, 'ann').add()])).toEqual({
      refused: [[`${replicaId}:1`, notYours]],
    });
  });

  test.each(['__proto__', 'constructor', 'x'.repeat(limits.replicaIdLength + 1), 'a b', '\u0000'])(
    'T1: a replica id that every object inherits, or that is no short text, is refused: %j',
    (replicaId) => {
      expect(decided(given(), [phone(replicaId, 'ann').add()])).toEqual({
        refused: [[`${replicaId}:1`, malformed]],
      });
    },
  );

  test('D37: with the most replicas that a table may have, each of the longest name, a long dish is still accepted', () => {
    const { most, reserved } = limits.replicasOfTable;
    const all = most + reserved * 2 * limits.membersOfTable;
    const others = Array.from({ length: all }, (_, n) =>
      phone(`${n}`.padStart(limits.replicaIdLength, 'x'), 'eve'),
    );
    const log = given(...others.map((other) => other.add()));
    const seen = Object.fromEntries(others.map(({ replicaId }) => [replicaId, 1]));
    const modifiers = Array.from({ length: limits.modifiersPerItem }, (_, n) => ({
      modifierProductId: `${n}`.padStart(21, 'm'),
      quantity: 1,
      name: '加麵'.repeat(5),
      price: '12.50',
    }));
    const dish = { ...noodles, notes: '辣'.repeat(limits.notesLength), modifiers };
    // The event is rejected only because the menu lacks these options, and not as too long.
    expect(decided(log, [phone('ra', 'ann').add(dish, 1, seen)])).toEqual({
      rejected: [['ra:1', codes.pleaseAddItAgainToYourCart]],
    });
  });
});

describe('ids', () => {
  test('E6: the same event again is accepted again, and changes nothing', () => {
    const event = phone('ra', 'ann').add();
    const again = JSON.parse(JSON.stringify(event)) as AnyEvent;
    expect(decided(given(event), [again])).toEqual({ confirmed: ['ra:1'] });
    expect(decided(given(), [event, again])).toEqual({ accepted: ['ra:1'], confirmed: ['ra:1'] });
  });

  test('E6: another content under a known id is refused, and the first stays', () => {
    const event = phone('ra', 'ann').add();
    const other = { ...event, quantity: 7 } as AnyEvent;
    expect(decided(given(event), [other])).toEqual({ refused: [['ra:1', idReused]] });
  });

  test('F2: a rejected event stays rejected, with the same code', () => {
    const ann = phone('ra', 'ann');
    const { log } = append(given(), [{ t: noon, from: 'server', rejected: { ids: ['ra:1'], code: 2025 } }]);
    expect(decided(log, [ann.add(), ann.add()])).toEqual({ accepted: ['ra:2'], refused: [['ra:1', 2025]] });
  });

  test.each<VersionVector>([{ ra: 5 }, {}])(
    'E1: an author has seen all of its own events and none of its future ones, so %o is invalid',
    (seen) => {
      const ann = phone('ra', 'ann');
      const first = ann.add();
      expect(decided(given(first), [{ ...ann.clear(), seen }])).toEqual({ rejected: [['ra:2', malformed]] });
    },
  );

  test('E7: unknown types and newer versions are accepted and stored', () => {
    const ann = phone('ra', 'ann');
    const unknown = { ...ann.fields({}), type: 'tableSung', song: 'x' };
    const newer = { ...ann.fields({}), type: 'itemAdded', v: 2, portion: 'half' };
    expect(decided(given(), [unknown, newer])).toEqual({ accepted: ['ra:1', 'ra:2'] });
  });

  test.each([1, 9])('O1: only the server may record a placed order, also in version %i', (v) => {
    expect(decided(given(), [{ ...phone('ra', 'ann').order({}), v }])).toEqual({
      rejected: [['ra:1', malformed]],
    });
  });
});

describe('time and bounds', () => {
  test('T4: an event more than five minutes ahead is rejected, one up to that is not', () => {
    const at = (wall: number) => decided(given(), [{ ...phone('ra', 'ann').add(), at: [wall, 0] }]);
    expect(at(noon + maxAheadMs)).toEqual({ accepted: ['ra:1'] });
    expect(at(noon + maxAheadMs + 1)).toEqual({ rejected: [['ra:1', clockAhead]] });
  });

  test('T4: a rejected event leaves no gap for the next ones', () => {
    const ann = phone('ra', 'ann');
    const ahead: AnyEvent = { ...ann.add(), at: [noon + 2 * maxAheadMs, 0] };
    expect(decided(given(), [ahead, ann.add()])).toEqual({
      accepted: ['ra:2'],
      rejected: [['ra:1', clockAhead]],
    });
  });

  const ann = () => phone('ra', 'ann');
  const addition = (more: object): AnyEvent => ({ ...ann().add(), ...more });
  const modifiers = Array.from({ length: limits.modifiersPerItem + 1 }, (_, n) => ({
    modifierProductId: String(n),
    quantity: 1,
  }));

  test.each<[what: string, event: AnyEvent]>([
    ['quantity', addition({ quantity: limits.quantity + 1 })],
    ['notes of an item', addition({ item: { ...noodles, notes: 'x'.repeat(limits.notesLength + 1) } })],
    ['new notes', ann().note('x', 'x'.repeat(limits.notesLength + 1))],
    ['guests', ann().guests(limits.guests + 1)],
    ['line id', ann().decrease('x'.repeat(limits.idLength + 1))],
    ['modifiers', addition({ item: { ...noodles, modifiers } })],
    ['printable text', addition({ item: { ...noodles, notes: '\u001b@' } })],
    ['readable text', addition({ userName: 'Ann \u202eeve' })],
    ['user name', addition({ userName: 'x'.repeat(200) })],
    ['name of a dish', addition({ item: { ...noodles, name: 'x'.repeat(201) } })],
    ['size', addition({ more: 'x'.repeat(41_000) })],
    ['seen', addition({ seen: JSON.parse('{"constructor":1}') as VersionVector })],
    // A phone reads a number of more than 15 digits as text (CF1).
    ['counter of the clock', addition({ at: [noon, Number.MAX_SAFE_INTEGER] })],
    ['version', addition({ v: Number.MAX_SAFE_INTEGER })],
  ])('%s over its limit is malformed', (_, event) => {
    expect(decided(given(), [event])).toEqual({ rejected: [['ra:1', malformed]] });
  });

  test('a line and a cart have a maximum size', () => {
    const ann = phone('ra', 'ann');
    const full = ann.add(noodles, limits.quantity);
    expect(decided(given(full), [ann.add(noodles, 1, {}, 'ra:1')])).toEqual({
      rejected: [['ra:2', malformed]],
    });
    const bob = phone('rb', 'bob');
    const lines = Array.from({ length: limits.lines }, (_, n) => bob.add({ ...noodles, notes: String(n) }));
    const extra = bob.add({ ...noodles, notes: 'one more' });
    expect(decided(given(...lines), [extra], { by: 'bob' })).toEqual({ rejected: [[extra.id, malformed]] });
  });

  test('removed events make room again', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(noodles, limits.quantity), ann.clear('user'));
    expect(decided(log, [ann.add(noodles, limits.quantity)])).toEqual({ accepted: ['ra:3'] });
  });

  test('the number of guests may be unset', () => {
    expect(decided(given(), [ann().guests(0)])).toEqual({ accepted: ['ra:1'] });
  });
});
