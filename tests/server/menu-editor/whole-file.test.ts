// @module-tag slow
/** A POS writes the whole menu in one call, in the format of a menu file (CX32). */
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codes } from '#contract/codes.ts';
import { getMenuDraft, editMenuDraft, menuHistory, takeBackMenuChange } from '#contract/calls/menu-draft.ts';
import { getMenuFile, mostMenuBytes, writeMenuFile } from '#contract/calls/menu-file.ts';
import { getProductsByCategories, type Product } from '#contract/calls/merchant.ts';
import { setSoldOut } from '#contract/calls/staff.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { listDishes } from '#testing/phones/table-phone.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();
const getAdmin = () => createAdmin({ db: server.db, now: () => Date.now() });
const readExport = async () => exportMenu((await getAdmin().readMerchant('1001'))!);

interface Sections {
  stations: Record<string, unknown>[];
  categories: { id: string; name: unknown; products: Record<string, unknown>[] }[];
}

let till: Awaited<ReturnType<typeof server.till>>;
let simple: Product[] = [];
beforeAll(async () => {
  till = await server.till('1001', ['menu']);
  ({ simple } = await listDishes(server));
});

const read = async () => (await server.ask(getMenuFile, till)) as unknown as Sections;
const put = async (menu: unknown, language?: 'zh-TW') =>
  await server.call(writeMenuFile, {
    ...till,
    language,
    body: typeof menu === 'string' ? menu : JSON.stringify(menu),
  });
const readHistory = async () => (await server.ask(menuHistory, till)).changes;
const nothing = { added: 0, changed: 0, removed: 0, notRead: [] };

function getDish({ categories }: Sections, id: string): Record<string, unknown> {
  return categories.flatMap(({ products }) => products).find((each) => each['id'] === id)!;
}

test('a file that is fetched and sent back changes nothing, and adds nothing to the history', async () => {
  const before = await readExport();
  const changes = (await readHistory()).length;
  expect(await put(await read())).toMatchObject({ success: true, data: nothing });
  // The call ignores the settings, tables and coupons of an exported file.
  const whole = parse(before) as Record<string, unknown>;
  expect(await put({ ...whole, merchant: { name: 'Another one' }, tables: [] })).toMatchObject({
    success: true,
    data: { ...nothing, notRead: ['merchant', 'tables', 'coupons'] },
  });
  expect(await readExport()).toBe(before);
  expect(await readHistory()).toHaveLength(changes);
});

test('CX32: the whole file is live at once, is in the history under the token, and can be undone', async () => {
  const before = await readExport();
  const menu = await read();
  const [first, ...others] = menu.categories;
  const made = { id: 'made', name: { 'en-US': 'Tofu', 'zh-TW': '豆腐' }, price: 6.5 };
  const gone = first!.products.at(-1)!;
  const next = {
    ...menu,
    categories: [...others, { ...first!, products: [made, ...first!.products.slice(0, -1)] }],
  };
  const written = await put(next);
  expect(written).toMatchObject({ success: true, data: { added: 1, removed: 1 } });
  expect(await put(next)).toMatchObject({ data: nothing });
  const { categories } = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
  expect(categories.at(-1)!.id).toBe(first!.id);
  expect(categories.at(-1)!.products[0]).toMatchObject({ id: 'made', price: '6.50' });
  const [change] = await readHistory();
  expect(change).toMatchObject({ by: 'a till', way: 'file', isTakenBack: false });
  expect(change!.edits.map(({ path }) => path.join('/'))).toEqual(
    expect.arrayContaining(['order', 'dishes/made', `dishes/${String(gone['id'])}`]),
  );
  await server.ask(takeBackMenuChange, { ...till, body: { id: change!.id } });
  expect(await readExport()).toBe(before);
});

