/**
 * Exports of Square's item library, as its help pages and public exports of sellers show their columns (CX64). Newer
 * ones have Categories, Sellable and Archived, older ones Category.
 */
import { expect, test } from 'vitest';
import type { WholeProduct } from '#contract/menu-file/whole-merchant.ts';
import { exportDraft } from '#server/back-office/menu-import/export-draft.ts';
import { createDraft, importInto, formatNotices, createText } from './draft-of.ts';

const present = [
  'Reference Handle,Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,Reporting Category,' +
    'SEO Title,GTIN,Square Online Item Visibility,Item Type,Price,Online Sale Price,Archived,Sellable,Contains Alcohol,' +
    'Stockable,Skip Detail Screen in POS,Option Name 1,Option Value 1,Current Quantity Main Street,' +
    'New Quantity Main Street,Stock Alert Enabled Main Street,Modifier Set - Milk,Tax - Sales Tax (8.875%)',
  '#latte,AAAABBBBCCCCDDDDEEEEFFF1,Latte,Caffè Latte,Small,,Rich coffee,"Drinks > Espresso, Breakfast",Espresso,' +
    ',,visible,Prepared food and beverage,4.50,,N,Y,N,N,N,Cup,Small,12,,N,Y,Y',
  '#latte,AAAABBBBCCCCDDDDEEEEFFF2,Latte,Caffè Latte,Large,,Rich coffee,"Drinks > Espresso, Breakfast",Espresso,' +
    ',,visible,Prepared food and beverage,5.25,,N,Y,N,N,N,Cup,Large,3,,N,Y,Y',
  '#muffin,AAAABBBBCCCCDDDDEEEEFFF3,Muffin,,Regular,MUF,,Bakery,Bakery,,,visible,Prepared food and beverage,$3.00,,N,Y,N,N,N,,,,,N,N,Y',
  '#old,AAAABBBBCCCCDDDDEEEEFFF4,Old cake,,Regular,,,Bakery,Bakery,,,hidden,Prepared food and beverage,3.00,,Y,Y,N,N,N,,,,,N,N,Y',
  '#tip,AAAABBBBCCCCDDDDEEEEFFF5,Water,,Regular,,,,,,,hidden,Prepared food and beverage,1.00,,N,Y,N,N,N,,,,,N,N,Y',
].join('\n');

test('CX64: the present export: variations, categories within others, archived items, modifier sets', async () => {
  const { format, mistakes, warnings, tree } = await importInto(present);
  expect({ format, mistakes }).toEqual({ format: 'square', mistakes: [] });
  expect(tree.order.map((id) => tree.sections[id]!.name)).toEqual([
    createText('Espresso'),
    createText('Bakery'),
    createText('Other', '其他'),
  ]);
  expect(tree.dishes['AAAABBBBCCCCDDDDEEEEFFF1']).toMatchObject({
    name: createText('Caffè Latte'),
    description: createText('Rich coffee'),
    price: '4.50',
    modifierGroups: [
      {
        name: createText('Cup'),
        min: 1,
        max: 1,
        modifiers: [
          { name: createText('Small'), price: '0.00' },
          { name: createText('Large'), price: '0.75' },
        ],
      },
    ],
  });
  expect(tree.dishes['AAAABBBBCCCCDDDDEEEEFFF3']).toMatchObject({ price: '3.00', modifierGroups: [] });
  expect(Object.keys(tree.dishes)).toHaveLength(3);
  expect(formatNotices(warnings)).toEqual([
    'One item is archived or not for sale, and is left out.',
    'One item is in several categories. The first one counts.',
    'Items without a category go to a section of their own.',
    'The file only has the names of these modifier sets. Add their options to new dishes: Milk',
    expect.stringMatching(/^Not used: Reference Handle, Square Online Item Visibility, Item Type, /),
  ]);
});

test('the older export, and one below a title', async () => {
  const older =
    'Token,Item Name,Description,Category,SKU,Variation Name,Price,Current Quantity,New Quantity,Stock Alert Enabled,' +
    'Stock Alert Count,Modifier Set - Nr 1,Tax - Moms (25%)\n' +
    ',Kanelbulle,,Bakverk,,,25.00,,,,,N,Y\n';
  for (const file of [older, `Items,,,\n${older}`]) {
    const { format, mistakes, tree } = await importInto(file);
    expect({ format, mistakes }).toEqual({ format: 'square', mistakes: [] });
    expect(Object.values(tree.dishes)).toMatchObject([{ name: createText('Kanelbulle'), price: '25.00' }]);
  }
});

test('a price that the POS asks for is a mistake with its row', async () => {
  const csv =
    'Token,Item Name,Variation Name,Category,Price\nt1,Fish of the day,Regular,Fish,variable\nt2,Cod,Regular,Fish,9\n';
  const { mistakes, edits } = await importInto(csv);
  expect(edits).toEqual([]);
  expect(formatNotices(mistakes)).toEqual([
    'Row 2, Price: has no fixed price. Enter one, or remove the row.',
  ]);
});

test('an export that is imported again changes only the differences, and keeps languages and option groups', async () => {
  const dish: WholeProduct = {
    id: 'own-id',
    name: createText('Tea', '茶'),
    description: createText(''),
    price: '2.00',
    picture: '',
    salesUnitType: 'piece',
    allergens: [],
    diets: ['vegan'],
    modifierGroups: [
      {
        id: 'x',
        name: createText('Extras'),
        min: 0,
        max: 1,
        modifiers: [{ id: 'x1', name: createText('Honey'), price: '0.50' }],
      },
      {
        id: 'y',
        name: createText('Size', '大小'),
        min: 1,
        max: 1,
        modifiers: [
          { id: 'y1', name: createText('Cup', '杯'), price: '0.00' },
          { id: 'y2', name: createText('Pot', '壺'), price: '1.50' },
        ],
      },
    ],
  };
  const draft = createDraft([{ id: 'drinks', name: createText('Drinks', '飲料'), products: [dish] }]);
  const { text: csv, fileName } = exportDraft(draft, 'square', 'zh-TW');
  expect(fileName).toBe('menu-square.csv');
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFToken,Item Name,Variation Name,SKU,Description,Categories,Price,Archived,Option Name 1,Option Value 1,Modifier Set - Extras',
    ',茶,杯,own-id,,飲料,2.00,N,大小,杯,Y',
    ',茶,壺,y2,,飲料,3.50,N,大小,壺,Y',
  ]);
  expect((await importInto(csv, { draft })).edits).toEqual([]);
  const dearer = await importInto(csv.replace('3.50', '4.00'), { draft, mode: 'replace' });
  expect(dearer.tree.dishes['own-id']).toEqual({
    ...dish,
    modifierGroups: [
      dish.modifierGroups[0],
      {
        ...dish.modifierGroups[1]!,
        modifiers: [
          dish.modifierGroups[1]!.modifiers[0],
          { id: 'y2', name: createText('Pot', '壺'), price: '2.00' },
        ],
      },
    ],
  });
});
