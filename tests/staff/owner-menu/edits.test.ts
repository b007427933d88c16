import { differences, joined, withEdits } from '#contract/menu-file/edits.ts';
import { edited } from '#staff/owner/menu/draft/edited.ts';
import { merged } from '#staff/owner/menu/draft/conflicts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  duplicateDish,
  moveDish,
  moveDishTo,
  newGroup,
  newOption,
  onDish,
  removeDish,
  removeSection,
  toggleDefault,
} from '#staff/owner/menu/draft/acts.ts';
import { smallMenu } from './small-menu.ts';

describe('edits', () => {
  test('text is changed language by language, a list as a whole', () => {
    const [, edits] = edited(
      smallMenu(),
      onDish('beef', (draft) => {
        draft.name['zh-TW'] = '牛肉麵';
        draft.diets.push('spicy');
      }),
    );
    expect(edits.toSorted((a, b) => b.path.length - a.path.length)).toEqual([
      { path: ['dishes', 'beef', 'name', 'zh-TW'], from: 'beef 中文', to: '牛肉麵' },
      { path: ['dishes', 'beef', 'diets'], from: [], to: ['spicy'] },
    ]);
  });

  test('what was changed and changed back is no change', () => {
    const [, edits] = edited(
      smallMenu(),
      onDish('beef', (draft) => {
        draft.diets.push('spicy');
        draft.diets.pop();
      }),
    );
    expect(edits).toEqual([]);
  });

  test('the differences of two trees lead from one to the other', () => {
    const before = smallMenu();
    let after = before;
    for (const recipe of [duplicateDish('beef', 'beef-2'), moveDishTo('cold', 'drinks'), removeDish('tea')])
      [after] = edited(after, recipe);
    expect(withEdits(before, differences(before, after))).toEqual(after);
    expect(after.order.map((id) => after.sections[id]!.dishes)).toEqual([['beef', 'beef-2'], ['cold']]);
  });

  test('a dish at the end of its section goes on into the next one', () => {
    const [down] = edited(smallMenu(), moveDish('cold', 1));
    expect(down.sections['drinks']!.dishes).toEqual(['cold', 'tea']);
    const [back] = edited(down, moveDish('cold', -1));
    expect(back).toEqual(smallMenu());
  });
});

test.each([
  [1, ['b']],
  [2, ['a', 'b']],
])('of a choice of at most %d these stand chosen at first: %s', (max, expected) => {
  const group = {
    ...newGroup('g', 'a'),
    max,
    modifiers: [{ ...newOption('a'), default: true }, newOption('b'), newOption('c')],
  };
  const defaultsOf = ({ modifiers }: typeof group) =>
    modifiers.filter((option) => 'default' in option && option.default).map(({ id }) => id);
  const [chosen] = edited(group, (draft) => toggleDefault(draft, 'b'));
  expect(defaultsOf(chosen)).toEqual(expected);
  const [left] = edited(chosen, (draft) => toggleDefault(draft, 'b'));
  expect(defaultsOf(left)).not.toContain('b');
});

describe('two people', () => {
  const base = smallMenu();

  test('change different things: both hold', () => {
    const [mine, edits] = edited(
      base,
      onDish('beef', (draft) => void (draft.price = '13.00')),
    );
    const [theirs] = edited(
      base,
      onDish('beef', (draft) => void (draft.name['en-US'] = 'Beef noodles')),
    );
    const { tree, conflicts } = merged(theirs, edits, mine, () => 'Mei');
    expect(conflicts).toEqual([]);
    expect(tree.dishes['beef']).toMatchObject({ price: '13.00', name: { 'en-US': 'Beef noodles' } });
  });

  test('change the same: it stays as the others have it, and both values are told', () => {
    const [mine, edits] = edited(
      base,
      onDish('beef', (draft) => void (draft.price = '13.00')),
    );
    const [theirs] = edited(
      base,
      onDish('beef', (draft) => void (draft.price = '14.00')),
    );
    const { tree, conflicts } = merged(theirs, edits, mine, () => 'Mei');
    expect(tree.dishes['beef']!.price).toBe('14.00');
    expect(conflicts).toEqual([
      { path: ['dishes', 'beef', 'price'], mine: '13.00', theirs: '14.00', by: 'Mei', isOfDraft: false },
    ]);
  });

  test('one changes a dish that the other has removed: it is asked about as a whole', () => {
    const [mine, edits] = edited(
      base,
      onDish('beef', (draft) => void (draft.price = '13.00')),
    );
    const [theirs] = edited(base, removeDish('beef'));
    const { conflicts } = merged(theirs, edits, mine, () => 'Mei');
    expect(conflicts).toMatchObject([{ path: ['dishes', 'beef'], mine: mine.dishes['beef'] }]);
    expect(conflicts[0]!.theirs).toBeUndefined();
  });

  test('one removes a dish that the other has changed: it stays in its section until it is decided', () => {
    const [mine, edits] = edited(base, removeDish('beef'));
    const [theirs] = edited(
      base,
      onDish('beef', (draft) => void (draft.price = '14.00')),
    );
    const { tree, conflicts } = merged(theirs, edits, mine, () => 'Mei');
    expect(conflicts).toHaveLength(1);
    expect(tree.sections['noodles']!.dishes).toContain('beef');
  });

  test('one removes a section into which the other has moved a dish: the dish stays', () => {
    const [mine, edits] = edited(base, removeSection('drinks'));
    const [theirs] = edited(base, moveDishTo('cold', 'drinks'));
    const { tree } = merged(theirs, edits, mine, () => 'Mei');
    expect(tree.order.flatMap((id) => tree.sections[id]!.dishes)).toContain('cold');
  });

  test('both move the same dish elsewhere: it stands once', () => {
    const [mine, edits] = edited(base, moveDishTo('cold', 'drinks'));
    const [third] = edited(base, (tree) => {
      tree.sections['soups'] = { id: 'soups', name: { 'en-US': 'Soups', 'zh-TW': '湯' }, dishes: [] };
      tree.order.push('soups');
    });
    const [theirs] = edited(third, moveDishTo('cold', 'soups'));
    const { tree } = merged(theirs, edits, mine, () => 'Mei');
    const shown = tree.order.flatMap((id) => tree.sections[id]!.dishes);
    expect(shown.filter((id) => id === 'cold')).toHaveLength(1);
  });

  test('of lists nothing is lost that either added, and what either took away is gone', () => {
    const names = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g'));
    fc.assert(
      fc.property(names, names, names, (from, mine, theirs) => {
        const both = joined(from, mine, theirs);
        expect(new Set(both).size).toBe(both.length);
        const stays = (name: string) =>
          from.includes(name)
            ? mine.includes(name) && theirs.includes(name)
            : mine.includes(name) || theirs.includes(name);
        const all = new Set([...from, ...mine, ...theirs]);
        expect([...both].sort()).toEqual([...all].filter(stays).sort());
      }),
    );
  });

  test('who moved something has it where they put it', () => {
    expect(joined(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd', 'a', 'b']);
    expect(joined(['a', 'b', 'c'], ['a', 'x', 'b', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'b', 'a', 'x']);
  });
});
