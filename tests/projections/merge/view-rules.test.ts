import { describe, expect, test } from 'vitest';
import type { Snapshot, ValueStamp } from '#events/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/merge/reading.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import {
  add,
  clear,
  given,
  guests,
  less,
  noodles,
  order,
  orderType,
  renote,
  shown,
  tea,
  type Fact,
} from '../given.ts';

const plain = (more: Partial<Snapshot> = {}): Fact => ({
  snapshot: {
    version: 3,
    covers: {},
    userCarts: [
      { userId: 'u1', lines: [{ lineId: '501', item: tea, quantity: 2 }] },
      { userId: 'u2', lines: [{ lineId: '502', item: noodles, quantity: 1 }] },
    ],
    ...more,
  },
});

describe('V2: live is what is known, not covered, not rejected', () => {
  test('what a snapshot covers is in it and is not folded again', () =>
    expect(shown(given(add('ra:1', tea, 2), plain({ covers: { ra: 1 } })))).toEqual([
      'u1: 2 × Iced tea (501)',
      'u2: 1 × Beef noodles (502)',
    ]));

  test('what was rejected does not show, whatever came first, and those behind it do', () => {
    const facts: Fact[] = [
      add('ra:1', tea, 1),
      add('ra:2', noodles, 1),
      { rejected: { ids: ['ra:1'], code: 2025 } },
    ];
    for (const order of [facts, facts.toReversed()])
      expect(shown(given(...order))).toEqual(['u1: 1 × Beef noodles (ra:2)']);
  });

  test('what is not known yet does not show, and cuts nothing', () => {
    const log = given(add('ra:1', tea, 1), clear('rb:1', 'table', { ra: 1, rc: 1 }));
    expect(shown(log)).toEqual(['u1: 1 × Iced tea (ra:1)']);
    expect(cartView(log).waiting).toEqual(['rb:1']);
  });
});

describe('V4: the base is the carts of the snapshot without those that a live cut has in its scope', () => {
  test("a diner's clear empties that diner's, the table's everybody's", () => {
    expect(shown(given(plain(), clear('ra:1', 'user', {})))).toEqual(['u2: 1 × Beef noodles (502)']);
    expect(shown(given(plain(), clear('ra:1', 'table', {})))).toEqual([]);
    expect(shown(given(plain(), order('server:1', 'o1', {})))).toEqual([]);
  });

  test('a cut that is covered, rejected or waiting empties nothing', () => {
    const both = ['u1: 2 × Iced tea (501)', 'u2: 1 × Beef noodles (502)'];
    expect(shown(given(plain({ covers: { ra: 1 } }), clear('ra:1', 'table', {})))).toEqual(both);
    expect(
      shown(given(plain(), clear('ra:1', 'table', {}), { rejected: { ids: ['ra:1'], code: 1 } })),
    ).toEqual(both);
    expect(shown(given(plain(), clear('ra:1', 'table', { rz: 9 })))).toEqual(both);
  });
});

test('V4: a line of the snapshot of which nothing is left is none', () => {
  const lines = [
    { lineId: '501', item: tea, quantity: 0 },
    { lineId: '502', item: noodles, quantity: 1 },
  ];
  expect(shown(given(plain({ userCarts: [{ userId: 'u1', lines }] })))).toEqual([
    'u1: 1 × Beef noodles (502)',
  ]);
});

