import { describe, expect, it } from 'vitest';
import { chosenItem, initialChoices, isFull, isRadio, missingIn, toggled } from '#src/kit/cart/choices.ts';
import { extras, noodles, size } from '../menu-fixture.ts';

const none = initialChoices(noodles.modifierGroups);

describe('choosing modifiers', () => {
  it('starts with nothing chosen', () => {
    expect([...none]).toEqual([]);
    expect(missingIn(none, size)).toBe(1);
    expect(missingIn(none, extras)).toBe(0);
  });

  it('starts with what leaves no choice', () => {
    const left = { ...size, modifiers: size.modifiers.map((each, at) => ({ ...each, soldOut: at > 0 })) };
    expect([...initialChoices([left])]).toEqual([['size', ['regular']]]);
  });

  it('lets a radio take the other’s place and stay chosen', () => {
    const large = toggled(toggled(none, size, 'regular'), size, 'large');
    expect(large.get('size')).toEqual(['large']);
    expect(toggled(large, size, 'large').get('size')).toEqual(['large']);
    expect(isRadio(size)).toBe(true);
  });

  it('takes an optional one back', () => {
    const optional = { ...size, min: 0 };
    const chosen = toggled(none, optional, 'large');
    expect(toggled(chosen, optional, 'regular').get('size')).toEqual(['regular']);
    expect(toggled(chosen, optional, 'large').get('size')).toEqual([]);
  });

  it('takes no more than the group’s most', () => {
    const two = toggled(toggled(none, extras, 'egg'), extras, 'tofu');
    expect(isFull(two, extras)).toBe(true);
    expect(toggled(two, extras, 'pork').get('extras')).toEqual(['egg', 'tofu']);
    expect(toggled(two, extras, 'egg').get('extras')).toEqual(['tofu']);
  });

  it('makes an item with names and prices as seen', () => {
    const choices = toggled(toggled(none, extras, 'egg'), size, 'large');
    expect(chosenItem(noodles, choices, 'hot')).toEqual({
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
