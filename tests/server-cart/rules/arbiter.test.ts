import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { append } from '#events/records/log.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { maxAheadMs } from '#events/log/clock.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { decideEvents, createLog, noodles, noon, createPhone } from '../given.ts';

const { notYours, malformed, clockAhead, idReused } = rejections;

describe('order and trust', () => {
  test('G4: events are accepted in order, each after the one before it', () => {
    const ann = createPhone('ra', 'ann');
    expect(decideEvents(createLog(), [ann.add(), ann.add(), ann.clear()])).toEqual({
      accepted: ['ra:1', 'ra:2', 'ra:3'],
    });
  });

  test('G4: an event after a gap is held and the gap is named', () => {
    const ann = createPhone('ra', 'ann');
    const [first, second, third] = [ann.add(), ann.add(), ann.add()];
    expect(decideEvents(createLog(first), [third])).toEqual({ missing: { ra: 2 } });
    expect(decideEvents(createLog(first), [third, second])).toEqual({
      accepted: ['ra:2'],
      missing: { ra: 2 },
    });
  });

  test('E5: an event whose author had seen more than the server is held, not rejected', () => {
    const ann = createPhone('ra', 'ann');
    const event = ann.add(noodles, 1, { rb: 3, server: 1 });
    expect(decideEvents(createLog(), [event, ann.add(noodles, 1, { rb: 4 })])).toEqual({
      missing: { rb: 3, server: 1, ra: 1 },
    });
  });

  test('E5: once the missing event has arrived, the held event is accepted', () => {
    const log = createLog(createPhone('rb', 'bob').add());
    expect(decideEvents(log, [createPhone('ra', 'ann').add(noodles, 1, { rb: 1 })])).toEqual({
      accepted: ['ra:1'],
    });
  });

  test('V1: a rejected event counts as known to authors who had seen it', () => {
    const { log } = append(createLog(), [
      { t: noon, from: 'server', rejected: { ids: ['rb:1'], code: 1997 } },
    ]);
    expect(decideEvents(log, [createPhone('ra', 'ann').add(noodles, 1, { rb: 1 })])).toEqual({
      accepted: ['ra:1'],
    });
  });

  test('E5: an event with another user is refused and binds no replica', () => {
    expect(decideEvents(createLog(), [createPhone('rx', 'bob').add()])).toEqual({
      refused: [['rx:1', notYours]],
    });
  });

  test('E5: nothing is stored under a replica id that is bound to another user', () => {
    const bob = createPhone('rb', 'bob');
    const first = bob.add();
    const poison = { ...bob.add(), userId: 'ann' };
    const owners = { rb: 'bob' };
    expect(decideEvents(createLog(first), [poison], { owners })).toEqual({ refused: [['rb:2', notYours]] });
    // Ann may not resend Bob's event either.
    expect(decideEvents(createLog(first), [first], { owners })).toEqual({ refused: [['rb:1', notYours]] });
  });

  test('E5: an event of another user on an own, bound replica is rejected for good, so that the replica can continue', () => {
    const ann = createPhone('ra', 'ann');
    const first = ann.add();
    const stray = { ...ann.add(), userId: 'bob' };
    expect(decideEvents(createLog(first), [stray, ann.add()], { owners: { ra: 'ann' } })).toEqual({
      accepted: ['ra:3'],
      rejected: [['ra:2', notYours]],
    });
  });

  test.each(['server', 'desk'])('E5, E8: no client may write as the replica %s', (replicaId) => {
    expect(decideEvents(createLog(), [createPhone(replicaId, 'ann').add()])).toEqual({
      refused: [[`${replicaId}:1`, notYours]],
    });
  });

  test.each(['__proto__', 'constructor', 'x'.repeat(limits.replicaIdLength + 1), 'a b', '\u0000'])(
    'T1: a replica id that every object inherits, or that is no short text, is refused: %j',
    (replicaId) => {
      expect(decideEvents(createLog(), [createPhone(replicaId, 'ann').add()])).toEqual({
        refused: [[`${replicaId}:1`, malformed]],
      });
    },
  );

  test('D37: with the most replicas that a table may have, each of the longest name, a long dish is still accepted', () => {
    const { most, reserved } = limits.replicasOfTable;
    const all = most + reserved * 2 * limits.membersOfTable;
    const others = Array.from({ length: all }, (_, n) =>
      createPhone(`${n}`.padStart(limits.replicaIdLength, 'x'), 'eve'),
    );
    const log = createLog(...others.map((other) => other.add()));
    const seen = Object.fromEntries(others.map(({ replicaId }) => [replicaId, 1]));
    const modifiers = Array.from({ length: limits.modifiersPerItem }, (_, n) => ({
      modifierProductId: `${n}`.padStart(21, 'm'),
      quantity: 1,
      name: '加麵'.repeat(5),
      price: '12.50',
    }));
    const dish = { ...noodles, notes: '辣'.repeat(limits.notesLength), modifiers };
    // The event is rejected only because the menu lacks these options, and not as too long.
    expect(decideEvents(log, [createPhone('ra', 'ann').add(dish, 1, seen)])).toEqual({
      rejected: [['ra:1', codes.pleaseAddItAgainToYourCart]],
    });
  });
});

