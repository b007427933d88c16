/** The list in which the staff mark dishes and options as sold out. */
import { expect, test } from 'vitest';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { createSearch } from '#projections/menu/search/menu-search.ts';
import { listSections, searchSections, listSoldOut, type EntrySection } from '#staff/menu/menu-entries.ts';

const createOption = (id: string, name: string, soldOut = false) => ({ id, name, price: '0.00', soldOut });

function createDish(id: string, name: string, modifiers: ReturnType<typeof createOption>[], soldOut = false): Product {
  const modifierGroups = [{ id: `${id}-extras`, name: 'Add to the bowl', min: 0, max: 2, modifiers }];
  const facts = { categoryId: 'c', description: 'with beef', price: '1.00', picture: null, salesUnitType: 0 };
  return { id, name, otherNames: [`${name} in Chinese`], ...facts, unitLabel: '', allergens: [], diets: [], soldOut, modifierGroups };
} // prettier-ignore

const menu: Menu = {
  categories: [
    {
      id: 'noodles',
      name: 'Noodles',
      products: [
        createDish('1', 'Beef noodles', [createOption('1-egg', 'Egg', true), createOption('1-tofu', 'Tofu')]),
        createDish(
          '2',
          'Cold noodles',
          [createOption('2-egg', 'Egg', true), createOption('2-tofu', 'Tofu', true)],
          true,
        ),
      ],
    },
    { id: 'drinks', name: 'Drinks', products: [{ ...createDish('3', 'Tea', []), modifierGroups: [] }] },
  ],
};
const listNames = (sections: readonly EntrySection[]) =>
  sections.map(({ name, entries }) => [name, entries.map((entry) => entry.name)]);
const search = createSearch<Product, Category>(menu);
const searchEntries = (words: string) => listNames(searchSections(menu, words, search.find(words).products));

test('dishes are listed by section, then options, each option once even if several dishes have it', () => {
  expect(listNames(listSections(menu))).toEqual([
    ['Noodles', ['Beef noodles', 'Cold noodles']],
    ['Drinks', ['Tea']],
    ['Add to the bowl', ['Egg', 'Tofu']],
  ]);
  const [egg, tofu] = listSections(menu).at(-1)!.entries;
  expect(egg).toMatchObject({ marked: { modifierIds: ['1-egg', '2-egg'] }, soldOut: true });
  expect(tofu, 'one dish still has it').toMatchObject({ soldOut: false });
  expect(listSoldOut(menu).map(({ name }) => name)).toEqual(['Cold noodles', 'Egg']);
});

test('a dish that lacks options says which, and comes back with them', () => {
  const [regular, large] = [createOption('s-1', 'Regular', true), createOption('s-2', 'Large', true)];
  const createSized = (modifiers: Product['modifierGroups'][0]['modifiers']): Product => ({
    ...createDish('4', 'Soup', [createOption('4-egg', 'Egg', true)], true),
    modifierGroups: [{ id: 's', name: 'Size', min: 1, max: 1, modifiers }],
  });
  const lacking = createSized([regular, large]);
  const createMenu = (product: Product) => ({
    categories: [{ id: 'soups', name: 'Soups', products: [product] }],
  });
  const listEntries = (product: Product) =>
    listSections(createMenu(product)).flatMap((section) => section.entries);
  const [soup, ...options] = listEntries(lacking);
  expect(soup!.lacks.map(({ name }) => name)).toEqual(['Regular', 'Large']);
  expect(
    options.map(({ key }) => key),
    'it leads to their switches',
  ).toEqual(soup!.lacks.map(({ key }) => key));
  const one = createSized([regular, { ...large, soldOut: false }]);
  expect(listEntries(one)[0]!.lacks, 'an optional choice is not missing').toEqual([]);
  const now = listSoldOut(createMenu(lacking)).map(({ name }) => name);
  expect(now, 'a tap on the dish would change nothing').toEqual(['Regular', 'Large']);
});

test('search finds dishes by name in any language and by section, options by name', () => {
  expect(searchEntries('egg').at(-1)).toEqual(['Add to the bowl', ['Egg']]);
  expect(searchEntries('cold chinese')).toEqual([['Noodles', ['Cold noodles']]]);
  expect(searchEntries('tofu bowl')).toEqual([]);
});

// CX10
test('a dish that is not served at this hour is not sold out, and can be marked so', () => {
  const again = { from: '07:00', to: '11:00' };
  const late = { ...createDish('4', 'Congee', [], true), modifierGroups: [], servedAgain: again };
  const board = {
    categories: [{ id: 'breakfast', name: 'Breakfast', servedAgain: again, products: [late] }],
  };
  expect(listSoldOut(board)).toEqual([]);
  expect(listSections(board)[0]!.entries).toMatchObject([{ name: 'Congee', soldOut: false }]);
});
