import type { Dice } from './dice.ts';
import type { Item } from './log-records.ts';

/** Three dishes: two are one product in two categories, two have ids that run together to the same text. */
const noodles = { productId: '1', categoryId: '12', name: 'Beef noodles', price: '12.50' };
const dishes = [
  noodles,
  noodles,
  { ...noodles, name: 'Beef noodles (lunch)', price: '9.50' },
  { ...noodles, categoryId: '2' },
  { productId: '11', categoryId: '2', name: 'Iced tea', price: '3.00' },
];
const createExtra = (modifierProductId: string, quantity: number) => ({
  modifierProductId,
  quantity,
  price: '0.50',
});
/** Four ways to write two sets of modifiers (E3), and a third set. */
const modifierLists = [
  [],
  [createExtra('3', 0), createExtra('4', -1)],
  [createExtra('3', 2), createExtra('31', 1)],
  [createExtra('31', 1), createExtra('3', 1), createExtra('3', -5), createExtra('3', 1)],
  [createExtra('3', 1)],
];
export const noteTexts = ['', '', '', 'hot', 'hot', 'hot', 'hot', 'no "nuts"'];

export function drawItem(dice: Dice): Item {
  const modifiers = dice.chance(75) ? [] : dice.one(modifierLists);
  return { ...dice.one(dishes), notes: dice.one(noteTexts), modifiers };
}

/** The item of a visible line, with the fields that a line needs besides its key (E2). */
export function toItem({ productId, categoryId, notes, modifiers }: Item): Item {
  const dish = dishes.find((each) => each.productId === productId && each.categoryId === categoryId);
  return {
    ...dish,
    productId,
    categoryId,
    notes,
    modifiers: modifiers.map((each) => ({ ...each, price: '0.50' })),
  };
}
