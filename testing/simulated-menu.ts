/** The menu of the simulated restaurant: four dishes, one of them with choices. The simulation marks dishes as sold out. */
import type { Product } from '#contract/calls/merchant.ts';
import type { Item } from '#events/item.ts';
import type { Menu } from './foreign-server/restaurant.ts';

/** The notes that diners write to a dish. */
export const notes = ['', 'no ice', 'extra hot'] as const;

/** The names of the dishes. The second dish has choices. */
export const dishes = ['Dumplings', 'Beef noodles', 'Bubble tea', 'Mango ice'] as const;

/** The fields that are the same for all dishes. */
export const bareDish: Omit<Product, 'id' | 'name'> = {
  categoryId: 'c1',
  description: '',
  price: '4.50',
  picture: null,
  salesUnitType: 0,
  unitLabel: '',
  allergens: [],
  diets: [],
  soldOut: false,
  modifierGroups: [],
};

const extras = {
  id: 'g1',
  name: 'Extras',
  min: 0,
  max: 2,
  modifiers: [
    { id: 'm1', name: 'Egg', price: '1.00', soldOut: false },
    { id: 'm2', name: 'Tofu', price: '0.50', soldOut: false },
  ],
};

function createProduct(index: number): Product {
  const modifierGroups = index === 1 ? [extras] : [];
  return { id: `p${index}`, name: dishes[index]!, ...bareDish, modifierGroups };
}

/** The menu by product id, as the arbiter reads it. */
export function createMenu(): Map<string, Product> {
  return new Map(dishes.map((_, index) => [`p${index}`, createProduct(index)] as const));
}

/** A menu with only these products, without choices, by product id. */
export function createMenuWith(...productIds: readonly string[]): Map<string, Product> {
  return new Map(productIds.map((id) => [id, { ...bareDish, id, name: `Dish ${id}` }]));
}

/** The same menu in the form of the foreign server. */
export function createMenus(...productIds: readonly string[]): Menu[] {
  const products = productIds.map((id) => ({ id, name: `Dish ${id}`, price: 4.5, groups: [] }));
  return [{ id: 'm1', name: 'Menu', categories: [{ id: 'c1', name: 'Plates', products }] }];
}

/** The cart item of a dish with one of its variants. */
export function createItem(product: number, variant: number, note: number): Item {
  const modifiers =
    product === 1 && variant > 0 ? [{ modifierProductId: `m${variant}`, quantity: 1, price: '1.00' }] : [];
  return {
    productId: `p${product}`,
    categoryId: 'c1',
    notes: createNotes(note),
    modifiers,
    name: dishes[product]!,
    price: '4.50',
  };
}

export function createNotes(note: number): string {
  return notes[note % notes.length]!;
}

/** The menu of `createMenu` in the form of the foreign server. The simulated waiters add its first dish, and no diner does. */
export function createPlainMenus(): Menu[] {
  const water = { id: '35', name: 'Still water', price: 4.5, groups: [] };
  const products = [...createMenu().values()].map(({ id, name, modifierGroups }) => ({
    id,
    name,
    price: 4.5,
    groups: modifierGroups.map(({ modifiers, ...group }) => ({
      ...group,
      options: modifiers.map((each) => ({ id: each.id, name: each.name, price: Number(each.price) })),
    })),
  }));
  return [
    {
      id: 'menu',
      name: 'All day',
      categories: [{ id: 'c1', name: 'Dishes', products: [water, ...products] }],
    },
  ];
}
