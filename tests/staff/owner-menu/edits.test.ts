import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { mergeEdits } from '#staff/owner/menu/draft/conflicts.ts';
import { describe, expect, test } from 'vitest';
import {
  duplicateDish,
  moveDish,
  moveDishTo,
  createGroup,
  createOption,
  changeDish,
  removeDish,
  removeSection,
  toggleDefault,
} from '#staff/owner/menu/draft/acts.ts';
import { changePrice, createSmallMenu } from './small-menu.ts';

describe('edits', () => {
  test('text is changed language by language, a list as a whole', () => {
    const [, edits] = applyRecipe(
      createSmallMenu(),
      changeDish('beef', (draft) => {
        draft.name['zh-TW'] = '牛肉麵';
        draft.diets.push('spicy');
      }),
    );
    expect(edits.toSorted((a, b) => b.path.length - a.path.length)).toEqual([
      { path: ['dishes', 'beef', 'name', 'zh-TW'], from: 'beef 中文', to: '牛肉麵' },
      { path: ['dishes', 'beef', 'diets'], from: [], to: ['spicy'] },
    ]);
  });

  test('a reverted change is no change', () => {
    const [, edits] = applyRecipe(
      createSmallMenu(),
      changeDish('beef', (draft) => {
        draft.diets.push('spicy');
        draft.diets.pop();
      }),
    );
    expect(edits).toEqual([]);
  });

  test('a dish is copied next to itself, and moved to the end of another section', () => {
    let tree = createSmallMenu();
    for (const recipe of [duplicateDish('beef', 'beef-2'), moveDishTo('cold', 'drinks'), removeDish('tea')])
      [tree] = applyRecipe(tree, recipe);
    expect(tree.order.map((id) => tree.sections[id]!.dishes)).toEqual([['beef', 'beef-2'], ['cold']]);
  });

  test('a dish at the end of its section moves on into the next one', () => {
    const [down] = applyRecipe(createSmallMenu(), moveDish('cold', 1));
    expect(down.sections['drinks']!.dishes).toEqual(['cold', 'tea']);
    const [back] = applyRecipe(down, moveDish('cold', -1));
    expect(back).toEqual(createSmallMenu());
  });
});

test.each([
  [1, ['b']],
  [2, ['a', 'b']],
])('with a choice of at most %d these are preselected: %s', (max, expected) => {
  const group = {
    ...createGroup('g', 'a'),
    max,
    modifiers: [{ ...createOption('a'), default: true }, createOption('b'), createOption('c')],
  };
  const listDefaults = ({ modifiers }: typeof group) =>
    modifiers.filter((option) => 'default' in option && option.default).map(({ id }) => id);
  const [chosen] = applyRecipe(group, (draft) => toggleDefault(draft, 'b'));
  expect(listDefaults(chosen)).toEqual(expected);
  const [left] = applyRecipe(chosen, (draft) => toggleDefault(draft, 'b'));
  expect(listDefaults(left)).not.toContain('b');
});

describe('two people', () => {
  const base = createSmallMenu();

  test('change the same value: the others’ stays, and both values are listed', () => {
    const [mine, edits] = applyRecipe(base, changePrice('beef', '13.00'));
    const [theirs] = applyRecipe(base, changePrice('beef', '14.00'));
    const { tree, conflicts } = mergeEdits(theirs, edits, mine, () => 'Mei');
    expect(tree.dishes['beef']!.price).toBe('14.00');
    expect(conflicts).toEqual([
      { path: ['dishes', 'beef', 'price'], mine: '13.00', theirs: '14.00', by: 'Mei', isOfDraft: false },
    ]);
  });

  test('one changes a dish that the other has removed: the conflict is about the whole dish', () => {
    const [mine, edits] = applyRecipe(base, changePrice('beef', '13.00'));
    const [theirs] = applyRecipe(base, removeDish('beef'));
    const { conflicts } = mergeEdits(theirs, edits, mine, () => 'Mei');
    expect(conflicts).toMatchObject([{ path: ['dishes', 'beef'], mine: mine.dishes['beef'] }]);
    expect(conflicts[0]!.theirs).toBeUndefined();
  });

  test('one removes a dish that the other has changed: it stays in its section until the conflict is resolved', () => {
    const [mine, edits] = applyRecipe(base, removeDish('beef'));
    const [theirs] = applyRecipe(base, changePrice('beef', '14.00'));
    const { tree, conflicts } = mergeEdits(theirs, edits, mine, () => 'Mei');
    expect(conflicts).toHaveLength(1);
    expect(tree.sections['noodles']!.dishes).toContain('beef');
  });

  test('one removes a section into which the other has moved a dish: the dish stays', () => {
    const [mine, edits] = applyRecipe(base, removeSection('drinks'));
    const [theirs] = applyRecipe(base, moveDishTo('cold', 'drinks'));
    const { tree } = mergeEdits(theirs, edits, mine, () => 'Mei');
    expect(tree.order.flatMap((id) => tree.sections[id]!.dishes)).toContain('cold');
  });

  test('both move the same dish elsewhere: it is in one place', () => {
    const [mine, edits] = applyRecipe(base, moveDishTo('cold', 'drinks'));
    const [third] = applyRecipe(base, (tree) => {
      tree.sections['soups'] = { id: 'soups', name: { 'en-US': 'Soups', 'zh-TW': '湯' }, dishes: [] };
      tree.order.push('soups');
    });
    const [theirs] = applyRecipe(third, moveDishTo('cold', 'soups'));
    const { tree } = mergeEdits(theirs, edits, mine, () => 'Mei');
    const shown = tree.order.flatMap((id) => tree.sections[id]!.dishes);
    expect(shown.filter((id) => id === 'cold')).toHaveLength(1);
  });
});
