/** Our own CSV file, as people type it and as spreadsheets save it (CX64). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listCategories } from '#contract/menu-file/menu-tree.ts';
import { writeOwnCsv } from '#server/back-office/menu-import/write-own-csv.ts';
import { plainColumns, textColumns } from '#server/back-office/menu-import/own-columns.ts';
import { createDraft, importInto, formatNotices, createText } from './draft-of.ts';

const noodles = [
  'Section,Name (en-US),Name (zh-TW),Price,Diets,Other names,Group,Option,Option price,At least,Preselected',
  'Noodles,Beef noodles,牛肉麵,8.5,spicy,ramen | soup \\| bowl,,,,,',
  ',,,,,,Size,Regular,0,1,yes',
  ',,,,,,,Large,1.5,,',
  ',Plain noodles,,4,,,,,,,',
].join('\r\n');

test('CX64: rows become sections, dishes and options; empty cells continue the row above', async () => {
  const { format, dishes, mistakes, tree } = await importInto(`\uFEFF${noodles}\r\n`);
  expect({ format, dishes, mistakes }).toEqual({ format: 'csv', dishes: 2, mistakes: [] });
  const [section] = Object.values(tree.sections);
  expect(section).toMatchObject({ name: createText('Noodles') });
  const [beef, plain] = section!.dishes.map((id) => tree.dishes[id]!);
  expect(beef).toMatchObject({
    name: createText('Beef noodles', '牛肉麵'),
    price: '8.50',
    diets: ['spicy'],
    aliases: ['ramen', 'soup | bowl'],
    modifierGroups: [
      {
        name: createText('Size'),
        min: 1,
        max: 2,
        modifiers: [
          { name: createText('Regular'), price: '0.00', default: true },
          { name: createText('Large'), price: '1.50' },
        ],
      },
    ],
  });
  expect(plain, 'a missing language stays missing').toMatchObject({ name: createText('Plain noodles', '') });
});

test('CX86: the column Course sets the course of a section; an empty cell removes it, other texts are a mistake', async () => {
  const importCourse = async (cell: string, draft = createDraft([])) =>
    await importInto(`Section,Name,Price,Course\nMains,Beef,9,${cell}\n`, { draft });
  const { tree, mistakes } = await importCourse('2');
  expect(mistakes).toEqual([]);
  expect(Object.values(tree.sections)).toMatchObject([{ course: 2 }]);
  const csv = writeOwnCsv(listCategories(tree));
  expect(csv).toContain('Course');
  expect(Object.values((await importInto(csv)).tree.sections)).toMatchObject([{ course: 2 }]);
  expect(Object.values((await importCourse('')).tree.sections)[0]).not.toHaveProperty('course');
  for (const wrong of ['0', '10', 'main'])
    expect((await importCourse(wrong)).mistakes, wrong).toHaveLength(1);
});

test('the example in examples/ has every column that people fill in', async () => {
  const file = readFileSync('examples/menu.csv');
  const { mistakes, warnings, dishes } = await importInto(file);
  expect({ mistakes, warnings, dishes }).toEqual({ mistakes: [], warnings: [], dishes: 4 });
  const header = file.toString('utf8').split('\n')[0]!;
  const described = readFileSync('docs/operating.md', 'utf8');
  for (const name of [...Object.values(textColumns), ...Object.values(plainColumns)]) {
    expect(described).toContain(`\`${name}\``);
    if (!/ id$|tax|station|picture|course/i.test(name)) expect(header).toContain(name);
  }
});

test('a semicolon, a decimal comma, signs of currencies and Apple’s line ends are read', async () => {
  const csv = 'Section;Name;Price\rPasta;Carbonara;12,50 €\rPasta;Truffles;1.200,00\rPasta;Water;$2.00\r';
  const { mistakes, tree } = await importInto(csv);
  expect(mistakes).toEqual([]);
  expect(Object.values(tree.dishes).map(({ price }) => price)).toEqual(['12.50', '1200.00', '2.00']);
  const taiwan = await importInto('Section,Name,Price\n麵,牛肉麵,"NT$1,200.00"\n', {
    draft: createDraft([], { currency: 'TWD', decimals: 0 }),
  });
  expect(Object.values(taiwan.tree.dishes)).toMatchObject([{ price: '1200' }]);
});

test('each mistake is named with its row and column', async () => {
  const csv = [
    'Section,Name,Price,Diets,Option,Station,Weather',
    ',Lost,1,,,,',
    ',,,,Large,,',
    'Soups,Miso,free,,,,',
    'Soups,Free,-1,vegetarian meat,,,sunny',
    'Soups,,3,,,grill,',
  ].join('\n');
  const { mistakes, warnings, edits, mistakeCount } = await importInto(csv);
  expect(edits).toEqual([]);
  expect(formatNotices(mistakes)).toEqual([
    'Row 2: has no section, and no row above has one.',
    'Row 3: is an option, but it has no group, and no row above has one.',
    'Row 4, Price: must be an amount like 12.50, without a currency',
    'Row 5, Price: must be an amount like 12.50, without a currency',
    expect.stringMatching(/^Row 5, Diets: must be one of vegetarian, /),
    'Row 6, Name: must not be empty',
    expect.stringMatching(/^Row 6, Station: "grill" is not /),
  ]);
  expect(mistakeCount).toBe(mistakes.length);
  expect(formatNotices(warnings)).toEqual(['Not used: Weather']);
  const inChinese = await importInto(csv, { language: 'zh-TW' });
  expect(formatNotices(inChinese.mistakes)[0]).toBe('第 2 列: 沒有分類，上面的列也都沒有。');
});

test('a broken table is named by its line; a header twice or without sections by its row', async () => {
  const importMistakes = async (csv: string) => formatNotices((await importInto(csv)).mistakes);
  expect(await importMistakes('Section,Name,Price\nSoups,"Miso,4\n')).toEqual([
    expect.stringMatching(/^Line \d: has a quotation mark/),
  ]);
  expect(await importMistakes('Section,Name,Price,price\nSoups,Miso,4,5\n')).toEqual([
    'Row 1: has the column “price” twice.',
  ]);
  expect(await importMistakes('Name,Price\nMiso,4\n')).toEqual(['Row 1: has no column “Section”.']);
  expect(await importMistakes('Section,Name,Price\n')).toEqual(['This file has no dishes.']);
});

test('two dishes with one id are a mistake that names both rows', async () => {
  const csv = 'Section,Name,Price,Dish id\nSoups,Miso,4,m1\nSoups,Ramen,9,m1\n';
  expect(formatNotices((await importInto(csv)).mistakes)).toEqual([
    'Row 3, Dish id: "m1" stands twice, first at Row 2, Dish id',
  ]);
});

test('known dishes keep their ids and fields that the file lacks; the mode decides on other dishes', async () => {
  const draft = createDraft();
  const [first, second] = draft.whole.categories;
  const [dish] = first!.products;
  const csv = `Section,Name,Price\n${first!.name['en-US']},"${dish!.name['zh-TW']}",99\n${second!.name['zh-TW']},Something new,5\n`;
  const added = await importInto(csv, { draft });
  expect(added.edits.map(({ path }) => path.join('/'))).toEqual([
    `sections/${second!.id}/dishes`,
    `dishes/${dish!.id}/price`,
    'dishes/new-1',
  ]);
  const replaced = await importInto(csv, { draft, mode: 'replace' });
  expect(Object.keys(replaced.tree.dishes).toSorted()).toEqual([dish!.id, 'new-1'].toSorted());
  expect(replaced.tree.dishes[dish!.id]).toEqual({ ...draft.tree.dishes[dish!.id], price: '99.00' });
  expect(replaced.tree.order).toEqual([first!.id, second!.id]);
  expect(replaced.tree.stations, 'a table has no stations').toEqual(draft.tree.stations);
});

test('a new row without ids joins the section and the option group of the rows above', async () => {
  const csv = [
    'Section,Name,Price,Section id,Dish id,Group,Option,Group id',
    'Soups,Miso,4,s1,m1,,,',
    ',,,,,Size,Small,g1',
    ',,,,,Size,Large,',
    'soups,Ramen,9,,,,,',
  ].join('\n');
  const { tree } = await importInto(csv);
  expect(tree.order).toEqual(['s1']);
  expect(tree.sections['s1']!.dishes).toHaveLength(2);
  expect(tree.dishes['m1']!.modifierGroups).toMatchObject([{ id: 'g1', modifiers: [{}, {}] }]);
});

test('a file that is too large for one draft is refused, and so are very many rows, at once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `Soups,Soup ${n},${n}.00`);
  const before = performance.now();
  const { mistakes, dishes } = await importInto(`Section,Name,Price\n${rows.join('\n')}\n`);
  expect(dishes).toBe(5_000);
  expect(formatNotices(mistakes)).toEqual([
    expect.stringMatching(/^This file changes more than one draft can hold/),
  ]);
  expect(performance.now() - before).toBeLessThan(10_000);
  const few = await importInto(`Section,Name,Price\n${rows.slice(0, 900).join('\n')}\n`);
  expect(few.mistakes).toEqual([]);
  expect(Object.keys(few.tree.dishes)).toHaveLength(900);
});
