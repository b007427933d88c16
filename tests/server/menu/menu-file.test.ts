// @module-tag slow
/** A restaurant's menu file: its mistakes, and what an import changes. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { getProductsByCategories, getTinyMerchant } from '#contract/calls/merchant.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { markOptionsSoldOut } from '#server/menu/sold-out.ts';
import type { MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { createPictureFiles } from '#server/platform/pictures/picture-files.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { getSuggestions } from '#contract/calls/suggestions.ts';
import { createAdmin, type Admin } from '#server/back-office/admin/admin.ts';
import { storeDemo } from '#server/back-office/admin/seed-demo.ts';
import { startSharedServer } from '../server-under-test.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const example = readFileSync('examples/menu.yaml', 'utf8');
const folder = createFolderForTests();
beforeAll(() => {
  cpSync('examples', folder, { recursive: true });
});

const getPaths = () => ({
  menuPath: join(folder, 'menu.yaml'),
  files: createPictureFiles(join(folder, 'pictures')),
});

async function readMistakes(text: string): Promise<readonly string[]> {
  const read = await readMenuFile(text, 'menu.yaml', getPaths());
  return read.ok ? [] : read.mistakes;
}

/** The example with one change. */
function changeExample(from: string | RegExp, to: string): string {
  const text = example.replace(from, to);
  expect(text).not.toBe(example);
  return text;
}

/** The first place of `text` as `file:line:column`. */
function placeIn(whole: string, text: string, after = 0): string {
  const before = whole.slice(0, whole.indexOf(text, after)).split('\n');
  return `menu.yaml:${before.length}:${before.at(-1)!.length + 1}`;
}

