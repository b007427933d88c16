/** One model of the menu, in the file and in the editor (CX32, CX23). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { applyEdits, type Edit } from '#contract/menu-file/edits.ts';
import {
  writeNumbers,
  writeTree,
  normaliseTree,
  findTreeMistakes,
  createTree,
  type MenuTree,
} from '#contract/menu-file/menu-tree.ts';
import { mistakeCodes } from '#contract/menu-file/mistake.ts';
import english from '#locales/en-US/menu-mistakes.ts';
import chinese from '#locales/zh-TW/menu-mistakes.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';

const [whole] = await readDemoMerchants();
const tree = createTree(whole!);
const [section = ''] = tree.order;
const [dish = '', other = ''] = tree.sections[section]?.dishes ?? [];

const name = { 'en-US': 'Size', 'zh-TW': '份量' };
const hours = ['sections', section, 'served'];
/** This many spans a day, one after the other, from six in the morning. */
const createWeek = (count: number) =>
  Array.from({ length: count }, (_, n) => String(n + 6).padStart(2, '0')).map((hour) => ({
    from: `${hour}:00`,
    to: `${hour}:30`,
  }));

const findMistakesAfter = (...edits: Edit[]) =>
  findTreeMistakes(applyEdits(tree, edits), whole!).map(({ path, code }) => [path.join('/'), code]);

test('CX23: the tree holds the whole menu, and makes the same file of it', () => {
  const merchant = { name: '-', currency: 'USD', decimals: String(whole!.decimals) };
  const checked = checkMenu({ merchant, tables: [], ...writeTree(tree) });
  expect(checked).toMatchObject({ ok: true });
  if (!checked.ok) return;
  const { stations, categories } = checked.file;
  expect(categories.map(({ id, products }) => [id, products.map((each) => [each.id, each.price])])).toEqual(
    whole!.categories.map(({ id, products }) => [id, products.map((each) => [each.id, each.price])]),
  );
  expect(stations).toEqual(whole!.stations ?? []);
  expect(findTreeMistakes(tree, whole!)).toEqual([]);
});

test.each<[what: string, edit: Edit, place: string, code: string]>([
  ['a negative price', { path: ['dishes', dish, 'price'], to: '-1' }, `dishes/${dish}/price`, 'noAmount'],
  ['a price of ten digits', { path: ['dishes', dish, 'price'], to: '1234567890' }, `dishes/${dish}/price`, 'noAmount'],
  ['a price finer than the coins', { path: ['dishes', dish, 'price'], to: '1.234' }, `dishes/${dish}/price`, 'tooFine'],
  ['no price', { path: ['dishes', dish, 'price'], to: '' }, `dishes/${dish}/price`, 'noAmount'],
  ['no name in any language', { path: ['dishes', dish, 'name'], to: { 'en-US': '', 'zh-TW': ' ' } }, `dishes/${dish}/name`, 'empty'],
  ['a name in a language with no such code', { path: ['dishes', dish, 'name'], to: { 'en-US': 'Tea', Greek: 'Τσάι' } }, `dishes/${dish}/name/Greek`, 'notAField'],
  ['a section without a name', { path: ['sections', section, 'name'], to: {} }, `sections/${section}/name`, 'empty'],
  ['an invalid station', { path: ['sections', section, 'station'], to: 'moon' }, `sections/${section}/station`, 'noStation'],
  ['a tax, where there is no list', { path: ['dishes', dish, 'tax'], to: 'food' }, `dishes/${dish}/tax`, 'noTaxes'],
  ['hours at 25:00', { path: hours, to: [{ from: '25:00', to: '11:00' }] }, `${hours.join('/')}/0/from`, 'noTime'],
  ['a time without its zero', { path: hours, to: [{ from: '07:00', to: '9:00' }] }, `${hours.join('/')}/0/to`, 'noTime'],
  ['hours that end as they begin', { path: hours, to: [{ from: '07:00', to: '07:00' }] }, `${hours.join('/')}/0/to`, 'noTimeBetween'],
  ['an invalid day', { path: hours, to: [{ days: ['mon', 'day'], from: '07:00', to: '11:00' }] }, `${hours.join('/')}/0/days/1`, 'noneOf'],
  ['hours on no day', { path: hours, to: [{ days: [], from: '07:00', to: '11:00' }] }, `${hours.join('/')}/0/days`, 'empty'],
  ['hours within others, after midnight', { path: hours, to: [{ days: ['sun'], from: '22:00', to: '02:00' }, { days: ['mon', 'tue'], from: '01:59', to: '03:00' }] }, `${hours.join('/')}/1/from`, 'hoursCross'],
  ['hours without an end', { path: hours, to: [{ from: '07:00' }] }, `${hours.join('/')}/0/to`, 'missing'],
  ['more hours than a week needs', { path: hours, to: createWeek(15) }, hours.join('/'), 'tooMany'],
  ['a word twice', { path: ['dishes', other, 'aliases'], to: ['soup', 'Soup'] }, `dishes/${other}/aliases/1`, 'aliasTwice'],
  ['more choices to make than there are', { path: ['dishes', dish, 'modifierGroups'], to: [{ id: 'g', name, min: 0, max: 2, modifiers: [{ id: 'o', name, price: '0' }] }] }, `dishes/${dish}/modifierGroups/0/max`, 'maxAboveAll'],
  ['an unknown field', { path: ['dishes', other, 'colour'], to: 'red' }, `dishes/${other}/colour`, 'notAField'],
])('CX32: %s is reported at its field', (_, edit, place, code) => {
  expect(findMistakesAfter(edit)).toEqual([[place, code]]);
}); // prettier-ignore

