/** The feed shows what others wrote into a snapshot server's carts, and shows events only once (P4). */
import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Item } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { listFullActivity } from '#projections/feed/unsigned.ts';
import { add, clear, createDecrease, noodles, order, createNotesEdit, tea } from '../given.ts';

type Cart = Readonly<Record<string, readonly (readonly [item: Item, quantity: number])[]>>;

/** A snapshot server's cart, received at `t`. */
const createCartRecord = (t: number, covers: VersionVector, carts: Cart): LogRecord => ({
  t,
  from: 'server',
  snapshot: {
    version: t,
    plain: true,
    covers,
    userCarts: Object.entries(carts).map(([userId, lines]) => ({
      userId,
      lines: lines.map(([item, quantity]) => ({ lineId: `line ${item.productId}`, item, quantity })),
    })),
  },
});
const word = (t: number, event: AnyEvent): LogRecord => ({ t, from: 'peer', event });

const describeActivity = (records: readonly LogRecord[], sameDiner?: ReadonlyMap<string, string>) =>
  listFullActivity(records, sameDiner).map((each) => {
    const what = 'quantity' in each ? ` ${each.quantity}×${each.item.name}` : '';
    const notes = each.kind === 'notes' ? ` ${each.item.name} “${each.notes}”` : '';
    return `${each.unsigned ? 'somebody for ' : ''}${each.userId} ${each.kind}${what}${notes}`;
  });

// P4
test('a waiter’s additions, removals and notes are events of no diner', () => {
  const steps = [
    createCartRecord(1, {}, {}),
    word(2, add('ra:1', noodles, 1, { at: 2 })),
    createCartRecord(3, { ra: 1 }, { u1: [[noodles, 1]] }),
    createCartRecord(40_000, { ra: 1 }, { u1: [[noodles, 1], [tea, 2]] }),
    createCartRecord(80_000, { ra: 1 }, { u1: [[{ ...noodles, notes: 'no egg' }, 1], [tea, 1]] }),
  ]; // prettier-ignore
  expect(describeActivity(steps)).toEqual([
    'u1 added 1×Beef noodles',
    'somebody for u1 added 2×Iced tea',
    'somebody for u1 notes Beef noodles “no egg”',
    'somebody for u1 removed 1×Iced tea',
  ]);
  expect(describeActivity([...steps, ...steps]), 'each tab writes down its own copy').toEqual(
    describeActivity(steps),
  );
});

test('a change with an event is shown once: dishes, notes, a clear, an order', () => {
  const hot = { ...tea, notes: 'hot' };
  expect(
    describeActivity([
      createCartRecord(1, {}, {}),
      word(2, add('ra:1', tea, 3, { at: 2 })),
      word(2, add('rb:1', noodles, 1, { at: 3, userId: 'u2' })),
      createCartRecord(4, { ra: 1, rb: 1 }, { u1: [[tea, 3]], u2: [[noodles, 1]] }),
      word(5, createDecrease('ra:2', 'ra:1', tea, 1, { at: 5 })),
      word(6, createNotesEdit('ra:3', 'ra:1', tea, 'hot', { at: 6 })),
      createCartRecord(7, { ra: 3, rb: 1 }, { u1: [[hot, 2]], u2: [[noodles, 1]] }),
      word(8, clear('rb:2', 'user', { ra: 3, rb: 1 }, { at: 8, userId: 'u2' })),
      createCartRecord(9, { ra: 3, rb: 2 }, { u1: [[hot, 2]] }),
      word(10, order('rc:1', 'o1', { ra: 3, rb: 2 }, { at: 10 })),
      createCartRecord(11, { ra: 3, rb: 2, rc: 1 }, {}),
    ]).filter((each) => each.startsWith('somebody')),
  ).toEqual([]);
});

test('a message that comes after its cart adds nothing; without a message the change stays', () => {
  const tale = [
    createCartRecord(1_000, {}, {}),
    createCartRecord(2_000, {}, { u2: [[tea, 2]] }),
    word(2_500, add('rb:1', tea, 2, { at: 1_900, userId: 'u2' })),
    createCartRecord(3_000, { rb: 1 }, { u2: [[tea, 2]] }),
  ];
  expect(describeActivity(tale)).toEqual(['u2 added 2×Iced tea']);
  expect(describeActivity(tale.slice(0, 2))).toEqual(['somebody for u2 added 2×Iced tea']);
});

test('an emptied table is one row, or none if an order or a clear explains it', () => {
  const full = [
    createCartRecord(1_000, {}, { u1: [[tea, 1]], u2: [[noodles, 1]] }),
    createCartRecord(2_000, {}, {}),
  ];
  expect(describeActivity(full)).toEqual(['somebody for  cleared']);
  const late = word(2_500, order('rb:1', 'o1', {}, { at: 1_900, userId: 'u2' }));
  expect(describeActivity([...full, late])).toEqual(['u2 ordered']);
});

// CB8, O4
test('a login that moves the guest’s dishes is not shown, whoever moves them', () => {
  const guest = createCartRecord(1_000, {}, { g1: [[tea, 1], [noodles, 2]] }); // prettier-ignore
  const moved = createCartRecord(2_000, {}, { u1: [[tea, 1], [noodles, 2]] }); // prettier-ignore
  expect(describeActivity([guest, moved])).toEqual([]);
  const brought = [
    createCartRecord(2_000, {}, {}),
    word(2_500, add('ra:1', tea, 1, { at: 2_500 })),
    word(2_500, add('ra:2', noodles, 2, { at: 2_501 })),
    createCartRecord(3_000, { ra: 2 }, { u1: [[tea, 1], [noodles, 2]] }), // prettier-ignore
  ];
  const own = new Map([['g1', 'u1']]);
  expect(describeActivity([guest, ...brought], own)).toEqual([
    'u1 added 1×Iced tea',
    'u1 added 2×Beef noodles',
  ]);
});

test('the carts of an event server are explained by its events', () => {
  const snapshot = { version: 1, covers: { ra: 1 }, userCarts: [], events: [add('ra:1', tea, 1)] };
  const records: LogRecord[] = [
    { t: 1, from: 'server', snapshot },
    { t: 2, from: 'server', snapshot: { ...snapshot, version: 2, events: [] } },
  ];
  expect(describeActivity(records)).toEqual(['u1 added 1×Iced tea']);
});