describe('ids', () => {
  test('E6: the same event again is accepted again, and changes nothing', () => {
    const event = createPhone('ra', 'ann').add();
    const again = JSON.parse(JSON.stringify(event)) as AnyEvent;
    expect(decideEvents(createLog(event), [again])).toEqual({ confirmed: ['ra:1'] });
    expect(decideEvents(createLog(), [event, again])).toEqual({ accepted: ['ra:1'], confirmed: ['ra:1'] });
  });

  test('E6: another content under a known id is refused, and the first stays', () => {
    const event = createPhone('ra', 'ann').add();
    const other = { ...event, quantity: 7 } as AnyEvent;
    expect(decideEvents(createLog(event), [other])).toEqual({ refused: [['ra:1', idReused]] });
  });

  test('F2: a rejected event stays rejected, with the same code', () => {
    const ann = createPhone('ra', 'ann');
    const { log } = append(createLog(), [
      { t: noon, from: 'server', rejected: { ids: ['ra:1'], code: 2025 } },
    ]);
    expect(decideEvents(log, [ann.add(), ann.add()])).toEqual({
      accepted: ['ra:2'],
      refused: [['ra:1', 2025]],
    });
  });

  test.each<VersionVector>([{ ra: 5 }, {}])(
    'E1: an author has seen all of its own events and none of its future ones, so %o is invalid',
    (seen) => {
      const ann = createPhone('ra', 'ann');
      const first = ann.add();
      expect(decideEvents(createLog(first), [{ ...ann.clear(), seen }])).toEqual({
        rejected: [['ra:2', malformed]],
      });
    },
  );

  test('E7: unknown types and newer versions are accepted and stored', () => {
    const ann = createPhone('ra', 'ann');
    const unknown = { ...ann.createFields({}), type: 'tableSung', song: 'x' };
    const newer = { ...ann.createFields({}), type: 'itemAdded', v: 2, portion: 'half' };
    expect(decideEvents(createLog(), [unknown, newer])).toEqual({ accepted: ['ra:1', 'ra:2'] });
  });

  test.each([1, 9])('O1: only the server may record a placed order, also in version %i', (v) => {
    expect(decideEvents(createLog(), [{ ...createPhone('ra', 'ann').order({}), v }])).toEqual({
      rejected: [['ra:1', malformed]],
    });
  });
});

describe('time and bounds', () => {
  test('T4: an event more than five minutes ahead is rejected, one up to that is not', () => {
    const decideAt = (wall: number) =>
      decideEvents(createLog(), [{ ...createPhone('ra', 'ann').add(), at: [wall, 0] }]);
    expect(decideAt(noon + maxAheadMs)).toEqual({ accepted: ['ra:1'] });
    expect(decideAt(noon + maxAheadMs + 1)).toEqual({ rejected: [['ra:1', clockAhead]] });
  });

  test('T4: a rejected event leaves no gap for the next ones', () => {
    const ann = createPhone('ra', 'ann');
    const ahead: AnyEvent = { ...ann.add(), at: [noon + 2 * maxAheadMs, 0] };
    expect(decideEvents(createLog(), [ahead, ann.add()])).toEqual({
      accepted: ['ra:2'],
      rejected: [['ra:1', clockAhead]],
    });
  });

  const createAnn = () => createPhone('ra', 'ann');
  const createAddition = (more: object): AnyEvent => ({ ...createAnn().add(), ...more });
  const modifiers = Array.from({ length: limits.modifiersPerItem + 1 }, (_, n) => ({
    modifierProductId: String(n),
    quantity: 1,
  }));

  test.each<[what: string, event: AnyEvent]>([
    ['quantity', createAddition({ quantity: limits.quantity + 1 })],
    ['notes of an item', createAddition({ item: { ...noodles, notes: 'x'.repeat(limits.notesLength + 1) } })],
    ['new notes', createAnn().note('x', 'x'.repeat(limits.notesLength + 1))],
    ['guests', createAnn().guests(limits.guests + 1)],
    ['line id', createAnn().decrease('x'.repeat(limits.idLength + 1))],
    ['modifiers', createAddition({ item: { ...noodles, modifiers } })],
    ['printable text', createAddition({ item: { ...noodles, notes: '\u001b@' } })],
    ['readable text', createAddition({ userName: 'Ann \u202eeve' })],
    ['user name', createAddition({ userName: 'x'.repeat(200) })],
    ['name of a dish', createAddition({ item: { ...noodles, name: 'x'.repeat(201) } })],
    ['size', createAddition({ more: 'x'.repeat(41_000) })],
    ['seen', createAddition({ seen: JSON.parse('{"constructor":1}') as VersionVector })],
    // A phone reads a number of more than 15 digits as text (CF1).
    ['counter of the clock', createAddition({ at: [noon, Number.MAX_SAFE_INTEGER] })],
    ['version', createAddition({ v: Number.MAX_SAFE_INTEGER })],
  ])('%s over its limit is malformed', (_, event) => {
    expect(decideEvents(createLog(), [event])).toEqual({ rejected: [['ra:1', malformed]] });
  });

  test('a line and a cart have a maximum size', () => {
    const ann = createPhone('ra', 'ann');
    const full = ann.add(noodles, limits.quantity);
    expect(decideEvents(createLog(full), [ann.add(noodles, 1, {}, 'ra:1')])).toEqual({
      rejected: [['ra:2', malformed]],
    });
    const bob = createPhone('rb', 'bob');
    const lines = Array.from({ length: limits.lines }, (_, n) => bob.add({ ...noodles, notes: String(n) }));
    const extra = bob.add({ ...noodles, notes: 'one more' });
    expect(decideEvents(createLog(...lines), [extra], { by: 'bob' })).toEqual({
      rejected: [[extra.id, malformed]],
    });
  });

  test('removed events make room again', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(noodles, limits.quantity), ann.clear('user'));
    expect(decideEvents(log, [ann.add(noodles, limits.quantity)])).toEqual({ accepted: ['ra:3'] });
  });

  test('the number of guests may be unset', () => {
    expect(decideEvents(createLog(), [createAnn().guests(0)])).toEqual({ accepted: ['ra:1'] });
  });
});