test('CX97: a dish that is removed from the draft goes with no other dish', () => {
  const goesWith = { path: ['dishes', dish, 'goesWith'], to: [other] };
  const after = normaliseTree(applyEdits(tree, [goesWith, { path: ['dishes', other], to: undefined }]));
  expect(findTreeMistakes(after, whole!)).toEqual([]);
  expect(findMistakesAfter({ ...goesWith, to: [dish] })).toEqual([[`dishes/${dish}/goesWith/0`, 'itself']]);
});

test('CX65: a text may lack languages, and may have others than the app', () => {
  for (const name of [
    { 'zh-TW': '茶' },
    { 'en-US': '', 'zh-TW': '茶' },
    { ja: 'お茶' },
    { 'en-US': 'Tea', ja: 'お茶' },
  ])
    expect(findMistakesAfter({ path: ['dishes', dish, 'name'], to: name })).toEqual([]);
});

test('CX32: mistakes have the texts of the command, in both languages', () => {
  expect(Object.keys(english).toSorted()).toEqual(mistakeCodes.toSorted());
  for (const code of mistakeCodes) {
    const listPlaceholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
    expect(listPlaceholders(chinese[code])).toEqual(listPlaceholders(english[code]));
  }
  const file = parse(readFileSync('examples/menu.yaml', 'utf8')) as unknown;
  expect(checkMenu(writeNumbers(file))).toMatchObject({ ok: true });
});

test('CX23: after two simultaneous edits each dish is in one section', () => {
  const [, second = ''] = tree.order;
  const lost: MenuTree = applyEdits(tree, [
    { path: ['sections', section], to: undefined },
    { path: ['sections', second, 'dishes'], to: ['nothing', ...tree.sections[second]!.dishes] },
    { path: ['sections', 'new'], to: { id: 'new', name: { 'en-US': 'New', 'zh-TW': '新' }, dishes: [dish] } },
  ]);
  const { order, sections, dishes } = normaliseTree(lost);
  expect(order).toEqual([...tree.order.filter((id) => id !== section), 'new']);
  const placed = order.flatMap((id) => sections[id]!.dishes);
  expect(placed.toSorted()).toEqual(Object.keys(dishes).toSorted());
  expect(sections['new']!.dishes).toEqual([dish]);
  expect(normaliseTree(tree)).toBe(tree);
});
