import { edited } from '#staff/owner/menu/draft/edited.ts';
import { expect, test } from 'vitest';
import { addDish, addSection, newDish, newGroup, onDish } from '#staff/owner/menu/draft/acts.ts';
import { mistakesIn, mistakesOfDish } from '#staff/owner/menu/draft/dish-mistakes.ts';
import { dish, smallMenu } from './small-menu.ts';

const { stationOrder, stations } = smallMenu();
const rules = { decimals: 2, stationOrder, stations };

function codesOf(...of: Parameters<typeof mistakesOfDish>): string[] {
  return mistakesOfDish(...of).map(({ path, code }) => `${path.join('.')}: ${code}`);
}

// D55
test('a dish that a file may hold has none', () => {
  expect(mistakesIn(smallMenu(), rules).size).toBe(0);
});

test('of a new dish the names and the price are missing', () => {
  expect(codesOf(newDish('x'), rules)).toEqual(['name.en-US: empty', 'name.zh-TW: empty', 'price: noAmount']);
});

test('what stands in one language only is missing in the other', () => {
  const half = dish('x', '1.00', { description: { 'en-US': 'Hot', 'zh-TW': '' } });
  expect(codesOf(half, rules)).toEqual(['description.zh-TW: empty']);
});

test('prices are held to the decimals of the currency', () => {
  expect(codesOf(dish('x', '12.50'), { ...rules, stations: { ...stations }, decimals: 0 })).toEqual([
    'price: tooFine',
  ]);
});

test('a choice can be made', () => {
  const group = { ...newGroup('g', 'o'), name: { 'en-US': 'Size', 'zh-TW': '份量' }, max: 2 };
  const size = { id: 'o', name: { 'en-US': 'Large', 'zh-TW': '大碗' }, price: '0' };
  const chosen = dish('x', '1.00', { modifierGroups: [{ ...group, modifiers: [size] }] });
  expect(codesOf(chosen, rules)).toEqual(['modifierGroups.0.max: maxAboveAll']);
});

test('a station that is gone is told', () => {
  expect(codesOf(dish('x', '1.00', { station: 'bar' }), rules)).toEqual(['station: noStation']);
});

test('they are found in the order of the menu, and what has not changed is not looked at again', () => {
  let [tree] = edited(smallMenu(), addDish(newDish('new'), 'drinks'));
  [tree] = edited(tree, addSection('empty'));
  [tree] = edited(
    tree,
    onDish('cold', (draft) => void (draft.price = '-1')),
  );
  const found = mistakesIn(tree, rules);
  expect([...found.keys()]).toEqual(['cold', 'new', 'empty']);
  const [later] = edited(
    tree,
    onDish('beef', (draft) => void (draft.price = '1.00')),
  );
  expect(mistakesIn(later, rules).get('cold')).toBe(found.get('cold'));
});