describe('V4: a base that is newer than the cut stays', () => {
  const seenByNone = { plain: true, covers: { ra: 1 } };
  const late = add('ra:1', tea, 2);
  const cut = order('rb:1', 'o1', {});

  test('the snapshot has an item of that diner which the cut had not seen; others’ carts go', () => {
    expect(shown(given(late, plain(seenByNone), cut))).toEqual(['u1: 2 × Iced tea (501)']);
    expect(shown(given(late, plain(seenByNone), order('rb:1', 'o1', { ra: 1 })))).toEqual([]);
  });

  test('only if that item was heard of: whenever it is, the cart is there', () => {
    expect(shown(given(plain(seenByNone), cut))).toEqual([]);
    let reading: Reading = readOn(emptyReading, [{ t: 0, from: 'peer', event: cut }]);
    const snapshot = (plain(seenByNone) as { snapshot: Snapshot }).snapshot;
    reading = readOn(reading, [{ t: 0, from: 'server', snapshot }]);
    expect(reading.merged.view.carts).toEqual([]);
    reading = readOn(reading, [{ t: 0, from: 'peer', event: late }]);
    expect(reading.merged.view.carts).toMatchObject([{ userId: 'u1', lines: [{ lineId: '501' }] }]);
  });

  test('a value that it had not seen is no reason', () =>
    expect(shown(given(guests('ra:1', 4), plain(seenByNone), cut))).toEqual([]));
});

describe('V3, O5: an order spares what it kept', () => {
  const both = [add('ra:1', tea, 2), add('rb:1', noodles, 1, { at: 2, userId: 'u2' })];
  const seen = { ra: 1, rb: 1 };
  const kept = order('server:1', 'o1', seen, { at: 3, kept: ['rb:1'] });

  test('it stays a line like any other: what came too late acts on it, and later', () => {
    expect(shown(given(...both, kept))).toEqual(['u2: 1 × Beef noodles (rb:1)']);
    const more = add('rb:2', noodles, 2, { at: 1, lineId: 'rb:1', userId: 'u2' });
    expect(shown(given(...both, kept, more))).toEqual(['u2: 3 × Beef noodles (rb:1)']);
  });

  test('another cut that had seen it takes it', () => {
    const cleared = clear('rc:1', 'user', { rb: 1 }, { userId: 'u2' });
    for (const facts of [
      [...both, kept, cleared],
      [cleared, kept, ...both],
    ])
      expect(shown(given(...facts))).toEqual([]);
    expect(shown(given(...both, kept, order('server:2', 'o2', { ...seen, server: 1 }, { at: 4 })))).toEqual(
      [],
    );
  });
});

describe('V5a: adding', () => {
  const hot = { ...tea, notes: 'hot' };

  test('without such a line: a new one at the end, with that id, item and quantity', () =>
    expect(shown(given(add('ra:1', noodles, 1), add('ra:2', tea, 3)))).toEqual([
      'u1: 1 × Beef noodles (ra:1)',
      'u1: 3 × Iced tea (ra:2)',
    ]));

  test('found by id, although its notes are others by now: more of it, and it keeps its item', () =>
    expect(
      shown(given(add('ra:1', tea, 2), renote('ra:2', 'ra:1', tea, 'hot'), add('rb:1', tea, 1, { lineId: 'ra:1', at: 9 }))), // prettier-ignore
    ).toEqual(['u1: 3 × Iced tea "hot" (ra:1)']));

  test('found by key: the id becomes an alias, by which it is found again', () => {
    const log = given(
      add('ra:1', tea, 1),
      add('rb:1', tea, 1, { at: 2 }),
      renote('ra:2', 'ra:1', tea, 'hot', { at: 3 }),
      add('rb:2', tea, 5, { lineId: 'rb:1', at: 4 }),
    );
    expect(shown(log)).toEqual(['u1: 7 × Iced tea "hot" (ra:1)']);
    expect(cartView(log).carts[0]!.lines[0]!.aliases).toEqual(['rb:1']);
  });

  test('an id that a line of another dish bears finds nothing', () =>
    expect(shown(given(add('ra:1', tea, 1), add('rb:1', noodles, 1, { lineId: 'ra:1', at: 2 })))).toEqual([
      'u1: 1 × Iced tea (ra:1)',
      'u1: 1 × Beef noodles (ra:1)',
    ]));

  test("another diner's line is not found, by id or by key", () =>
    expect(shown(given(add('ra:1', hot, 1), add('rb:1', hot, 1, { lineId: 'ra:1', userId: 'u2' })))).toEqual([
      'u1: 1 × Iced tea "hot" (ra:1)',
      'u2: 1 × Iced tea "hot" (ra:1)',
    ]));
});

