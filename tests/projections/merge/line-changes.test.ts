import { describe, expect, test } from 'vitest';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { listLineChanges } from '#projections/merge/line-changes.ts';
import { add, createLog, createDecrease, noodles, createNotesEdit, tea, type Fact } from '../given.ts';

const start = [add('ra:1', tea, 2), add('ra:2', noodles, 1), add('rb:1', tea, 1, { userId: 'u2' })];

function describeChanges(...then: Fact[]) {
  const [before, after] = [
    projectCartView(createLog(...start)),
    projectCartView(createLog(...start, ...then)),
  ];
  return listLineChanges(before.carts, after.carts).map((change) => {
    const notes =
      change.notesBefore === change.item.notes ? '' : ` ${change.notesBefore}>${change.item.notes}`;
    return `${change.userId} ${change.lineId} ${change.before}>${change.after}${notes}`;
  });
}

describe('differences between two views', () => {
  test('no difference', () => expect(describeChanges()).toEqual([]));

  test('more, less, new and removed lines', () =>
    expect(
      describeChanges(
        add('ra:3', tea, 3, { lineId: 'ra:1' }),
        createDecrease('ra:4', 'ra:2', noodles, 1),
        add('rb:2', { ...tea, notes: 'hot' }, 1, { userId: 'u2' }),
      ),
    ).toEqual(['u1 ra:1 2>5', 'u1 ra:2 1>0', 'u2 rb:2 0>1']));

  test('new notes', () =>
    expect(describeChanges(createNotesEdit('ra:3', 'ra:1', tea, 'hot'))).toEqual(['u1 ra:1 2>2 >hot']));

  test('a line of another dish under the same id is another line', () =>
    expect(
      describeChanges(createDecrease('ra:3', 'ra:1', tea, 2), add('ra:4', noodles, 1, { lineId: 'ra:1' })),
    ).toEqual(['u1 ra:2 1>2', 'u1 ra:1 2>0']));

  test('a snapshot server names the same lines again: no difference', () => {
    const lines = [
      { lineId: '7', item: tea, quantity: 2 },
      { lineId: '8', item: noodles, quantity: 1 },
    ];
    const userCarts = [{ userId: 'u1', lines }];
    const snapshot = { version: 1, covers: { ra: 2 }, userCarts };
    expect(describeChanges({ snapshot })).toEqual([]);
  });
});
