import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { append } from '#events/records/log.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { maxAheadMs } from '#events/log/clock.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { given, inShort, noodles, noon, nothing, phone, when } from '../given.ts';

describe('order and trust', () => {
  test('G4: events are taken in order, each on the one before it', () => {
    const ann = phone('ra', 'ann');
    expect(inShort(when(given(), [ann.add(), ann.add(), ann.clear()]))).toEqual({
      ...nothing,
      accepted: ['ra:1', 'ra:2', 'ra:3'],
    });
  });

  test('G4: an event behind a gap is held and the gap is named', () => {
    const ann = phone('ra', 'ann');
    const [first, second, third] = [ann.add(), ann.add(), ann.add()];
    expect(inShort(when(given(first), [third]))).toEqual({ ...nothing, missing: { ra: 2 } });
    expect(inShort(when(given(first), [third, second]))).toMatchObject({
      accepted: ['ra:2'],
      missing: { ra: 2 },
    });
  });

  test('E5: an event whose author had seen more than the server is held, not rejected', () => {
    const ann = phone('ra', 'ann');
    const event = ann.add(noodles, 1, { rb: 3, server: 1 });
    expect(inShort(when(given(), [event, ann.add(noodles, 1, { rb: 4 })]))).toEqual({
      ...nothing,
      missing: { rb: 3, server: 1, ra: 1 },
    });
  });

  test('E5: once what was missing is there, the held event is taken', () => {
    const bob = phone('rb', 'bob');
    const ann = phone('ra', 'ann');
    const log = given(bob.add());
    expect(inShort(when(log, [ann.add(noodles, 1, { rb: 1 })])).accepted).toEqual(['ra:1']);
  });

  test('V1: a rejected event counts as known to those who had seen it', () => {
    const bob = phone('rb', 'bob');
    const ann = phone('ra', 'ann');
    const { log } = append(given(), [
      { t: noon, from: 'server', rejected: { ids: [bob.add().id], code: 1997 } },
    ]);
    expect(inShort(when(log, [ann.add(noodles, 1, { rb: 1 })])).accepted).toEqual(['ra:1']);
  });

  test('E5: an event that bears another user is refused and binds nobody', () => {
    const forged = phone('rx', 'bob').add();
    expect(inShort(when(given(), [forged]))).toEqual({
      ...nothing,
      refused: [['rx:1', rejections.notYours]],
    });
  });

  test('E5: nothing is kept under a replica id that is bound to somebody else', () => {
    const bob = phone('rb', 'bob');
    const first = bob.add();
    const poison = { ...bob.add(), userId: 'ann' };
    const owners = { rb: 'bob' };
    expect(inShort(when(given(first), [poison], { owners }))).toEqual({
      ...nothing,
      refused: [['rb:2', rejections.notYours]],
    });
    // The very event of another diner is not ann's to resend either.
    expect(inShort(when(given(first), [first], { owners })).refused).toEqual([['rb:1', rejections.notYours]]);
  });

  test('E5: another user on an own, bound replica is rejected for good, so that the replica goes on', () => {
    const ann = phone('ra', 'ann');
    const first = ann.add();
    const stray = { ...ann.add(), userId: 'bob' };
    const decision = when(given(first), [stray, ann.add()], { owners: { ra: 'ann' } });
    expect(inShort(decision)).toEqual({
      ...nothing,
      accepted: ['ra:3'],
      rejected: [['ra:2', rejections.notYours]],
    });
  });

  test('E5, E8: nobody speaks for the server, nor for its desk', () => {
    for (const replicaId of ['server', 'desk'])
      expect(inShort(when(given(), [phone(replicaId, 'ann').add()]))).toEqual({
        ...nothing,
        refused: [[`${replicaId}:1`, rejections.notYours]],
      });
  });

  test('T1: a replica id that every object inherits, or that is no short text, is refused', () => {
    for (const replicaId of [
      '__proto__',
      'constructor',
      'x'.repeat(limits.replicaIdLength + 1),
      'a b',
      '\u0000',
    ])
      expect(inShort(when(given(), [phone(replicaId, 'ann').add()])).refused).toEqual([
        [`${replicaId}:1`, rejections.malformed],
      ]);
  });

  test('D37: with as many replicas as a table may have, each of the longest name, a long dish is still taken', () => {
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
    const { accepted, rejected } = inShort(when(log, [phone('ra', 'ann').add(dish, 1, seen)]));
    // The menu has no such options: that is all that is wrong with it.
    expect([accepted, rejected.map(([, code]) => code)]).toEqual([[], [codes.pleaseAddItAgainToYourCart]]);
  });
});

