import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allergens, diets } from '#contract/dish-labels.ts';
import {
  countDishes,
  dishNeeds,
  filterSize,
  foods,
  isNeedMet,
  isFoodNamed,
  noFilter,
  filterSections,
  isSuitable,
} from '#projections/menu/menu-filter.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { forAll } from '#tests/properties/for-all.ts';

const demoMerchants = await readDemoMerchants();

const createDish = (ofDiets: readonly string[], holding: readonly string[] = []) => ({
  name: '',
  description: '',
  diets: ofDiets,
  allergens: holding,
});

describe('conditions on a dish', () => {
  test.each([
    ['vegetarian', createDish(['vegan']), true],
    ['vegetarian', createDish(['vegetarian']), true],
    ['vegan', createDish(['vegetarian']), false],
    ['glutenFree', createDish([]), false],
    ['glutenFree', createDish(['glutenFree']), true],
    ['halal', createDish(['halal', 'spicy']), true],
    ['notSpicy', createDish([]), true],
    ['notSpicy', createDish(['vegan', 'spicy']), false],
  ] as const)('%s: %o is %s', (need, which, met) => expect(isNeedMet(which, need)).toBe(met));

  test.each([
    ['vegan', 'milk'],
    ['vegetarian', 'fish'],
    ['glutenFree', 'gluten'],
    ['halal', 'alcohol'],
  ] as const)('%s is not believed for a dish that contains %s', (need, allergen) => {
    expect(isNeedMet(createDish([need]), need)).toBe(true);
    expect(isNeedMet(createDish([need], [allergen]), need)).toBe(false);
  });

  test('one of several allergens hides a dish', () => {
    const filter = { needs: [], avoid: ['peanut', 'sesame'], foods: [] };
    expect(isSuitable(createDish([], ['soy', 'sesame']), filter)).toBe(false);
    expect(isSuitable(createDish([], ['soy']), filter)).toBe(true);
  });
});

describe('meat, which need not be declared', () => {
  test.each([
    ['pork', 'Braised Pork Rice', true],
    ['pork', 'Pig ear', true],
    ['pork', 'Xiao Long Bao 小籠湯包', true],
    ['pork', '蒜蓉醬油和一匙肉燥', true],
    ['pork', '蔥爆牛肉絲', false],
    ['pork', 'Grilled shrimp', false],
    ['pork', 'Champagne with hamachi', false],
    ['beef', '紅燒牛肉麵', true],
    ['beef', '牛奶 and 牛蒡', false],
    ['chicken', '滷雞腿飯', true],
    ['chicken', '雞蛋', false],
    ['lamb', '孜然羊肉', true],
    ['lamb', '羊羹', false],
  ] as const)('%s in %s: %s', (food, name, isIn) => {
    expect(isFoodNamed({ ...createDish([]), name }, food)).toBe(isIn);
    expect(isFoodNamed({ ...createDish([]), description: name }, food)).toBe(isIn);
    expect(isFoodNamed({ ...createDish([]), otherNames: [name] }, food)).toBe(isIn);
    expect(isFoodNamed({ ...createDish([]), aliases: [name] }, food)).toBe(isIn);
  });
  test('is not found in a dish that is declared to be free of it: vegan dumplings', () => {
    expect(isFoodNamed({ ...createDish([]), name: 'Dumplings' }, 'pork')).toBe(true);
    expect(isFoodNamed({ ...createDish(['vegan']), name: 'Dumplings' }, 'pork')).toBe(false);
  });
});

describe('any menu under any filter', () => {
  const dishes = fc.record({
    name: fc.constantFrom('Pork chop', '滷肉飯', 'Beef noodles', '牛奶', 'Chicken', 'Rice'),
    description: fc.constantFrom('', 'with bacon', '配滷蛋'),
    diets: fc.subarray([...diets]),
    allergens: fc.subarray([...allergens]),
    id: fc.uuid(),
  });
  const menus = fc.array(fc.record({ id: fc.uuid(), products: fc.array(dishes, { maxLength: 5 }) }), {
    maxLength: 5,
  });
  const filters = fc.record({
    needs: fc.subarray([...dishNeeds]),
    avoid: fc.subarray([...allergens]),
    foods: fc.subarray([...foods]),
  });

  test('shows all matching dishes in menu order, and counts the rest', () => {
    forAll(menus, filters, (menu, filter) => {
      const { sections, hidden } = filterSections(menu, filter);
      const shown = sections.flatMap(({ products }) => products);
      expect(shown).toEqual(
        menu.flatMap(({ products }) => products).filter((each) => isSuitable(each, filter)),
      );
      expect(shown.length + hidden).toBe(countDishes(menu));
      expect(sections.every(({ products }) => products.length > 0)).toBe(true);
      for (const each of shown) {
        expect(each.allergens.filter((held) => filter.avoid.includes(held))).toEqual([]);
        expect(filter.foods.filter((food) => isFoodNamed(each, food))).toEqual([]);
      }
    });
  });

  test('another condition never brings a dish back, and the order of conditions does not matter', () => {
    forAll(dishes, filters, filters, (which, one, other) => {
      const both = {
        needs: [...one.needs, ...other.needs],
        avoid: [...one.avoid, ...other.avoid],
        foods: [...one.foods, ...other.foods],
      };
      expect(isSuitable(which, both)).toBe(isSuitable(which, one) && isSuitable(which, other));
    });
  });

  test('every vegan dish is vegetarian', () => {
    forAll(dishes, (which) => !isNeedMet(which, 'vegan') || isNeedMet(which, 'vegetarian'));
  });
});

test('an empty filter hides nothing', () => {
  const sections = [{ products: [createDish(['spicy'], ['soy'])] }, { products: [createDish([])] }];
  expect(filterSections(sections, noFilter)).toEqual({ sections, hidden: 0 });
  expect(filterSize(noFilter)).toBe(0);
});

test('no dish of the demonstration contradicts its allergens', () => {
  const products = demoMerchants.flatMap(({ categories }) => categories.flatMap((each) => each.products));
  const needed = ['vegetarian', 'vegan', 'glutenFree', 'halal'] as const;
  for (const product of products)
    for (const need of needed)
      if (product.diets.includes(need))
        expect([product.name, isNeedMet(product, need)]).toEqual([product.name, true]);
});
