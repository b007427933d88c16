// @module-tag slow
/** A menu as a file on the owner's page: compared with the draft, put into it, and saved (CX64). */
import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import {
  editMenuDraft,
  getMenuDraft,
  publishMenu,
  takeBackMenuChange,
  menuHistory,
} from '#contract/calls/menu-draft.ts';
import { mostMenuBytes } from '#contract/calls/menu-file.ts';
import { exportMenuDraft, menuFormats, previewMenuImport } from '#contract/calls/menu-import.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

let till: Awaited<ReturnType<typeof server.till>>;
beforeAll(async () => {
  till = await server.till('1001', ['menu']);
});

const send = async (body: string, mode = 'add', language?: 'zh-TW') =>
  await server.call(previewMenuImport, { ...till, language, query: { mode }, body });
const csv =
  'Section (en-US),Section (zh-TW),Name (en-US),Name (zh-TW),Price\nTarts,塔類,Lemon tart,檸檬塔,4\n';

test('CX64: an imported file changes nothing; its edits go into the draft, are published and undone', async () => {
  const before = (await server.ask(getMenuDraft, till))!;
  const { data } = await send(csv);
  expect(data).toMatchObject({ format: 'csv', dishes: 1, mistakes: [], draftVersion: before.draftVersion });
  expect(await server.ask(getMenuDraft, till)).toEqual(before);

  const { draftVersion } = await server.ask(editMenuDraft, { ...till, body: { edits: data.edits } });
  // The draft now has the dishes, so the same file changes nothing more.
  expect((await send(csv)).data.edits).toEqual([]);
  await server.ask(publishMenu, { ...till, body: { draftVersion } });
  const { categories } = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
  expect(categories.at(-1)).toMatchObject({
    name: 'Tarts',
    products: [{ name: 'Lemon tart', price: '4.00' }],
  });

  const [change] = (await server.ask(menuHistory, till)).changes;
  await server.ask(takeBackMenuChange, { ...till, body: { id: change!.id } });
});

test('CX65: diners of a language without a text read another one', async () => {
  const dumplings =
    'Section,Name (zh-TW),Name (ja),Description (en-US),Price\nTarts of the day,葡式蛋塔,,Warm,3\nTarts of the day,,タルト,,3\n';
  const { data } = await send(dumplings);
  const { draftVersion } = await server.ask(editMenuDraft, { ...till, body: { edits: data.edits } });
  await server.ask(publishMenu, { ...till, body: { draftVersion } });
  const read = async (language: 'en-US' | 'zh-TW') => {
    const { categories } = await server.ask(getProductsByCategories, {
      query: { merchantId: '1001' },
      language,
    });
    return categories
      .at(-1)!
      .products.map(({ name, otherNames, description }) => ({ name, otherNames, description }));
  };
  const dishes = [
    { name: '葡式蛋塔', otherNames: [], description: 'Warm' },
    { name: 'タルト', otherNames: [], description: '' },
  ];
  expect(await read('en-US')).toEqual(dishes);
  expect(await read('zh-TW')).toEqual(dishes);
  const [change] = (await server.ask(menuHistory, till)).changes;
  await server.ask(takeBackMenuChange, { ...till, body: { id: change!.id } });
});

test('a menu saved in any format is read again without a change, and people can open the file', async () => {
  for (const format of menuFormats) {
    const file = await server.ask(exportMenuDraft, { ...till, query: { format } });
    expect(file.fileName).toMatch(/^menu.*\.(yaml|csv|jsonld)$/);
    expect(file.text, 'not the restaurant’s settings and codes').not.toMatch(/qrcode|orderCodeRequired/);
    expect((await send(file.text, 'replace')).data).toMatchObject({ format, mistakes: [], edits: [] });
  }
});

test('mistakes are shown in the reader’s language; a file that is too large is refused', async () => {
  const wrong = csv.replace(',4', ',free');
  expect((await send(wrong)).data).toMatchObject({
    edits: [],
    mistakeCount: 1,
    mistakes: [{ place: 'Row 2, Price', words: 'must be an amount like 12.50, without a currency' }],
  });
  expect((await send(wrong, 'add', 'zh-TW')).data.mistakes).toEqual([
    { place: '第 2 列，Price', words: '必須是像 12.50 這樣的金額，不要加貨幣符號' },
  ]);
  const many = csv + ',,,,x\n'.repeat(5_000);
  const { data } = await send(many);
  expect(data.mistakeCount).toBeGreaterThan(5_000);
  expect(data.mistakes).toHaveLength(100);
  expect(await send('x'.repeat(mostMenuBytes + 1))).toMatchObject({ code: codes.tooLarge });
  expect(await send(csv, 'other')).toMatchObject({ code: codes.badRequest });
});

test('only people and systems that may edit the menu may send or save it', async () => {
  const other = await server.till('1001', ['readOrders']);
  expect(await server.call(previewMenuImport, { ...other, query: { mode: 'add' }, body: csv })).toMatchObject(
    {
      success: false,
      status: 403,
    },
  );
  expect(await server.call(exportMenuDraft, { ...other, query: { format: 'csv' } })).toMatchObject({
    status: 403,
  });
});
