import type { Menu } from '#workshop/plain-server/menu/menu.ts';

/** A menu of one category, `c1`, with these products at 4.50 each. */
export function menuOf(...productIds: readonly string[]): Menu[] {
  const products = productIds.map((id) => ({
    id,
    name: `Dish ${id}`,
    posName: '',
    sendChefName: '',
    desc: '',
    price: 4.5,
    originalPrice: 4.5,
    isTaxFree: false,
    salesUnitType: 'piece' as const,
    modifierGroups: [],
    soldOut: false,
    allergens: [],
    diets: [],
    unit: 'piece',
  }));
  return [{ id: 'm1', name: 'Menu', categories: [{ id: 'c1', name: 'Plates', products }] }];
}
