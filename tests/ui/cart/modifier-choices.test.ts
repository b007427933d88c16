import { describe, expect, it } from 'vitest';
import {
  buildItem,
  chooseInitially,
  isFull,
  isRadio,
  countMissingChoices,
  listModifierIds,
  toggleChoice,
} from '#ui/dish/modifier-choices.ts';
import { readChoices, addChoices } from '#src/features/order/product/last-choices.ts';
import { extras, noodles, size, withSoldOut } from '../menu-fixture.ts';

const none = chooseInitially(noodles.modifierGroups);

describe('choosing modifiers', () => {
  it('starts with nothing chosen', () => {
    expect([...none]).toEqual([]);
    expect(countMissingChoices(none, size)).toBe(1);
    expect(countMissingChoices(none, extras)).toBe(0);
  });

  it('starts with options that leave no choice', () => {
    expect([...chooseInitially([withSoldOut(size, 'large')])]).toEqual([['size', ['regular']]]);
  });

  it('starts with the diner’s last choice, as far as it is available today', () => {
    const groups = noodles.modifierGroups;
    expect(chooseInitially(groups, ['large', 'egg', 'gone']).get('size')).toEqual(['large']);
    const out = groups.map((group) => withSoldOut(group, 'egg'));
    expect([...chooseInitially(out, ['large', 'egg'])]).toEqual([['size', ['large']]]);
    const item = buildItem(noodles, chooseInitially(groups, ['large', 'egg']), '');
    expect([...listModifierIds(item)].sort()).toEqual(['egg', 'large']);
  });

  it('starts with the restaurant’s default, unless the diner once chose otherwise', () => {
    const setDefaults = (group: typeof size, ids: readonly string[], gone: readonly string[] = []) => ({
      ...group,
      modifiers: withSoldOut(group, ...gone).modifiers.map((each) => ({
        ...each,
        ...(ids.includes(each.id) && { default: true }),
      })),
    });
    const groups = [setDefaults(size, ['large']), setDefaults(extras, ['egg'])];
    expect([...chooseInitially(groups)]).toEqual([['size', ['large']], [extras.id, ['egg']]]);
    // A diner who had it without the egg gets it without. A required choice is made all the same.
    expect([...chooseInitially(groups, ['regular'])]).toEqual([['size', ['regular']]]);
    expect([...chooseInitially(groups, [])]).toEqual([['size', ['large']]]);
    expect([...chooseInitially([setDefaults(extras, ['egg'], ['egg'])])]).toEqual([]);
    const two = { ...setDefaults(extras, extras.modifiers.map(({ id }) => id)), max: 1 };
    expect(chooseInitially([two]).get(extras.id)).toHaveLength(1);
  }); // prettier-ignore

  it('stores how dishes were ordered, the newest for longest', () => {
    let dishes: Record<string, readonly string[]> = {};
    for (let dish = 0; dish < 80; dish += 1) dishes = addChoices(dishes, String(dish), [`m${dish}`]);
    dishes = addChoices(dishes, '30', ['other']);
    expect(Object.keys(dishes)).toHaveLength(60);
    expect(dishes['dish 19']).toBeUndefined();
    expect(Object.entries(dishes).at(-1)).toEqual(['dish 30', ['other']]);
    const stored = { '1001': dishes };
    expect(readChoices(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(readChoices({ '1001': { 'dish 1': 'no list', 'dish 2': [1, 'a'] }, '1002': 7 })).toEqual({
      '1001': { 'dish 2': ['a'] },
      '1002': {},
    });
    expect(readChoices(undefined)).toEqual({});
  });

  it('lets a radio option replace the other and stay chosen', () => {
    const large = toggleChoice(toggleChoice(none, size, 'regular'), size, 'large');
    expect(large.get('size')).toEqual(['large']);
    expect(toggleChoice(large, size, 'large').get('size')).toEqual(['large']);
    expect(isRadio(size)).toBe(true);
  });

  it('removes an optional one', () => {
    const optional = { ...size, min: 0 };
    const chosen = toggleChoice(none, optional, 'large');
    expect(toggleChoice(chosen, optional, 'regular').get('size')).toEqual(['regular']);
    expect(toggleChoice(chosen, optional, 'large').get('size')).toEqual([]);
  });

  it('accepts at most the group’s maximum', () => {
    const two = toggleChoice(toggleChoice(none, extras, 'egg'), extras, 'tofu');
    expect(isFull(two, extras)).toBe(true);
    expect(toggleChoice(two, extras, 'pork').get('extras')).toEqual(['egg', 'tofu']);
    expect(toggleChoice(two, extras, 'egg').get('extras')).toEqual(['tofu']);
  });

  it('makes an item with names and prices as shown', () => {
    const choices = toggleChoice(toggleChoice(none, extras, 'egg'), size, 'large');
    expect(buildItem(noodles, choices, 'hot')).toEqual({
      productId: 'noodles',
      categoryId: 'bowls',
      notes: 'hot',
      name: 'Noodles',
      price: '0.10',
      modifiers: [
        { modifierProductId: 'large', quantity: 1, price: '0.10', name: 'Large' },
        { modifierProductId: 'egg', quantity: 1, price: '0.20', name: 'Egg' },
      ],
    });
  });
});