describe('V5d: guests and order type', () => {
  test('of several, the one that sorts last counts, whatever came last and whoever set it', () => {
    const facts = [guests('rb:1', 5, { at: 7, userId: 'u2' }), guests('ra:1', 4, { at: 3 })];
    for (const order of [facts, facts.toReversed()]) expect(cartView(given(...order)).guests).toBe(5);
    const typed = [orderType('rb:1', 2, { at: 7 }), orderType('ra:1', 0, { at: 3 })];
    for (const order of [typed, typed.toReversed()]) expect(cartView(given(...order)).orderType).toBe(2);
  });

  test.each<[string, ValueStamp | null, number]>([
    ['no stamp', null, 4],
    ['an earlier stamp', [2, 0, 'rz'], 4],
    ['the same stamp', [3, 0, 'ra'], 4],
    ['a later replica at the same time', [3, 0, 'rb'], 8],
    ['a later stamp', [4, 0, 'ra'], 8],
  ])('against %s of the snapshot', (_name, stamp, expected) => {
    const snapshot = plain({ guests: 8, guestsAt: stamp, orderType: 8, orderTypeAt: stamp });
    const view = cartView(given(snapshot, guests('ra:1', 4, { at: 3 })));
    expect([view.guests, view.orderType]).toEqual([expected, 8]);
    expect(cartView(given(snapshot, orderType('ra:1', 4, { at: 3 }))).orderType).toBe(expected);
  });

  test('no cut takes it back', () =>
    expect(cartView(given(guests('ra:1', 4), clear('rb:1', 'table', { ra: 1 }))).guests).toBe(4));
});

describe('V5c: new notes', () => {
  const hot = { ...tea, notes: 'hot' };

  test('the line keeps its place and its id', () =>
    expect(
      shown(given(add('ra:1', tea, 2), add('ra:2', noodles, 1), renote('ra:3', 'ra:1', tea, 'hot'))),
    ).toEqual(['u1: 2 × Iced tea "hot" (ra:1)', 'u1: 1 × Beef noodles (ra:2)']));

  test('a line of that key takes over quantity and ids, and stays where it stands', () => {
    const log = given(
      add('ra:1', tea, 2),
      add('ra:2', noodles, 1),
      add('ra:3', hot, 1),
      renote('ra:4', 'ra:1', tea, 'hot'),
      less('ra:5', 'ra:1', tea, 1),
    );
    expect(shown(log)).toEqual(['u1: 1 × Beef noodles (ra:2)', 'u1: 2 × Iced tea "hot" (ra:3)']);
    expect(cartView(log).carts[0]!.lines[1]!.aliases).toEqual(['ra:1']);
  });

  test("another diner's line of that key takes over nothing", () =>
    expect(
      shown(given(add('ra:1', tea, 2), add('rb:1', hot, 1, { userId: 'u2' }), renote('ra:2', 'ra:1', tea, 'hot'))), // prettier-ignore
    ).toEqual(['u1: 2 × Iced tea "hot" (ra:1)', 'u2: 1 × Iced tea "hot" (rb:1)']));

  test('no such line: nothing', () =>
    expect(shown(given(add('ra:1', tea, 2), renote('ra:2', 'rz:9', tea, 'hot')))).toEqual([
      'u1: 2 × Iced tea (ra:1)',
    ]));
});

