import { expect, test } from 'vitest';
import { mergeAll } from '#projections/merge/cart-view.ts';
import { isNamed } from '#projections/merge/line-fold.ts';
import { splitLines } from '#projections/merge/order-part.ts';
import {
  add,
  clear,
  createLog,
  createDecrease,
  noodles,
  order,
  createNotesEdit,
  tea,
  type Fact,
} from '../given.ts';

/** The ids of the events of the lines that stay, and the quantities of the lines that are ordered. */
function splitParts(without: readonly string[], ...facts: readonly Fact[]) {
  const { ordered, leftOut } = splitLines(mergeAll(createLog(...facts)), (line) =>
    isNamed(line, new Set(without)),
  );
  return {
    kept: leftOut.entries.map(({ event }) => event.id),
    ordered: ordered.carts.flatMap(({ userId, lines }) =>
      lines.map(({ item, quantity }) => `${userId}: ${quantity} × ${item.name}`),
    ),
  };
}

test('O5: a line consists of its additions, decreases and notes', () =>
  expect(
    splitParts(
      ['ra:1'],
      add('ra:1', tea, 3),
      createDecrease('ra:2', 'ra:1', tea, 1),
      createNotesEdit('ra:3', 'ra:1', tea, 'hot'),
      createNotesEdit('ra:4', 'ra:1', { ...tea, notes: 'hot' }, 'hot'),
      add('rb:1', noodles, 2, { userId: 'u2' }),
    ),
  ).toEqual({ kept: ['ra:1', 'ra:2', 'ra:3', 'ra:4'], ordered: ['u2: 2 × Beef noodles'] }));

test('O5: and of the events of lines that joined it, whichever of its ids is named', () => {
  const hot = { ...tea, notes: 'hot' };
  const facts = [
    add('ra:1', tea, 1),
    add('ra:2', hot, 1),
    add('ra:3', noodles, 1),
    createNotesEdit('ra:4', 'ra:1', tea, 'hot', { at: 4 }),
  ];
  for (const name of ['ra:1', 'ra:2'])
    expect(splitParts([name], ...facts)).toEqual({
      kept: ['ra:1', 'ra:2', 'ra:4'],
      ordered: ['u1: 1 × Beef noodles'],
    });
});

test('O5: not of events without effect, removed events, or an earlier line of that name', () => {
  expect(
    splitParts(
      ['ra:3'],
      add('ra:1', tea, 1),
      createDecrease('ra:2', 'ra:1', tea, 1),
      add('ra:3', tea, 1),
      createDecrease('ra:4', 'ra:1', tea, 1),
    ),
  ).toEqual({ kept: ['ra:3'], ordered: [] });
  const cleared = clear('rb:1', 'user', { ra: 1 }, { at: 2 });
  expect(splitParts(['ra:1'], add('ra:1', tea, 1), cleared, add('ra:2', tea, 1, { lineId: 'ra:1' }))).toEqual(
    {
      kept: ['ra:2'],
      ordered: [],
    },
  );
});

test('O5: events that an order kept can be kept by the next order, too', () => {
  const seen = { ra: 1, rb: 1 };
  const placed = order('server:1', 'o1', seen, { at: 3, kept: ['rb:1'] });
  const both = [add('ra:1', tea, 1), add('rb:1', noodles, 1, { userId: 'u2', at: 2 })];
  expect(splitParts(['rb:1'], ...both, placed, add('ra:2', tea, 2, { at: 4 }))).toEqual({
    kept: ['rb:1'],
    ordered: ['u1: 2 × Iced tea'],
  });
});
