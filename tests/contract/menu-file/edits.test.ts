/** Two people edit a menu at once (CX23). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  diffTrees,
  invertEdit,
  mergeNames,
  mergeIntoTree,
  getValueAt,
  applyEdits,
} from '#contract/menu-file/edits.ts';

const menu = {
  order: ['soups'],
  sections: { soups: { name: 'Soups', dishes: ['miso', 'corn'] } },
  dishes: { miso: { price: '4.00', name: { en: 'Miso' } }, corn: { price: '3.00', name: { en: 'Corn' } } },
};
type Menu = typeof menu;
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 7, true),
    fc.array(fc.constantFrom('x', 'y', 'z')),
    fc.dictionary(fc.constantFrom('p', 'q', 'r'), tie('value'), { noNullPrototype: true }),
  ),
})).value;
const trees = fc.dictionary(fc.constantFrom('p', 'q', 'r'), values, { noNullPrototype: true });

describe('CX23: edits', () => {
  test('the edits between two trees turn one into the other, and back', () => {
    fc.assert(
      fc.property(trees, trees, (before, after) => {
        const edits = diffTrees(before, after);
        expect(applyEdits(before, edits)).toEqual(after);
        expect(applyEdits(after, edits.map(invertEdit))).toEqual(before);
      }),
    );
  });

  test('edits of different things both stay, whoever comes first', () => {
    const price = diffTrees(menu, applyEdits(menu, [{ path: ['dishes', 'miso', 'price'], to: '4.50' }]));
    const name = diffTrees(menu, applyEdits(menu, [{ path: ['dishes', 'miso', 'name', 'en'], to: 'Miso soup' }])); // prettier-ignore
    const one = mergeIntoTree(applyEdits(menu, price), name);
    const other = mergeIntoTree(applyEdits(menu, name), price);
    expect(one).toEqual(other);
    expect(one.crossings).toEqual([]);
    expect(one.tree.dishes.miso).toEqual({ price: '4.50', name: { en: 'Miso soup' } });
    // An untouched dish is the same object.
    expect(one.tree.dishes.corn).toBe(menu.dishes.corn);
  });

  test('of two edits of the same thing the earlier stays, and the conflict names the other', () => {
    const theirs = applyEdits(menu, [{ path: ['dishes', 'miso', 'price'], to: '5.00' }]);
    const mine = [{ path: ['dishes', 'miso', 'price'], from: '4.00', to: '4.50' }];
    expect(mergeIntoTree(theirs, mine)).toEqual({
      tree: theirs,
      crossings: [{ path: ['dishes', 'miso', 'price'], mine: '4.50', theirs: '5.00' }],
    });
    // Both wanted the same value.
    expect(mergeIntoTree(theirs, [{ ...mine[0]!, to: '5.00' }]).crossings).toEqual([]);
  });

  test('an edit of a removed thing names the whole; a changed dish is not removed', () => {
    const gone = applyEdits(menu, [{ path: ['dishes', 'miso'] }]);
    expect(getValueAt(gone, ['dishes', 'miso'])).toBeUndefined();
    const edit = { path: ['dishes', 'miso', 'price'], from: '4.00', to: '4.50' };
    expect(mergeIntoTree(gone, [edit]).crossings).toEqual([{ path: edit.path, mine: '4.50' }]);
    const removal = diffTrees(menu, gone);
    expect(mergeIntoTree(applyEdits(menu, [edit]), removal)).toMatchObject({
      crossings: [{ path: ['dishes', 'miso'], theirs: { price: '4.50' } }],
    });
  });

  test('lists are merged: additions of both stay, removals of both apply', () => {
    expect(mergeNames(['a', 'b', 'c'], ['a', 'new', 'b', 'c'], ['b', 'c', 'other'])).toEqual(['new', 'b', 'c', 'other']); // prettier-ignore
    expect(mergeNames(['a', 'b', 'c'], ['c', 'b', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd', 'b', 'a']);
    const names = fc.uniqueArray(fc.constantFrom(...letters));
    fc.assert(
      fc.property(names, names, names, (from, mine, theirs) => {
        const both = mergeNames(from, mine, theirs);
        const shouldStay = (name: string) =>
          from.includes(name)
            ? mine.includes(name) && theirs.includes(name)
            : mine.includes(name) || theirs.includes(name);
        expect(both.toSorted()).toEqual(letters.filter(shouldStay));
      }),
    );
    const createMenu = (dishes: string[]): Menu => ({
      ...menu,
      sections: { soups: { name: 'Soups', dishes } },
    });
    const laid = mergeIntoTree(
      createMenu(['miso', 'corn', 'pea']),
      diffTrees(menu, createMenu(['leek', 'miso', 'corn'])),
    );
    expect(laid.tree.sections.soups.dishes).toEqual(['leek', 'miso', 'corn', 'pea']);
  });
});
