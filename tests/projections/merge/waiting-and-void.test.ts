import { expect, test } from 'vitest';
import { cartView } from '#projections/merge/cart-view.ts';
import { add, clear, given, guests, less, noodles, order, shown, tea, type Fact } from '../given.ts';

test('V1: an event waits for its own past and for all that its author had seen, and then shows', () => {
  const facts: Fact[] = [add('ra:2', tea, 1, { seen: { rb: 1 } })];
  const view = () => cartView(given(...facts));
  expect(view()).toMatchObject({ known: {}, waiting: ['ra:2'], carts: [] });
  facts.push(guests('ra:1', 2));
  expect(view()).toMatchObject({ known: { ra: 1 }, waiting: ['ra:2'], carts: [] });
  facts.push(guests('rb:1', 3));
  expect(view()).toMatchObject({ known: { ra: 2, rb: 1 }, waiting: [] });
  expect(shown(given(...facts))).toEqual(['u1: 1 × Iced tea (ra:2)']);
});

test('V3: a cut voids what it had seen, wherever it sorts, in its scope, and nothing else', () => {
  const lines = [
    add('ra:1', tea, 2, { at: 50 }),
    less('ra:2', 'ra:1', tea, 1, { at: 51 }),
    add('rb:1', noodles, 1, { at: 50, userId: 'u2' }),
    // Nobody had seen these.
    add('ra:3', noodles, 1, { at: 1 }),
    add('rb:2', tea, 1, { at: 99, userId: 'u2' }),
  ];
  const seen = { ra: 2, rb: 1 };
  const spared = ['u1: 1 × Beef noodles (ra:3)', 'u2: 1 × Iced tea (rb:2)'];
  for (const at of [2, 60, 100]) {
    expect(shown(given(...lines, clear('rc:1', 'table', seen, { at })))).toEqual(spared);
    expect(shown(given(...lines, order('server:1', '9001', seen, { at })))).toEqual(spared);
    expect(shown(given(...lines, clear('rc:1', 'user', seen, { at })))).toEqual([
      spared[0],
      'u2: 1 × Beef noodles (rb:1)',
      spared[1],
    ]);
  }
});

test('V3: guests and order type are never void', () => {
  const log = given(
    guests('ra:1', 4),
    clear('rb:1', 'table', { ra: 1 }),
    order('server:1', '9001', { ra: 1 }),
  );
  expect(cartView(log).guests).toBe(4);
});

test('V5b: less of a line, never below 0; at 0 it is gone with its aliases, and what is not there is not found', () => {
  const two = [add('ra:1', tea, 3), add('rb:1', tea, 1, { at: 2 })];
  expect(shown(given(...two, less('ra:2', 'ra:1', tea, 3, { at: 3 })))).toEqual(['u1: 1 × Iced tea (ra:1)']);
  const emptied = [...two, less('ra:2', 'rb:1', tea, 9, { at: 3 })];
  expect(shown(given(...emptied))).toEqual([]);
  expect(shown(given(...emptied, add('ra:3', noodles, 1), less('ra:4', 'rb:1', tea, 1)))).toEqual([
    'u1: 1 × Beef noodles (ra:3)',
  ]);
  // A line that was made anew is another line: the key alone finds it only in the base.
  expect(
    shown(given(...emptied, add('rc:1', tea, 2, { at: 4 }), less('ra:3', 'ra:1', tea, 1, { at: 5 }))),
  ).toEqual(['u1: 2 × Iced tea (rc:1)']);
  const userCarts = [{ userId: 'u1', lines: [{ lineId: '501', item: tea, quantity: 2 }] }];
  expect(
    shown(given({ snapshot: { version: 1, covers: {}, userCarts } }, less('ra:1', 'rz:9', tea, 1))),
  ).toEqual(['u1: 1 × Iced tea (501)']);
});
