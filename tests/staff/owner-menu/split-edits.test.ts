import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { applyEdits } from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { addDish, removeSection } from '#staff/owner/menu/draft/acts.ts';
import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { splitEdits } from '#staff/owner/menu/draft/split-edits.ts';
import { createTreeDish, changePrice, createSmallMenu } from './small-menu.ts';

/** The small menu with this many more dishes, each of about a kilobyte in Chinese. */
function createLongMenu(count: number): MenuTree {
  let tree = createSmallMenu();
  for (let number = 0; number < count; number += 1)
    [tree] = applyRecipe(
      tree,
      addDish(
        createTreeDish(`more-${number}`, '1.00', {
          description: { 'en-US': '麵'.repeat(400), 'zh-TW': '湯'.repeat(400) },
        }),
        number % 2 === 0 ? 'drinks' : 'noodles',
      ),
    );
  return tree;
}

/** The server's menu after each portion. */
function listSteps(before: MenuTree, after: MenuTree): MenuTree[] {
  let tree = before;
  return splitEdits(before, after).map((edits) => (tree = normaliseTree(applyEdits(tree, edits))));
}

test('a few changes are one request', () => {
  const [after] = applyRecipe(createSmallMenu(), changePrice('beef', '13.00'));
  expect(splitEdits(createSmallMenu(), after)).toHaveLength(1);
  expect(splitEdits(after, after)).toEqual([]);
});

test.each([
  ['come', createSmallMenu(), createLongMenu(300)],
  ['go', createLongMenu(300), applyRecipe(createLongMenu(300), removeSection('drinks'))[0]],
])(
  'hundreds of dishes that %s are several requests, none of them too large, and each dish has its place',
  (_, before, after) => {
    const portions = splitEdits(before, after);
    expect(portions.length).toBeGreaterThan(1);
    for (const edits of portions)
      expect(Buffer.byteLength(JSON.stringify({ edits }))).toBeLessThan(limits.bodyBytes);
    const steps = listSteps(before, after);
    expect(steps.at(-1)).toEqual(after);
    const placeOf = (tree: MenuTree, id: string) =>
      tree.order.find((each) => tree.sections[each]!.dishes.includes(id));
    for (const step of steps)
      for (const id of Object.keys(step.dishes))
        expect([placeOf(before, id), placeOf(after, id), 'noodles']).toContain(placeOf(step, id));
  },
);

test('thousands of changed prices are several requests, none of them with too many edits', () => {
  const small = createSmallMenu();
  const ids = Array.from({ length: 2_500 }, (_, number) => `more-${number}`);
  const createMenu = (price: string): MenuTree => ({
    ...small,
    dishes: { ...small.dishes, ...Object.fromEntries(ids.map((id) => [id, createTreeDish(id, price)])) },
    sections: { ...small.sections, drinks: { ...small.sections['drinks']!, dishes: ids } },
  });
  const [before, after] = [normaliseTree(createMenu('1.00')), normaliseTree(createMenu('2.00'))];
  const counts = splitEdits(before, after).map((edits) => edits.length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(limits.menuEdits);
  expect(counts.reduce((sum, count) => sum + count)).toBe(2_500);
  expect(listSteps(before, after).at(-1)).toEqual(after);
});
