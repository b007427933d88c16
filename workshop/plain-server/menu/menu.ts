export interface Modifier {
  modifierProductId: string;
  name: string;
  price: number;
}

export interface ModifierGroup {
  id: string;
  name: string;
  min: number;
  max: number;
  modifiers: Modifier[];
}

export interface Product {
  id: string;
  name: string;
  posName: string;
  sendChefName: string;
  desc: string;
  price: number;
  originalPrice: number;
  isTaxFree: boolean;
  salesUnitType: 'piece' | 'weight';
  modifierGroups: ModifierGroup[];
  soldOut: boolean;
  allergens: string[];
  diets: string[];
  unit: string;
}

export interface Category {
  id: string;
  name: string;
  products: Product[];
}

export interface Menu {
  id: string;
  name: string;
  categories: Category[];
}

/** A product with the sections that it stands in. */
export interface Placed {
  menu: Menu;
  category: Category;
  product: Product;
}

function product(id: string, name: string, price: number, more: Partial<Product> = {}): Product {
  return {
    id,
    name,
    posName: name,
    sendChefName: name.toUpperCase(),
    desc: '',
    price,
    originalPrice: price,
    isTaxFree: false,
    salesUnitType: 'piece',
    modifierGroups: [],
    soldOut: false,
    allergens: [],
    diets: [],
    unit: 'piece',
    ...more,
  };
}

function group(id: string, name: string, min: number, max: number, modifiers: Modifier[]): ModifierGroup {
  return { id, name, min, max, modifiers };
}

function modifier(modifierProductId: string, name: string, price = 0): Modifier {
  return { modifierProductId, name, price };
}

/** A small menu: two sections, options, something sold by weight, and a set meal. */
export function houseMenus(): Menu[] {
  return [
    {
      id: '11',
      name: 'All day',
      categories: [
        {
          id: '21',
          name: 'Plates',
          products: [
            product('31', 'Lentil soup', 6.5, { diets: ['vegan'], desc: 'With lemon and bread' }),
            product('32', 'Fried rice', 11.25, {
              allergens: ['egg', 'soy'],
              modifierGroups: [
                group('41', 'Size', 1, 1, [modifier('51', 'Regular'), modifier('52', 'Large', 3)]),
                group('42', 'On top', 0, 3, [
                  modifier('53', 'Fried egg', 1.5),
                  modifier('54', 'Chilli', 0),
                  modifier('55', 'Peanuts', 0.75),
                ]),
              ],
            }),
            product('33', 'Whole fish', 4.2, {
              salesUnitType: 'weight',
              allergens: ['fish'],
              unit: '100 g',
            }),
          ],
        },
        {
          id: '22',
          name: 'Drinks',
          products: [
            product('34', 'Oolong tea', 3.75),
            product('35', 'Still water', 2, { isTaxFree: true }),
            product('36', 'Lemonade', 4.5, {
              modifierGroups: [
                group('43', 'Ice', 1, 1, [modifier('56', 'With ice'), modifier('57', 'No ice')]),
              ],
            }),
          ],
        },
      ],
    },
    {
      id: '12',
      name: 'Lunch',
      categories: [
        {
          id: '23',
          name: 'Set meals',
          products: [
            product('37', 'Lunch set', 15.95, {
              originalPrice: 18.5,
              desc: 'A plate, a side and a drink',
              modifierGroups: [
                group('44', 'Plate', 1, 1, [modifier('58', 'Noodles'), modifier('59', 'Dumplings', 2)]),
                group('45', 'Side', 1, 1, [modifier('60', 'Salad'), modifier('61', 'Soup', 1.25)]),
                group('46', 'Drink', 1, 1, [modifier('62', 'Tea'), modifier('63', 'Lemonade', 0.5)]),
              ],
            }),
          ],
        },
      ],
    },
  ];
}

/** Finds a product in the menus. */
export function findProduct(menus: Menu[], productId: string): Placed | undefined {
  return allProducts(menus).find((each) => each.product.id === productId);
}

/** Finds an option of a product. */
export function findModifier(product: Product, modifierProductId: string): Modifier | undefined {
  return product.modifierGroups
    .flatMap((each) => each.modifiers)
    .find((each) => each.modifierProductId === modifierProductId);
}

/** Every product with its sections, in the order of the menus. */
export function allProducts(menus: Menu[]): Placed[] {
  return menus.flatMap((menu) =>
    menu.categories.flatMap((category) => category.products.map((product) => ({ menu, category, product }))),
  );
}