test('CX32: a wrong file is refused like an import, each mistake with its place and message; nothing is stored', async () => {
  const before = await readExport();
  const menu = await read();
  const [{ id }] = simple as [Product];
  const dish = getDish(menu, id);
  dish['price'] = 'free';
  dish['station'] = 'nowhere';
  menu.categories[0]!.name = { 'en-US': '' };
  const refused = await put(menu);
  const { merchant, tables } = parse(before) as Record<string, unknown>;
  const text = JSON.stringify({ merchant, tables, ...menu });
  const imported = await readMenuFile(text, '', { menuPath: server.dataDir, files: server.deps.pictures });
  expect(refused).toMatchObject({ success: false, code: codes.badRequest });
  const { mistakes } = refused.data as unknown as { mistakes: { path: string; words: string }[] };
  expect(mistakes).toHaveLength(3);
  expect(
    imported.ok ? [] : imported.mistakes.map((line) => line.replace(/^[\d:]*: /, '')).toSorted(),
  ).toEqual(mistakes.map(({ path, words }) => `${path}: ${words}`).toSorted());
  expect(refused.msg).toContain(mistakes[0]!.words);
  const inChinese = await put(menu, 'zh-TW');
  expect(inChinese.msg).not.toBe(refused.msg);

  // A path to a file of the server is refused.
  const withPath = await read();
  getDish(withPath, id)['picture'] = '../../../../etc/hostname';
  expect((await put(withPath)).msg).toMatch(/^categories\[\d+\]\.products\[\d+\]\.picture: /);
  for (const [body, words] of [
    ['{"categories": [', 'not valid JSON'],
    ['', 'not valid JSON'],
    ['[]', 'categories: is missing'],
    ['{"sections": [], "categories": []}', 'sections: is not a field here'],
    ['['.repeat(100_000), 'not valid JSON'],
  ] as const)
    expect((await put(body)).msg).toContain(words);
  expect(await put(' '.repeat(mostMenuBytes + 1))).toMatchObject({ code: codes.tooLarge });
  expect(await readExport()).toBe(before);
});

test('CX23: an editor’s unpublished draft stays, and conflicts where the POS changed the same thing', async () => {
  const { id, price } = simple[2]!;
  const mine = { path: ['dishes', id, 'price'], from: price, to: '61.00' };
  const name = { path: ['dishes', id, 'name', 'en-US'], from: simple[2]!.name, to: 'Mine' };
  await server.ask(editMenuDraft, { ...till, body: { edits: [mine, name] } });
  const menu = await read();
  expect(getDish(menu, id)['price']).toBe(price);
  getDish(menu, id)['price'] = '62.00';
  await put(menu);
  const draft = (await server.ask(getMenuDraft, till))!;
  expect(draft.edits.map(({ to }) => to)).toEqual(expect.arrayContaining(['61.00', 'Mine']));
  expect(draft.crossings).toMatchObject([{ path: mine.path, mine: '61.00', theirs: '62.00' }]);
});

test('sold-out dishes stay so unless the file says otherwise; printers stay, and are shown to nobody', async () => {
  const { id } = simple[3]!;
  await server.ask(setSoldOut, {
    ...(await server.till('1001', ['soldOut'])),
    body: { productId: id, soldOut: true, until: 'tomorrow' },
  });
  const whole = (await getAdmin().readMerchant('1001'))!;
  const printer = { address: '10.0.0.7:9100', charset: 'big5', columns: 48, language: 'zh-TW' } as const;
  const [station = { id: 'grill', name: { 'en-US': 'Grill', 'zh-TW': '燒烤' } }, ...stations] =
    whole.stations ?? [];
  await getAdmin().writeMerchant({ ...whole, stations: [{ ...station, printer }, ...stations] }, false);

  const menu = await read();
  expect(JSON.stringify(menu)).not.toContain('10.0.0.7');
  expect(getDish(menu, id)).not.toHaveProperty('soldOut');
  const elsewhere = { ...printer, address: '10.0.0.8:9100' };
  expect(
    await put({ ...menu, stations: menu.stations.map((each) => ({ ...each, printer: elsewhere })) }),
  ).toMatchObject({ data: nothing });
  expect((await getAdmin().readMerchant('1001'))!.stations![0]!.printer).toEqual(printer);
  const readDish = async () => {
    const { categories } = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
    return categories.flatMap(({ products }) => products).find((each) => each.id === id)!;
  };
  expect(await readDish()).toMatchObject({ soldOutUntil: expect.any(Number) as number });
  getDish(menu, id)['soldOut'] = false;
  await put(menu);
  expect(await readDish()).not.toHaveProperty('soldOutUntil');
});
