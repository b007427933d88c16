import type { Menu, ModifierGroup, Product } from '#contract/calls/merchant.ts';
import type { Item } from '#events/item.ts';
import type { DinerCart, TableLine } from '#client/cart/table-cart.ts';
import { bareDish } from '#testing/simulated-menu.ts';

export const size: ModifierGroup = {
  id: 'size',
  name: 'Size',
  min: 1,
  max: 1,
  modifiers: [
    { id: 'regular', name: 'Regular', price: '0.00', soldOut: false },
    { id: 'large', name: 'Large', price: '0.10', soldOut: false },
  ],
};

export const extras: ModifierGroup = {
  id: 'extras',
  name: 'Extras',
  min: 0,
  max: 2,
  modifiers: [
    { id: 'egg', name: 'Egg', price: '0.20', soldOut: false },
    { id: 'tofu', name: 'Tofu', price: '1.05', soldOut: false },
    { id: 'pork', name: 'Pork', price: '2.00', soldOut: false },
  ],
};

export const noodles: Product = {
  ...bareDish,
  id: 'noodles',
  categoryId: 'bowls',
  name: 'Noodles',
  price: '0.10',
  modifierGroups: [size, extras],
};

/** A menu with these dishes in one section. */
export const createMenu = (...products: readonly Product[]): Menu => ({
  categories: [{ id: 'bowls', name: 'Bowls', products: [...products] }],
});

export const menu = createMenu(noodles);

export const withSoldOut = (group: ModifierGroup, ...ids: readonly string[]): ModifierGroup => ({
  ...group,
  modifiers: group.modifiers.map((each) => ({ ...each, soldOut: ids.includes(each.id) })),
});

export function createItem(change: Partial<Item> = {}): Item {
  return { productId: 'noodles', categoryId: 'bowls', notes: '', modifiers: [], ...change };
}

export function lineOf(item: Item, quantity: number, change: Partial<TableLine> = {}): TableLine {
  return { lineId: 'line', aliases: [], userId: 'mei', item, quantity, mine: true, ...change };
}

export function createDiner(userId: string, lines: readonly TableLine[]): DinerCart {
  return { userId, userName: userId, mine: userId === 'mei', lines };
}