describe('V5e: the last order', () => {
  const withOrder = (stamp: ValueStamp) =>
    plain({ lastOrderId: 'of the snapshot', lastOrderAt: stamp, userCarts: [] });

  test.each<[string, ValueStamp, string]>([
    ['an earlier stamp', [4, 0, 'server'], 'o1'],
    ['the same stamp', [5, 0, 'server'], 'o1'],
    ['a later stamp', [6, 0, 'server'], 'of the snapshot'],
    ['the same wall and a later counter', [5, 1, 'server'], 'of the snapshot'],
    ['the same time and a later replica', [5, 0, 'servers'], 'of the snapshot'],
  ])('against %s of the snapshot', (_name, stamp, expected) =>
    expect(cartView(given(withOrder(stamp), order('server:1', 'o1', {}, { at: 5 }))).lastOrderId).toBe(
      expected,
    ),
  );

  test('the order that sorts last counts, whatever came last', () => {
    const two = [order('server:2', 'o2', { server: 1 }, { at: 9 }), order('server:1', 'o1', {}, { at: 3 })];
    expect(cartView(given(...two)).lastOrderId).toBe('o2');
  });
});

describe('V6: the result', () => {
  test('users by id, without empty carts; known without zeros; never set is null, set to none is 0', () => {
    const log = given(
      plain({ covers: { rq: 0 }, userCarts: [] }),
      add('rb:1', tea, 1, { userId: 'u2' }),
      add('ra:1', tea, 1, { userId: 'u10' }),
      add('rc:1', noodles, 1, { userId: 'u3' }),
      less('rc:2', 'rc:1', noodles, 1, { userId: 'u3' }),
      guests('rd:1', 0),
    );
    const view = cartView(log);
    expect(view.carts.map(({ userId }) => userId)).toEqual(['u10', 'u2']);
    expect(viewJson(view)).toMatchObject({
      known: { ra: 1, rb: 1, rc: 2, rd: 1 },
      waiting: [],
      guests: 0,
      orderType: null,
      lastOrderId: null,
    });
    expect(Object.keys(viewJson(view).known)).not.toContain('rq');
  });

  test('waiting as strings by UTF-16 code unit; lines in order of appearance', () => {
    const log = given(
      guests('ra:10', 1),
      guests('ra:9', 1),
      guests('Z:2', 1),
      add('rb:1', noodles, 1, { at: 50 }),
      add('rc:1', tea, 1, { at: 40 }),
    );
    expect(cartView(log).waiting).toEqual(['Z:2', 'ra:10', 'ra:9']);
    expect(shown(log)).toEqual(['u1: 1 × Iced tea (rc:1)', 'u1: 1 × Beef noodles (rb:1)']);
  });
});

describe('F4: settled', () => {
  /** The same log with and without its settled prefix, the snapshot naming it in `covers`. */
  const both = (all: readonly Fact[], rest: readonly Fact[], snapshot: Partial<Snapshot>) => {
    const answer = (covers: Snapshot['covers']) => plain({ userCarts: [], ...snapshot, covers });
    return {
      full: viewJson(cartView(given(...all, answer({})))),
      short: viewJson(cartView(given(...rest, answer(snapshot.covers ?? {})))),
    };
  };

  test('a cut with all that it voids, and a value with a later stamp, can be left out: the view is the same', () => {
    const prefix = [add('ra:1', tea, 2), guests('ra:2', 4), clear('ra:3', 'table', { ra: 2 })];
    const rest = [add('ra:4', noodles, 1), guests('rb:1', 5, { at: 20 })];
    const { full, short } = both([...prefix, ...rest], rest, {
      covers: { ra: 3 },
      guests: 5,
      guestsAt: [20, 0, 'rb'],
    });
    expect(short).toEqual(full);
    expect(short).toMatchObject({ guests: 5, known: { ra: 4, rb: 1 } });
  });

  test('a cut that is left out without what it voids is not settled: its items would be back', () => {
    const voided = add('rb:1', tea, 2);
    const { full, short } = both([voided, clear('ra:1', 'table', { rb: 1 })], [voided], {
      covers: { ra: 1 },
    });
    expect(short).not.toEqual(full);
  });
});
