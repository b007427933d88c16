import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { compareStamps, createNextStamp, receive, type Stamp } from '#events/log/clock.ts';
import { formatEventId, parseEventId, isReserved } from '#events/log/event-id.ts';
import { getItemKey, type Item } from '#events/item.ts';
import { isPlainText, normaliseText } from '#events/log/plain-text.ts';
import { compareEntries, emptyLog, readEntry } from '#events/records/log.ts';
import {
  hasAllEvents,
  selectMissing,
  isSameVector,
  normaliseVector,
  union,
} from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { decide } from '#sync/commands/decide.ts';
import { createEvent, type Writer } from '#sync/commands/create-event.ts';
import { add, createFields, createLog, createGuests, tea } from '#tests/projections/given.ts';

const writer: Writer = { replicaId: 'ra', lastSeq: 0, clock: [0, 0] };

test('T2: an id is a replica and a number from 1, and nothing else is an id', () => {
  expect(parseEventId(formatEventId('ra', 12))).toEqual({ replicaId: 'ra', seq: 12 });
  for (const text of ['ra', 'ra:0', 'ra:01', 'ra:-1', 'ra:1.5', 'a:b:1', ':1', 'ra:', 'ra:1 '])
    expect(parseEventId(text)).toBeUndefined();
});

test('T2: numbers start at 1 and follow each other without a gap', () => {
  let hand = writer;
  const ids = [1, 2, 3].map(() => {
    const created = createEvent(hand, { userId: 'u1' }, {}, 5, (fields) => createGuests(fields.id, 1));
    hand = created.writer;
    return created.event.id;
  });
  expect(ids).toEqual(['ra:1', 'ra:2', 'ra:3']);
});

test('E8: the table server’s two replicas are reserved, and no other', () => {
  for (const replicaId of ['server', 'desk']) expect(isReserved(replicaId)).toBe(true);
  for (const replicaId of ['ra', 'Server', 'desk1', '', 'constructor'])
    expect(isReserved(replicaId)).toBe(false);
});

test('T3: the clock advances while the wall clock stands still or goes back; received stamps move it, but not from far ahead', () => {
  const received: Stamp = [2_000, 4];
  expect(createNextStamp([1_000, 0], 1_001)).toEqual([1_001, 0]);
  expect(createNextStamp([1_000, 7], 1_000)).toEqual([1_000, 8]);
  expect(createNextStamp([1_000, 7], 5)).toEqual([1_000, 8]);
  expect(receive([1_000, 0], received, 1_000)).toEqual(received);
  expect(receive([3_000, 0], received, 1_000)).toEqual([3_000, 0]);
  expect(receive([1_000, 0], [1_000 + 300_001, 0], 1_000)).toEqual([1_000, 0]);
  expect(compareStamps(received, [2_000, 5])).toBeLessThan(0);
});

test('T5: order by wall clock, then counter, then replica by UTF-16 code unit, then number', () => {
  const sorted = [
    { ...createGuests('rz:9', 1), at: [1, 9] as const },
    { ...createGuests('rz:8', 1), at: [2, 0] as const },
    // U+FF01 is a later code unit than the first half of U+1F363, though the earlier code point.
    { ...createGuests('R:1', 1), at: [2, 1] as const },
    { ...createGuests('ra:2', 1), at: [2, 1] as const },
    { ...createGuests('ra:10', 1), at: [2, 1] as const },
    { ...createGuests('\u{1f363}:1', 1), at: [2, 1] as const },
    { ...createGuests('\uff01:1', 1), at: [2, 1] as const },
  ].map((event) => readEntry(event)!);
  for (const turned of [sorted.toReversed(), [...sorted.slice(3), ...sorted.slice(0, 3)]])
    expect(turned.sort(compareEntries).map(({ event }) => event.id)).toEqual(
      sorted.map(({ event }) => event.id),
    );
});

test('T6: a vector names all of a replica up to n; zero and absent are the same', () => {
  expect(hasAllEvents({ ra: 3, rb: 1 }, { ra: 2 })).toBe(true);
  expect(hasAllEvents({ ra: 3 }, { ra: 3, rb: 1 })).toBe(false);
  expect(union({ ra: 3, rb: 1 }, { ra: 2, rc: 4 })).toEqual({ ra: 3, rb: 1, rc: 4 });
  expect(selectMissing({ ra: 1 }, { ra: 1, rb: 2 })).toEqual({ rb: 2 });
  expect(isSameVector({ ra: 1, rb: 0 }, { ra: 1 })).toBe(true);
  expect(Object.keys(normaliseVector({ rb: 1, ra: 2, rc: 0 }))).toEqual(['ra', 'rb']);
});