describe('mistakes in a file are named with their place', () => {
  test('the example is valid', async () => expect(await readMistakes(example)).toEqual([]));

  test.each<[what: string, from: string | RegExp, to: string, at: string, words: string]>([
    ['a price in words', 'price: 12.50', 'price: free', 'free', 'categories[0].products[0].price: must be an amount like 12.50, without a currency'],
    ['a price too fine', 'price: 12.50', 'price: 12.505', '12.505', `categories[0].products[0].price: has 3 decimals, but the merchant's "decimals" is 2`],
    ['a price of a choice too fine', 'price: 1.75', 'price: 1.755', '1.755', `categories[0].products[0].modifierGroups[1].modifiers[0].price: has 3 decimals, but the merchant's "decimals" is 2`],
    ['a choice among sold-out options only', 'min: 0\n    max: 2', 'min: 3\n    max: 3', '3\n    max', 'categories[0].products[0].modifierGroups[1].min: is 3, but only 2 are not sold out'],
    ['more choices from the start than may be made', /(id: large, .*), price/, '$1, default: true, price', 'modifiers:\n      # An option without', 'categories[0].products[0].modifierGroups[0].modifiers: 2 stand chosen from the start, more than max, which is 1'],
    ['an unknown allergen', '[crustacean]', '[shrimp]', 'shrimp', 'categories[1].products[0].allergens[0]: must be one of gluten, crustacean, egg, fish, peanut, soy, milk, nut, celery, mustard, sesame, mollusc, lupin, sulphite, mango, alcohol'],
    ['an option that may be chosen several times', 'id: egg,', 'id: egg, maxQuantity: 2,', 'maxQuantity', 'categories[0].products[0].modifierGroups[1].modifiers[0].maxQuantity: is not a field here'],
    ['options of an option', 'id: egg,', 'id: egg, modifierGroups: [],', 'modifierGroups: []', 'categories[0].products[0].modifierGroups[1].modifiers[0].modifierGroups: is not a field here'],
    ['a duplicate option', 'id: greens,', 'id: egg ,', 'egg ,', 'categories[0].products[0].modifierGroups[1].modifiers[1].id: "egg" stands twice, first at ' + placeIn(example, 'egg, name')],
    ['a field of another name', 'guestMode:', 'guests:', 'guests:', 'merchant.guests: is not a field here'],
    ['a name that reverses the text', 'en-US: Noodles,', 'en-US: "Noo\\u202Edles",', '"Noo', 'categories[0].name.en-US: must not hold characters that cannot be seen or that turn the reading direction'],
    ['an invisible name', 'en-US: Noodles,', 'en-US: "\\u200B\\u3164",', '"\\u200B', 'categories[0].name.en-US: must not hold characters that cannot be seen or that turn the reading direction'],
    ['an option that takes off more than the dish costs', 'price: 1.75', 'price: -12.51', '12.50', 'categories[0].products[0].price: is less than its options can take off'],
    ['a currency that does not exist', 'currency: USD', 'currency: USX', 'USX', 'merchant.currency: must be the code of a currency, like USD'],
    ['a percentage for a fraction', 'taxRate: 0.05', 'taxRate: 5', '5\n', 'merchant.taxRate: must be a fraction from 0 to 1: 0.05 is 5%'],
    ['a colour that is a comment', /themeColor: '(#0b8378)'/, 'themeColor: $1', '#0b8378', 'merchant.themeColor: is empty (a # begins a comment: such text needs quotation marks)'],
    ['no text in any language', '{ en-US: Noodles, zh-TW: 麵食 }', "{ en-US: '' }", "name: { en-US: '' }", 'categories[0].name: must not be empty'],
    ['a fraction for a percentage', 'tips: [10, 15, 20]', 'tips: [half]', 'half', 'merchant.tips[0]: must be a whole number from 1 to 100'],
    ['an invalid page', 'https://pay.example/checkout', 'pay.example', 'pay.example', 'merchant.paymentPage: must be the address of a page, like https://pay.example/checkout'],
    ['an unknown time zone', 'timeZone: America/New_York', 'timeZone: Middle/Earth', 'Middle/Earth', 'merchant.timeZone: must be a time zone like Asia/Taipei or America/New_York'],
    ['a day that ends in the evening', 'dayEndsAt: 4', 'dayEndsAt: 33', '33', 'merchant.dayEndsAt: must be a whole number from 0 to 12'],
    ['yes for true', 'guestMode: true', 'guestMode: yes', 'yes', 'merchant.guestMode: must be true or false'],
    ['a maximum above the number of options', 'max: 2', 'max: 4', '4\n    modifiers', 'categories[0].products[0].modifierGroups[1].max: is 4, but there are only 3 to choose from'],
    ['the same code at two tables', '730518264097', '730518264101', '730518264101 }\n\n', 'tables[2].qrcode: "730518264101" stands twice, first at ' + placeIn(example, '730518264097')],
    ['a table with neither code nor id', 'id: table-1, ', '', "{ name: '1' }", 'tables[0].id: is missing: a table without qrcode needs an id'],
    ['an id that every object has', 'id: prawns', 'id: constructor', 'constructor', 'categories[1].products[0].id: must be a short name of letters, digits, "-", "_" and "."'],
    ['a dish twice', 'id: prawns', 'id: cold-noodles', 'cold-noodles\n        name: { en-US: Salt', 'categories[1].products[0].id: "cold-noodles" stands twice, first at ' + placeIn(example, 'cold-noodles')],
    ['no picture', 'pictures/beef-noodles.svg', 'menu.yaml', 'menu.yaml\n', 'categories[0].products[0].picture: FOLDER/menu.yaml is not a readable picture (JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG)'],
    ['a missing picture', 'pictures/logo.svg', 'x.png', 'x.png', 'merchant.logo: there is no picture "x.png": it is neither a file (FOLDER/x.png) nor on the server'],
    ['a duplicate word', 'beef noodle soup, 川味牛肉麵', 'beef noodle soup, Beef Noodle Soup', 'Beef Noodle Soup', 'categories[0].products[0].aliases[2]: "beef noodle soup" stands twice'],
    ['different words that are one text', '[pasta, 麵條]', 'pasta', 'pasta\n', 'categories[0].aliases: must be a list'],
    ['another invalid word', '[pasta, 麵條]', "[pasta, '']", "''", 'categories[0].aliases[1]: must not be empty'],
    ['a word in two languages', '[pasta, 麵條]', '[{ en-US: pasta, zh-TW: 麵條 }]', '{ en-US: pasta', 'categories[0].aliases[0]: must be text'],
    ['a word that is too long', '[pasta, 麵條]', `[${'x'.repeat(61)}]`, 'x'.repeat(61), 'categories[0].aliases[0]: must have at most 60 characters'],
    ['a dish that goes with an unknown one', 'goesWith: [prawns]', 'goesWith: [prawns, tea]', 'tea]', 'categories[0].products[0].goesWith[1]: there is no dish with the id "tea"'],
    ['a dish that goes with itself', 'goesWith: [prawns]', 'goesWith: [beef-noodles]', 'beef-noodles]', 'categories[0].products[0].goesWith[0]: is this dish itself'],
    ['a dish that goes twice with another', 'goesWith: [prawns]', 'goesWith: [prawns, prawns]', 'prawns]', 'categories[0].products[0].goesWith[1]: "prawns" stands twice'],
    ['too many words', '[pasta, 麵條]', `[${Array.from({ length: 21 }, (_, n) => `w${n}`).join(', ')}]`, 'aliases: [w0', 'categories[0].aliases: must have at most 20 entries'],
    ['an invalid station', 'station: cold', 'station: grill', 'grill', 'categories[0].products[1].station: "grill" is not one of the stations: kitchen, cold'],
    ['a printer without an address', '192.168.1.50', 'by the window', 'by the window', 'stations[0].printer.address: must be an address like 192.168.1.50:9100'],
    ['characters that no printer has', 'charset: big5', 'charset: utf8', 'utf8', 'stations[0].printer.charset: must be one of latin, big5, gb18030'],
    ['a station twice', 'id: cold,', 'id: kitchen,', 'kitchen, name', 'stations[1].id: "kitchen" stands twice, first at ' + placeIn(example, 'kitchen\n')],
    ['a step without its size', /\n +unitLabel: .*/, '', 'id: prawns', 'categories[1].products[0].unitLabel: is missing: what one step of the weight is, e.g. 100 g'],
  ])('%s', async (_, from, to, at, words) => {
    const text = changeExample(from, to);
    const said = (await readMistakes(text)).map((line) => line.replaceAll(resolve(folder), 'FOLDER'));
    expect(said).toContain(`${placeIn(text, at)}: ${words}`);
    // Two dishes use the parts under "shared".
    expect(said.length).toBeLessThanOrEqual(2);
  }); // prettier-ignore

  test('all mistakes are named at once, in the order of the file', async () => {
    const text = changeExample('currency: USD', 'currency: usd').replace('price: 8.00', 'price: -9').replace('[*size]', '[*none]');
    expect(await readMistakes(text)).toEqual([`${placeIn(text, '*none')}: *none is unknown: define &none above this line`]);
    expect(await readMistakes(text.replace('[*none]', 'many'))).toEqual([
      `${placeIn(text, 'usd')}: merchant.currency: must be the code of a currency, like USD`,
      `${placeIn(text, '-9')}: categories[0].products[1].price: must be an amount like 12.50, without a currency`,
      `${placeIn(text, '[*none]')}: categories[0].products[1].modifierGroups: must be a list`,
    ]);
  }); // prettier-ignore

  test('without "decimals" a file has those of its currency', async () => {
    const text = changeExample(/currency: USD[^]*?decimals: 2\n/, 'currency: JPY\n');
    expect(await readMistakes(text)).toContain(
      `${placeIn(text, '12.50')}: categories[0].products[0].price: has 2 decimals, but the merchant's "decimals" is 0`,
    );
    const whole = text.replaceAll(/(?<=(?:price|discount|from|atMost|lineLimit): )(\d+)\.\d\d/g, '$1');
    const read = await readMenuFile(whole, 'menu.yaml', getPaths());
    if (!read.ok) throw new Error(read.mistakes.join());
    expect(read.file.merchant.decimals).toBe(0);
    expect((await toMerchant(read.file, '1', getPaths())).whole.categories[0]!.products[0]!.price).toBe('12');
  });

  test.each([
    ['an option below zero', 'price: 1.75', 'price: -1.75'],
    ['no max', '    max: 2\n', ''],
    ['an empty description', /description: \{ en-US: Shank.*/, "description: ''"],
    ['a description without a value', /description: \{ en-US: Shank.*/, 'description:'],
    [
      'an empty description in each language',
      /description: \{ en-US: Shank.*/,
      "description: { en-US: '', zh-TW: ' ' }",
    ],
    ['an empty picture', 'pictures/beef-noodles.svg', "''"],
    [
      'a day that ends at 24:00',
      /# served: .*/,
      'served: [{ from: 17:00, to: 24:00 }, { from: 00:00, to: 12:00 }]',
    ],
  ])('%s is no mistake', async (_, from, to) =>
    expect(await readMistakes(changeExample(from, to))).toEqual([]),
  );

  test.each([
    ['nothing', ''],
    ['a list', '- a'],
    ['half a file', 'merchant: {'],
    ['JSON without its end', '{"merchant": {"name": "X"}'],
  ])('%s', async (_, text) => {
    const said = await readMistakes(text);
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(line).toMatch(/^menu\.yaml:\d+:\d+: \S/);
  });

  test('a generated id follows the same rules as a given one', async () => {
    const twice = changeExample('id: regular', 'id: size02').replace('id: large, ', '');
    const second = placeIn(twice, '{ name: { en-US: Large');
    expect(await readMistakes(twice)).toContain(
      `${second}: categories[0].products[0].modifierGroups[0].modifiers[1].id: "size02" stands twice, first at ${placeIn(twice, 'size02')}`,
    );
    const long = changeExample('id: egg, ', '').replace('id: extras', `id: ${'x'.repeat(63)}`);
    expect(await readMistakes(long)).toEqual([
      `${placeIn(long, '{ name: { en-US: Soy-braised egg')}: categories[0].products[0].modifierGroups[1].modifiers[0].id: must have at most 64 characters`,
    ]);
  });

  test('JSON is read too', async () => {
    const json = { merchant: { id: 7, name: 'X', currency: 'USD' }, tables: [{ name: 1, qrcode: 1 }], categories: [] };
    expect(await readMistakes(JSON.stringify(json, null, 2))).toEqual([]);
  }); // prettier-ignore
});

describe('an import', () => {
  let operator: Admin;
  const server = startSharedServer();
  beforeAll(async () => {
    operator = createAdmin({ db: server.db, now: Date.now });
  });

  async function importFile(text: string, { id = '2001', dryRun = false } = {}): Promise<MerchantChange[]> {
    const at = { menuPath: join(folder, 'menu.yaml'), files: server.deps.pictures };
    const read = await readMenuFile(text, 'menu.yaml', at);
    if (!read.ok) throw new Error(read.mistakes.join('\n'));
    const { whole, pictures } = await toMerchant(read.file, id, at);
    for (const picture of pictures) await picture.save();
    return await operator.writeMerchant(whole, dryRun);
  }
  const readMenu = async (merchantId = '2001') =>
    await server.ask(getProductsByCategories, { query: { merchantId } });
  const findDish = async (id: string) =>
    (await readMenu()).categories.flatMap(({ products }) => products).find((each) => each.id === id);
  afterEach(async () => void (await importFile(example)));

  test('as a dry run stores nothing; the second import changes nothing', async () => {
    expect(await importFile(example, { dryRun: true })).toHaveLength(10);
    expect(await operator.readMerchant('2001')).toBeUndefined();
    expect(await importFile(example)).toHaveLength(10);
    expect(await importFile(example)).toEqual([]);
    const elsewhere = example.replace('192.168.1.50', '192.168.1.51');
    expect(await importFile(elsewhere)).toMatchObject([
      { kind: 'changed', what: 'printer', name: '192.168.1.51' },
    ]);
    const text = exportMenu((await operator.readMerchant('2001'))!);
    expect(text).toContain('address: 192.168.1.51');
  });

  test('gives phones settings, menu and pictures', async () => {
    const tiny = await server.ask(getTinyMerchant, { query: { id: '2001' } });
    expect(tiny).toMatchObject({ shortName: 'Corner Noodles', taxRate: '0.05', serviceChargeRate: '0.10' });
    expect(tiny.necessarySettingValues).toContainEqual({ templateEnum: 18005, value: '90' });
    const beef = (await findDish('beef-noodles'))!;
    expect(beef).toMatchObject({ price: '12.50', otherNames: ['紅燒牛肉麵'], aliases: ['niu rou mian', 'beef noodle soup', '川味牛肉麵'] });
    expect(await findDish('cold-noodles')).not.toHaveProperty('aliases');
    // CX97
    const { goesWith } = await server.ask(getSuggestions, await server.guest('2001'));
    expect(goesWith).toEqual({ 'beef-noodles': ['prawns'] });
    expect((await readMenu()).categories.map(({ aliases }) => aliases)).toEqual([['pasta', '麵條'], undefined]);
    expect(beef.modifierGroups[0]!.modifiers[0]).toMatchObject({ id: 'regular', price: '0.00', default: true });
    expect(beef.modifierGroups[0]!.modifiers[1]).not.toHaveProperty('default');
    for (const [address, width] of [[beef.picture!.x1, 240], [beef.picture!.x2, 480], [tiny.img, 256]] as const) {
      const answer = await fetch(server.address + address);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const { width: drawn } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(drawn).toBe(width);
    }
  }); // prettier-ignore

  test('gives choices of new dishes without ids those of their place, for each dish its own', async () => {
    for (const id of ['beef-noodles', 'cold-noodles'])
      await server.db.deleteFrom('products').where('id', '=', id).execute();
    await importFile(example.replaceAll(/^ {4}id: (size|extras)\n| id: (regular|large|greens),/gm, ''));
    const readChoices = async (id: string) =>
      (await findDish(id))!.modifierGroups.map((group) => [
        group.id,
        ...group.modifiers.map((each) => each.id),
      ]);
    expect(await readChoices('beef-noodles')).toEqual([
      ['beef-noodles01', 'beef-noodles0101', 'beef-noodles0102'],
      ['beef-noodles02', 'egg', 'beef-noodles0202', 'tofu'],
    ]);
    expect(await readChoices('cold-noodles')).toEqual([
      ['cold-noodles01', 'cold-noodles0101', 'cold-noodles0102'],
    ]);
  });

  test('reports its changes', async () => {
    const text = changeExample('price: 12.50', 'price: 13').replace('name: Terrace A', 'name: Terrace B')
      .replace(/ {2}- id: by-weight[^]*/, '').replace(/ *goesWith.*\n/, '');
    expect(await importFile(text)).toEqual([
      { kind: 'changed', what: 'table', id: 'terrace-a', name: 'Terrace B', facts: ['name Terrace A → Terrace B'] },
      { kind: 'removed', what: 'category', id: 'by-weight', name: 'From the tank', facts: [] },
      { kind: 'changed', what: 'dish', id: 'beef-noodles', name: 'Braised Beef Noodles', facts: ['price 12.50 → 13.00', 'goesWith'] },
      { kind: 'removed', what: 'dish', id: 'prawns', name: 'Salt-baked Prawns', facts: [] },
    ]);
    expect(await findDish('prawns')).toBeUndefined();
  }); // prettier-ignore

  test('lets two tables exchange their codes', async () => {
    const [one, other] = ['730518264097', '730518264101'] as const;
    const text = changeExample(`{ name: '2', qrcode: ${one} }`, `{ id: 2001-${one}, name: '2', qrcode: ${other} }`)
      .replace(`Terrace A, qrcode: ${other}`, `Terrace A, qrcode: ${one}`); // prettier-ignore
    expect((await importFile(text)).map(({ facts }) => facts)).toEqual([
      [`QR code ${one} → ${other}`],
      [`QR code ${other} → ${one}`],
    ]);
    const guest = await server.guest('2001');
    expect((await server.ask(getTableByQrcode, { ...guest, params: { id: other } })).tableName).toBe('2');
  });

  test('gives a table without a code a safe random one, and keeps it', async () => {
    const readQrcode = async (id: string) => {
      const tables = server.db.selectFrom('tables').select('qrcode_id').where('merchant_id', '=', '2001');
      return (await tables.where('id', '=', id).executeTakeFirstOrThrow()).qrcode_id;
    };
    const code = await readQrcode('table-1');
    expect(code).toMatch(/^[1-9]\d{11}$/);
    expect(
      await importFile(changeExample("{ id: table-1, name: '1' }", "{ id: table-1, name: '1a' }")),
    ).toMatchObject([{ what: 'table', facts: ['name 1 → 1a'] }]);
    expect(await readQrcode('table-1')).toBe(code);
  });

  test('does not change which dishes and options are sold out today, unless the file says so', async () => {
    await importFile(example);
    const readOptions = async () =>
      (await findDish('beef-noodles'))!.modifierGroups.flatMap(({ modifiers }) => modifiers);
    const other = (await readOptions()).find(({ soldOut }) => !soldOut)!;
    await server.db.updateTable('products').set({ sold_out: 1 }).where('merchant_id', '=', '2001').execute();
    await markOptionsSoldOut(server.db, '2001', [other.id], { soldOut: true });
    await markOptionsSoldOut(server.db, '2001', ['tofu'], { soldOut: false });
    await importFile(example);
    expect((await findDish('beef-noodles'))!.soldOut).toBe(true);
    expect((await findDish('cold-noodles'))!.soldOut, 'the file says it').toBe(false);
    const gone = (await readOptions()).filter(({ soldOut }) => soldOut).map(({ id }) => id);
    expect(gone.toSorted(), 'the file says it of the tofu').toEqual([other.id, 'tofu'].toSorted());
    expect(JSON.stringify((await operator.readMerchant('2001'))!.categories)).not.toContain('soldOut');
    await markOptionsSoldOut(server.db, '2001', [other.id], { soldOut: false });
  });

  test('keeps the ids of a restaurant made in the browser if the file has none', async () => {
    await importFile(example);
    const made = { ...(await operator.readMerchant('2001'))!, id: '7012' };
    const at = { menuPath: join(folder, 'menu.yaml'), files: server.deps.pictures };
    const inBrowser = {
      ...made,
      tables: made.tables.map((table, n) => ({ ...table, id: `t${n}`, qrcodeId: `90000${n}` })),
      categories: made.categories.map((category) => ({
        ...category,
        products: category.products.map((product) => ({
          ...product,
          modifierGroups: product.modifierGroups.map((group, g) => ({
            ...group,
            id: `g-${product.id}-${g}`,
            modifiers: group.modifiers.map((option, o) => ({ ...option, id: `o-${product.id}-${g}-${o}` })),
          })),
        })),
      })),
    };
    await operator.writeMerchant(inBrowser, false);
    const text = JSON.stringify(parse(exportMenu(inBrowser)), (key, value: unknown) =>
      key === 'modifiers' || key === 'modifierGroups' || key === 'tables'
        ? (value as object[]).map((each) => ({ ...each, id: undefined }))
        : value,
    );
    const importAgain = async (file: string) => {
      const read = await readMenuFile(file, 'menu.json', at);
      if (!read.ok) throw new Error(read.mistakes.join('\n'));
      const { whole } = await toMerchant(read.file, '7012', at);
      return await operator.writeMerchant(whole, true);
    };
    expect(await importAgain(text)).toEqual([]);
    // Tables with new codes are found by their names.
    const changes = await importAgain(text.replaceAll('90000', '80000'));
    expect(changes.every(({ kind, facts }) => kind === 'changed' && facts[0]?.startsWith('QR code'))).toBe(
      true,
    );
    expect(changes).toHaveLength(inBrowser.tables.length);
  });

  test('ends the session at a removed table', async () => {
    const seated = await server.seat(await server.guest('2001'), '730518264101');
    await importFile(changeExample(/ {2}- \{ id: terrace-a.*\n/, ''));
    const open = server.db.selectFrom('table_sessions').select('id').where('closed_at', 'is', null);
    expect(await open.where('id', '=', seated.sessionId).execute()).toEqual([]);
  });

  test('under the id of a demonstration restaurant stays, even when the demonstration changes', async () => {
    await importFile(example, { id: '1003' });
    await server.db.updateTable('meta').set({ value: '' }).where('key', 'like', 'demo-file:%').execute();
    await storeDemo(server.db, Date.now());
    expect((await operator.readMerchant('1003'))!.shortName['en-US']).toBe('Corner Noodles');
    expect(existsSync(server.deps.pictures.folder)).toBe(true);
  });

  test.each(['1001', '1002', '2001'])('of an exported file changes nothing: merchant %s', async (id) => {
    const text = exportMenu((await operator.readMerchant(id))!);
    expect(await importFile(text, { id })).toEqual([]);
  });

  test('an export contains no terminal controls, and is read unchanged', async () => {
    const [whole] = await readDemoMerchants();
    const name = 'A\u202enn \u009b31m\u2028';
    const text = exportMenu({ ...whole!, shortName: { 'en-US': name, 'zh-TW': name } });
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e]/u);
    expect(parse(text)).toMatchObject({ merchant: { name } });
  });
});
