import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { expect, test } from 'vitest';
import { addDish, moveDish, removeDish, type Recipe } from '#staff/owner/menu/draft/acts.ts';
import { diffTrees } from '#contract/menu-file/edits.ts';
import { listChanges, countChanges } from '#staff/owner/menu/draft/changes.ts';
import { dish, priced, smallMenu } from './small-menu.ts';

function changesAfter(...recipes: readonly Recipe[]) {
  const before = smallMenu();
  let after = before;
  for (const recipe of recipes) [after] = applyRecipe(after, recipe);
  return listChanges(diffTrees(before, after), (list, id) => after[list][id]?.name ?? before[list][id]?.name);
}

test('prices and new dishes are counted, each dish once', () => {
  const changes = changesAfter(
    priced('beef', '13.00'),
    priced('tea', '4.00'),
    addDish(dish('soup', '5.00'), 'noodles'),
    priced('soup', '6.00'),
  );
  expect(countChanges(changes)).toEqual([
    ['newDish', 1],
    ['price', 2],
  ]);
  expect(changes.find(({ id }) => id === 'beef')?.prices).toEqual(['12.50', '13.00']);
});

test('only dishes that moved are listed, not those that they passed', () => {
  expect(changesAfter(moveDish('cold', -1)).flatMap(({ kinds }) => kinds)).toEqual(['moved']);
  expect(countChanges(changesAfter(addDish(dish('soup', '5.00'), 'noodles'), moveDish('soup', -1)))).toEqual([
    ['newDish', 1],
  ]);
});

test('a removed dish is listed by its previous name', () => {
  expect(changesAfter(removeDish('tea'))).toEqual([
    { id: 'tea', of: 'dish', name: smallMenu().dishes['tea']!.name, kinds: ['removedDish'] },
  ]);
});

test('a change that was reverted is not listed', () => {
  expect(changesAfter(priced('beef', '13.00'), priced('beef', '12.50'))).toEqual([]);
});

// CX10
test('hours of a section are listed as hours', () => {
  const changes = changesAfter(
    (tree) => void (tree.sections['noodles']!.served = [{ from: '07:00', to: '11:00' }]),
  );
  expect(changes).toMatchObject([{ id: 'noodles', of: 'section', kinds: ['hours'] }]);
});