describe('ids', () => {
  test('E6: the same event again is accepted again, and is no news', () => {
    const ann = phone('ra', 'ann');
    const event = ann.add();
    const again = JSON.parse(JSON.stringify(event)) as AnyEvent;
    expect(inShort(when(given(event), [again]))).toEqual({ ...nothing, confirmed: ['ra:1'] });
    expect(inShort(when(given(), [event, again]))).toEqual({
      ...nothing,
      accepted: ['ra:1'],
      confirmed: ['ra:1'],
    });
  });

  test('E6: another content under a known id is refused, the first stays', () => {
    const ann = phone('ra', 'ann');
    const event = ann.add();
    const decision = when(given(event), [{ ...event, quantity: 7 } as AnyEvent]);
    expect(inShort(decision)).toEqual({ ...nothing, refused: [['ra:1', rejections.idReused]] });
  });

  test('F2: what was rejected stays rejected, with the same code', () => {
    const ann = phone('ra', 'ann');
    const event = ann.add();
    const { log } = append(given(), [{ t: noon, from: 'server', rejected: { ids: ['ra:1'], code: 2025 } }]);
    expect(inShort(when(log, [event, ann.add()]))).toEqual({
      ...nothing,
      accepted: ['ra:2'],
      refused: [['ra:1', 2025]],
    });
  });

  test('E1: an author has seen all of its own and none of its future', () => {
    for (const seen of [{ ra: 5 }, {}] as VersionVector[]) {
      const ann = phone('ra', 'ann');
      const first = ann.add();
      const forged = { ...ann.clear(), seen };
      expect(inShort(when(given(first), [forged]))).toEqual({
        ...nothing,
        rejected: [['ra:2', rejections.malformed]],
      });
    }
  });

  test('E7: unknown types and newer versions are kept and accepted', () => {
    const ann = phone('ra', 'ann');
    const unknown = { ...ann.fields({}), type: 'tableSung', song: 'x' };
    const newer = { ...ann.fields({}), type: 'itemAdded', v: 2, portion: 'half' };
    expect(inShort(when(given(), [unknown, newer])).accepted).toEqual(['ra:1', 'ra:2']);
  });

  test('O1: only the server says that an order was placed, whatever the version', () => {
    for (const v of [1, 9]) {
      const ann = phone('ra', 'ann');
      expect(inShort(when(given(), [{ ...ann.order({}), v }])).rejected).toEqual([
        ['ra:1', rejections.malformed],
      ]);
    }
  });
});

describe('time and bounds', () => {
  test('T4: more than five minutes ahead is rejected, up to that is not', () => {
    const at = (wall: number) => {
      const ann = phone('ra', 'ann');
      return inShort(when(given(), [{ ...ann.add(), at: [wall, 0] }]));
    };
    expect(at(noon + maxAheadMs).accepted).toEqual(['ra:1']);
    expect(at(noon + maxAheadMs + 1).rejected).toEqual([['ra:1', rejections.clockAhead]]);
  });

  test('T4: a rejected event leaves no gap for those behind it', () => {
    const ann = phone('ra', 'ann');
    const ahead: AnyEvent = { ...ann.add(), at: [noon + 2 * maxAheadMs, 0] };
    expect(inShort(when(given(), [ahead, ann.add()]))).toEqual({
      ...nothing,
      accepted: ['ra:2'],
      rejected: [['ra:1', rejections.clockAhead]],
    });
  });

  test.each([
    ['quantity', () => phone('ra', 'ann').add(noodles, limits.quantity + 1)],
    [
      'notes of an item',
      () => phone('ra', 'ann').add({ ...noodles, notes: 'x'.repeat(limits.notesLength + 1) }),
    ],
    ['new notes', () => phone('ra', 'ann').note('x', 'x'.repeat(limits.notesLength + 1))],
    ['guests', () => phone('ra', 'ann').guests(limits.guests + 1)],
    ['line id', () => phone('ra', 'ann').decrease('x'.repeat(limits.idLength + 1))],
    [
      'modifiers',
      () =>
        phone('ra', 'ann').add({
          ...noodles,
          modifiers: Array.from({ length: limits.modifiersPerItem + 1 }, (_, n) => ({
            modifierProductId: String(n),
            quantity: 1,
          })),
        }),
    ],
    ['printable text', () => phone('ra', 'ann').add({ ...noodles, notes: '\u001b@' })],
    ['readable text', () => ({ ...phone('ra', 'ann').add(), userName: 'Ann \u202eeve' })],
    ['user name', () => ({ ...phone('ra', 'ann').add(), userName: 'x'.repeat(200) })],
    ['size', () => ({ ...phone('ra', 'ann').add(), more: 'x'.repeat(41_000) })],
    [
      'seen',
      () => phone('ra', 'ann').add(noodles, 1, JSON.parse('{"constructor":1}') as Record<string, number>),
    ],
  ])('%s over its bound is malformed', (_, event) => {
    expect(inShort(when(given(), [event()]))).toEqual({
      ...nothing,
      rejected: [['ra:1', rejections.malformed]],
    });
  });

  test('a line, and a cart, do not grow without end', () => {
    const ann = phone('ra', 'ann');
    const full = ann.add(noodles, limits.quantity);
    expect(inShort(when(given(full), [ann.add(noodles, 1, {}, 'ra:1')])).rejected).toEqual([
      ['ra:2', rejections.malformed],
    ]);
    const bob = phone('rb', 'bob');
    const lines = Array.from({ length: limits.lines }, (_, n) => bob.add({ ...noodles, notes: String(n) }));
    const extra = bob.add({ ...noodles, notes: 'one more' });
    expect(inShort(when(given(...lines), [extra], { by: 'bob' })).rejected).toHaveLength(1);
  });

  test('what was taken away makes room again', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(noodles, limits.quantity), ann.clear('user'));
    expect(inShort(when(log, [ann.add(noodles, limits.quantity)])).accepted).toEqual(['ra:3']);
  });

  test('the number of guests may be unset', () => {
    expect(inShort(when(given(), [phone('ra', 'ann').guests(0)])).accepted).toEqual(['ra:1']);
  });
});
