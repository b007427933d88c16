import type { Item } from '#events/item.ts';

const offered: readonly (readonly [productId: string, categoryId: string, name: string, price: string])[] = [
  ['12', '3', '红烧牛肉面 Beef noodles', '12.50'],
  ['13', '3', 'Dan dan noodles', '10.80'],
  ['14', '3', '担仔面', '9.90'],
  ['21', '4', 'Xiao long bao', '8.60'],
  ['22', '4', '鲜虾烧卖 Prawn siu mai', '7.20'],
  ['23', '4', 'Char siu bun', '4.50'],
  ['24', '4', 'Spring rolls', '5.40'],
  ['31', '6', 'Steamed rice', '2.00'],
  ['32', '6', '扬州炒饭', '9.40'],
  ['40', '5', 'Iced tea', '3.00'],
  ['41', '5', '珍珠奶茶 Pearl milk tea', '4.80'],
  ['42', '5', 'Soy milk', '2.60'],
  ['51', '7', 'Mapo tofu', '11.20'],
  ['52', '7', '宫保鸡丁', '13.40'],
  ['53', '7', 'Three-cup chicken', '15.90'],
  ['61', '8', 'Egg tart', '3.20'],
];

const modifiers = [
  { modifierProductId: '901', quantity: 1, price: '0.50', name: 'Pearls' },
  { modifierProductId: '902', quantity: 1, price: '0.00', name: '大份' },
  { modifierProductId: '903', quantity: 2, price: '0.80', name: 'Extra egg' },
];

/** Every dish that can be ordered: plain, and with each modifier. */
export const dishes: readonly Item[] = offered.flatMap(([productId, categoryId, name, price]) =>
  [[], ...modifiers.map((each) => [each])].map((modifiers): Item => {
    return { productId, categoryId, name, price, notes: '', modifiers };
  }),
);

/** What diners write on a line; the first is none. */
export const wishes: readonly string[] = [
  '',
  'no ice',
  '少冰',
  'extra hot',
  '不要香菜',
  'to share',
  'no onions',
];
