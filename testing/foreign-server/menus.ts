import type { Menu, OptionGroup, Product, Settings, Table } from './core/state.ts';

/** The built-in restaurant: twelve dishes, three tables. Ids have 19 digits, as a database with snowflake ids gives them. */

const createMenuId = (number: number): string => `18050000000000${String(number).padStart(5, '0')}`;

const size: OptionGroup = {
  id: createMenuId(901),
  name: 'Size',
  min: 1,
  max: 1,
  options: [
    { id: createMenuId(911), name: 'Regular', price: 0 },
    { id: createMenuId(912), name: 'Large', price: 2.5 },
  ],
};
const extras: OptionGroup = {
  id: createMenuId(902),
  name: 'Extras',
  min: 0,
  max: 3,
  options: [
    { id: createMenuId(921), name: 'Egg', price: 1.25 },
    { id: createMenuId(922), name: 'Spring onion', price: 0 },
    { id: createMenuId(923), name: 'Chili oil', price: 0.75 },
  ],
};

function createDish(number: number, name: string, price: number, more: Partial<Product> = {}): Product {
  return { id: createMenuId(number), name, price, groups: [], ...more };
}

export const builtInMenus: Menu[] = [
  {
    id: createMenuId(1),
    name: 'All day',
    categories: [
      {
        id: createMenuId(11),
        name: 'Small plates',
        products: [
          createDish(101, 'Cucumber salad', 6.5, { description: 'Smashed, with garlic.' }),
          createDish(102, 'Pork dumplings', 9.95, { picture: '/img/dumplings.jpg' }),
          createDish(103, 'Scallion pancake', 7.25),
          createDish(104, 'Tea egg', 2.05),
        ],
      },
      {
        id: createMenuId(12),
        name: 'Noodles and rice',
        products: [
          createDish(105, 'Beef noodle soup', 16.8, { groups: [size, extras] }),
          createDish(106, 'Dan dan noodles', 13.45, { groups: [extras] }),
          createDish(107, 'Braised pork rice', 12.35, { groups: [size] }),
          createDish(108, 'Crab by weight', 38.5, { weighed: true }),
        ],
      },
      {
        id: createMenuId(13),
        name: 'Drinks',
        products: [
          createDish(109, 'Oolong tea', 4.5, { groups: [size] }),
          createDish(110, 'Bubble tea', 6.25),
          createDish(111, 'Plum soda', 5.1),
          createDish(112, 'Seasonal juice', 7, { soldOut: true }),
        ],
      },
    ],
  },
];

export const builtInTables: Table[] = [1, 2, 3].map((number) => ({
  id: createMenuId(2000 + number),
  name: `T${number}`,
  qrcodeId: createMenuId(3000 + number),
}));

export const builtInSettings: Settings = {
  merchantId: createMenuId(7),
  merchantName: 'Paper Crane',
  themeColour: '#f6821f',
};