test('E1: an event has seen what its author knew just before it, own events included', () => {
  const log = createLog(createGuests('rb:1', 2, { userId: 'u2' }), createGuests('ra:1', 4));
  const { event } = createEvent(
    { ...writer, lastSeq: 1 },
    { userId: 'u1' },
    projectCartView(log).known,
    9,
    (fields) => ({
      ...createGuests(fields.id, 5),
      ...fields,
    }),
  );
  expect(event).toMatchObject({ id: 'ra:2', seen: { ra: 1, rb: 1 } });
});

test('E2: a line has one item as a whole, never fields of two; quantities add up', () => {
  const asOf2024 = { ...tea, name: 'Tea', price: '2.50', modifiers: [{ modifierProductId: '31', quantity: 1, price: '0.40' }] }; // prettier-ignore
  const asOf2025 = { ...tea, name: 'Iced tea', price: '3.00', modifiers: [{ modifierProductId: '31', quantity: 1, price: '0.50' }] }; // prettier-ignore
  const log = createLog(add('ra:1', asOf2024, 2), add('rb:1', asOf2025, 3, { at: 2 }));
  expect(projectCartView(log).carts[0]!.lines).toMatchObject([{ item: asOf2024, quantity: 5 }]);
});

test('E2: a quantity is a whole number of sales units, at least one', () => {
  const canParse = (quantity: number) =>
    z.safeParse(eventSchema, { ...add('ra:1', tea, 1), quantity }).success;
  expect([1, 7, 0, -1, 0.5].map(canParse)).toEqual([true, true, false, false, false]);
});

test('E3: the key is product, category, exact notes, and modifiers that count, in any order', () => {
  const ice = { modifierProductId: '31', quantity: 1 };
  const mint2 = { modifierProductId: '32', quantity: 2 };
  const getKey = (more: Partial<Item>) => getItemKey({ ...tea, modifiers: [ice, mint2], ...more });
  const same: Partial<Item>[] = [
    { modifiers: [mint2, ice] },
    { modifiers: [mint2, { ...ice, price: '9.00', name: 'Ice' }] },
    { price: '1.00', name: 'Tea' },
    // Dropped before the sum, or -1 would reduce 2.
    { modifiers: [mint2, { ...ice, quantity: -1 }, ice, { modifierProductId: '33', quantity: 0 }] },
    { modifiers: [ice, { ...mint2, quantity: 1 }, { ...mint2, quantity: 1 }] },
  ];
  for (const more of same) expect(getKey(more)).toBe(getKey({}));
  const other: Partial<Item>[] = [
    { productId: '41' },
    { categoryId: '6' },
    { notes: ' ' },
    { modifiers: [ice] },
    { modifiers: [ice, { ...mint2, quantity: 3 }] },
  ];
  expect(new Set([{}, ...other].map(getKey)).size).toBe(other.length + 1);
});

test('E3: notes are normalised when an event is created, and never in the fold', () => {
  expect(normaliseText('  cafe\u0301 ')).toBe('caf\u00e9');
  // No text controls a printer, a terminal or the direction of a line. Emoji sequences and line breaks stay.
  expect(normaliseText('no\u001b@ \u0000onions\u202e\u2066\r\n👨‍👩‍👧 \u05d0\u200f')).toBe(
    'no@ onions\n👨‍👩‍👧 \u05d0\u200f',
  );
  expect(isPlainText({ deep: [{ 'a\u001b': 1 }] })).toBe(false);
  expect(isPlainText({ deep: ['\u202e'] })).toBe(false);
  expect(isPlainText({ deep: ['two\nlines', 1, null, undefined] })).toBe(true);
  const asked = { kind: 'add', item: { ...tea, notes: ' hot ' }, quantity: 1 } as const;
  const event = decide(projectCartView(emptyLog), 'u1', asked)!(createFields('ra:1'));
  expect(event).toMatchObject({ item: { notes: 'hot' } });
  const untidy = createLog(
    add('ra:1', { ...tea, notes: 'hot ' }, 1),
    add('ra:2', { ...tea, notes: 'hot' }, 1),
  );
  expect(projectCartView(untidy).carts[0]!.lines).toHaveLength(2);
});

// CB5
test("E4: an add names the line of that key in the author's cart, else itself", () => {
  const log = createLog(add('rb:1', tea, 1), add('rc:1', tea, 1, { userId: 'u2' }));
  const lineIdOf = (userId: string, item: Item) => {
    const decision = decide(projectCartView(log), userId, { kind: 'add', item, quantity: 1 })!;
    return decision(createFields('ra:7', { userId }));
  };
  expect(lineIdOf('u1', tea)).toMatchObject({ lineId: 'rb:1' });
  expect(lineIdOf('u2', tea)).toMatchObject({ lineId: 'rc:1' });
  expect(lineIdOf('u1', { ...tea, notes: 'hot' })).toMatchObject({ lineId: 'ra:7' });
  expect(lineIdOf('u3', tea)).toMatchObject({ lineId: 'ra:7' });
});
