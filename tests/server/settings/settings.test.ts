// @module-tag slow
/** Settings, tables, coupons and the sheet of QR codes, as the owner's page uses them (CX27). */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { changeHouse, getHouse, houseChanged, houseSheet, type House } from '#contract/calls/house.ts';
import type { DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { editMenuDraft, getMenuDraft } from '#contract/calls/menu-draft.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { listCoupons, toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readRestaurant, writeSettings } from '#server/back-office/settings/write-settings.ts';
import { publishDraft } from '#server/back-office/menu-editor/publish.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { expectData, startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

async function logInOwner(merchantId: string) {
  const cookie = (await openStaffSession(server.deps, merchantId, 'Olga')).split(';', 1)[0]!;
  return { headers: { cookie } };
}

// CX27
test('settings that are read and sent back unchanged change nothing: the export is the same byte for byte', async () => {
  for (const merchantId of ['1001', '1002', '1003']) {
    const asOwner = await logInOwner(merchantId);
    const before = exportMenu(await readRestaurant(server.db, merchantId));
    const { settings, tables, coupons, version } = await server.ask(getHouse, asOwner);
    const body = { version, settings, tables: tables.map(({ id, name }) => ({ id, name })), coupons };
    expect((await server.ask(changeHouse, { ...asOwner, body })).version).toBe(version);
    expect(exportMenu(await readRestaurant(server.db, merchantId))).toBe(before);
  }
});

test('settings are stored at once, and a menu file has the same', async () => {
  const asOwner = await logInOwner('1002');
  const { settings, version } = await server.ask(getHouse, asOwner);
  const changed = {
    ...settings,
    name: { 'en-US': 'Old Place', 'zh-TW': '老地方' },
    description: null,
    themeColor: '#AA3355',
    taxRate: '0.0875',
    taxName: { 'en-US': 'Sales tax', 'zh-TW': '營業稅' },
    serviceChargeRate: '0.1',
    guestMode: true,
    orderCodeRequired: false,
    lineLimit: '200',
    cashCoin: '0.05',
    tips: ['10', '15'],
    timeZone: 'Asia/Taipei',
    dayEndsAt: '5',
    holdCourses: true,
  };
  const body = { version, settings: changed };
  const { settings: after } = await server.ask(changeHouse, { ...asOwner, body });
  expect(after).toEqual({ ...changed, themeColor: '#aa3355', lineLimit: '200.00' });
  expect(await server.ask(getTinyMerchant, { query: { id: '1002' }, language: 'zh-TW' })).toMatchObject({
    shortName: '老地方',
    taxRate: '0.0875',
    serviceChargeRate: '0.1',
  });
  expect(exportMenu(await readRestaurant(server.db, '1002'))).toContain('lineLimit: "200.00"');
  expect(exportMenu(await readRestaurant(server.db, '1002'))).toContain('cashCoin: "0.05"');
  expect(exportMenu(await readRestaurant(server.db, '1002'))).toContain('holdCourses: true');
});

// CX27
test('every mistake is named by its place, as for a menu file, and nothing is stored', async () => {
  const asOwner = await logInOwner('1003');
  const { settings, tables, version } = await server.ask(getHouse, asOwner);
  const body = {
    version,
    settings: {
      ...settings,
      name: { 'en-US': 'Fine', 'zh-TW': ' ' },
      taxRate: '8.75',
      themeColor: 'red',
      lineLimit: '1.005',
      cashCoin: 'five',
      paymentPage: 'javascript:alert(1)',
    },
    tables: [...tables.map(({ id, name }) => ({ id, name })), { name: tables[0]!.name }],
  };
  const refused = await server.call(changeHouse, { ...asOwner, body });
  expect(refused.code).toBe(codes.badRequest);
  const { mistakes } = refused.data as unknown as DescribedMistakes;
  expect(Object.fromEntries(mistakes.map(({ path, words }) => [path, words]))).toEqual({
    'merchant.name.zh-TW': 'must not be empty',
    'merchant.taxRate': 'must be a fraction from 0 to 1: 0.05 is 5%',
    'merchant.themeColor': 'must be a colour like "#0b8378"',
    'merchant.lineLimit': 'has 3 decimals, but the merchant\'s "decimals" is 2',
    'merchant.cashCoin': expect.stringContaining('must be'),
    'merchant.paymentPage': 'must be the address of a page, like https://pay.example/checkout',
    [`tables[${tables.length}].name`]: expect.stringContaining('stands twice, first at tables[0].name'),
  });
  const inChinese = await server.call(changeHouse, { ...asOwner, language: 'zh-TW', body });
  const tax = { path: 'merchant.taxRate', words: '必須是 0 到 1 的小數：0.05 就是 5%' };
  expect(inChinese.data).toMatchObject({ mistakes: expect.arrayContaining([tax]) });
  expect(await server.ask(getHouse, asOwner)).toMatchObject({ version });
});

test('tables are added with a safe code, renamed with the same one, and removed with their party', async () => {
  const asOwner = await logInOwner('1001');
  const { tables, version } = await server.ask(getHouse, asOwner);
  const { qrcode: gone } = tables[0]!;
  await server.seat(await server.guest(), gone);
  const remaining = tables.slice(1).map(({ id, name }) => ({ id, name }));
  const body = {
    version,
    tables: [{ ...remaining[0]!, name: 'Window' }, ...remaining.slice(1), { name: 'Terrace' }],
  };
  const after = await server.ask(changeHouse, { ...asOwner, body });
  const getTable = (house: House, name: string) => house.tables.find((each) => each.name === name)!;
  expect(getTable(after, 'Window').qrcode).toBe(tables[1]!.qrcode);
  expect(getTable(after, 'Terrace').qrcode).toMatch(/^[1-9]\d{11}$/);
  expect(after.tables).toHaveLength(tables.length);
  const stranger = await server.guest();
  const scan = (id: string) => server.call(getTableByQrcode, { ...stranger, params: { id } });
  expect((await scan(gone)).success).toBe(false);
  expect(expectData(await scan(getTable(after, 'Terrace').qrcode)).tableName).toBe('Terrace');
});

test('if two people change settings at once the second is asked to check', async () => {
  const asOwner = await logInOwner('1001');
  const { settings, version } = await server.ask(getHouse, asOwner);
  const change = (themeColor: string) =>
    server.call(changeHouse, { ...asOwner, body: { version, settings: { ...settings, themeColor } } });
  const answers = await Promise.all([change('#111111'), change('#222222')]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, houseChanged]);
  const now = await server.ask(getHouse, asOwner);
  const { data } = answers.find(({ code }) => code === houseChanged)!;
  expect(data).toEqual(now);
});

// CX27
test('a menu published while settings are saved stays, and both are live', async () => {
  const asOwner = await logInOwner('1001');
  const { settings, version } = await server.ask(getHouse, asOwner);
  const station = { id: 'meanwhile', name: { 'en-US': 'New', 'zh-TW': '新' } };
  const edits = [{ path: ['stations', station.id], to: station }];
  const { draftVersion } = await server.ask(editMenuDraft, { ...asOwner, body: { edits } });
  const house = {
    merchantId: '1001',
    language: 'en-US',
    author: { name: 'Ada', way: 'page' },
    mayLimitManagers: true,
  } as const;
  const change = { version, settings: { ...settings, themeColor: '#333333' } };
  const now = server.deps.clock.now();
  await Promise.all([
    writeSettings(server.deps, house, change),
    runWithPictures(server.deps, (trx, pictures) =>
      publishDraft(trx, '1001', draftVersion, 'Olga', { pictures, now }),
    ),
  ]);
  const whole = await readRestaurant(server.db, '1001');
  expect(whole.themeColor).toBe('#333333');
  expect(whole.stations).toContainEqual(station);
});

// CX27
test('fewer decimals: zeros are dropped from all prices, drafts too; a price that needs them refuses the change and names its dish', async () => {
  const asOwner = await logInOwner('1002');
  const change = async (fields: Partial<House['settings']>, language: 'en-US' | 'zh-TW' = 'en-US') => {
    const { settings, version } = await server.ask(getHouse, asOwner);
    const body = { version, settings: { ...settings, lineLimit: '200.00', ...fields } };
    return await server.call(changeHouse, { ...asOwner, language, body });
  };
  const readPrices = async (decimals: string) => {
    const { published, edits } = (await server.ask(getMenuDraft, asOwner))!;
    const all = Object.values(published.dishes).flatMap((dish) => [
      dish.price,
      ...dish.modifierGroups.flatMap(({ modifiers }) => modifiers.map(({ price }) => price)),
    ]);
    expect(new Set(all.map((price) => String(price.split('.')[1]?.length ?? 0)))).toEqual(new Set([decimals]));
    return { published, edits };
  };
  const { published } = await readPrices('2');
  const [first, second] = Object.values(published.dishes);
  const fine = Object.values(published.dishes).filter(({ price }) => !price.endsWith('.00'));
  const refused = await change({ decimals: '0' });
  expect(refused.code).toBe(codes.badRequest);
  const { mistakes } = refused.data as unknown as DescribedMistakes;
  expect(mistakes).toEqual([{ path: 'merchant.decimals', words: expect.stringMatching(/^is too few for the prices of /) }]);
  expect(mistakes[0]!.words).toContain(fine[0]!.name['en-US']);
  expect((await change({ decimals: '0' }, 'zh-TW')).msg).toContain(fine[0]!.name['zh-TW']);

  const whole = await readRestaurant(server.db, '1002');
  const rounded = JSON.parse(JSON.stringify(whole).replaceAll(/("(?:price|discountValue|thresholdAmount|maxDiscountAmount|lineLimit)":"\d+)\.\d\d/g, '$1.00')) as typeof whole;
  await createAdmin({ db: server.db, now: () => server.deps.clock.now() }).writeMerchant(rounded, false);
  const price = ['dishes', first!.id, 'price'];
  const was = `${first!.price.split('.')[0]}.00`;
  await server.ask(editMenuDraft, { ...asOwner, body: { edits: [{ path: price, from: was, to: '77.00' }, { path: ['dishes', second!.id, 'price'], from: `${second!.price.split('.')[0]}.00`, to: '7.50' }] } });
  expect(await change({ decimals: '0' })).toMatchObject({ success: true, data: { settings: { decimals: '0', lineLimit: '200' } } });
  const { edits } = await readPrices('0');
  expect(edits.map(({ to }) => to)).toEqual(['77', '7.5']);
  expect((await server.ask(getMenuDraft, asOwner))!.crossings).toEqual([]);
  expect(exportMenu(await readRestaurant(server.db, '1002'))).not.toMatch(/(price|discount|from|atMost|lineLimit): "?\d+\./);

  await change({ decimals: '2' });
  expect((await readPrices('2')).edits.map(({ to }) => to)).toEqual(['77.00', '7.50']);
}); // prettier-ignore

// CX27
test('coupons are added, changed and removed; the file has the same, byte for byte, wherever it is imported', async () => {
  const asOwner = await logInOwner('1003');
  const { coupons, version } = await server.ask(getHouse, asOwner);
  const name = { 'en-US': 'Lunch: 10% off', 'zh-TW': '午餐九折' };
  const added = { name, discount: '10%', from: '20', atMost: '7.5', spans: 'bill' as const };
  const [first, ...rest] = coupons;
  const sent = [...rest, { ...first!, from: '1' }, added];
  const after = await server.ask(changeHouse, { ...asOwner, body: { version, coupons: sent } });
  const [changed, made] = after.coupons.slice(-2);
  expect(changed).toEqual({ ...first, from: '1.00' });
  expect(made).toEqual({ ...added, id: expect.stringMatching(/^1003-/), from: '20.00', atMost: '7.50' });
  const exported = exportMenu(await readRestaurant(server.db, '1003'));
  const read = await readMenuFile(exported, 'menu.yaml', {
    menuPath: 'menu.yaml',
    files: server.deps.pictures,
  });
  if (!read.ok) throw new Error(read.mistakes.join());
  expect(listCoupons(read.file)).toEqual((await readRestaurant(server.db, '1003')).coupons);
  const { whole } = await toMerchant(read.file, '1003', {
    menuPath: 'menu.yaml',
    files: server.deps.pictures,
  });
  expect(exportMenu(whole)).toBe(exported);
  expect(exported).toMatch(/discount: 10%\n +from: "20.00"\n +atMost: "7.50"\n +spans: bill/);

  const wrong = [{ ...added, discount: 'ten', from: '1.005' }, made!, made!];
  const body = { version: after.version, coupons: wrong };
  const refused = await server.call(changeHouse, { ...asOwner, body });
  const { mistakes } = refused.data as unknown as DescribedMistakes;
  const places = ['coupons[0].discount', 'coupons[2].id', 'coupons[0].from'];
  expect(mistakes.map(({ path }) => path)).toEqual(places);
  expect(await server.ask(getHouse, asOwner)).toEqual(after);
});

test('the sheet is a PDF with a card for each table, or for the requested ones', async () => {
  const asOwner = await logInOwner('1003');
  const { tables } = await server.ask(getHouse, asOwner);
  const origin = 'http://192.168.1.9:3000';
  const fetchSheet = async (more: { readonly tableIds?: readonly string[] } = {}) =>
    await server.ask(houseSheet, { ...asOwner, body: { origin, ...more } });
  const all = await fetchSheet();
  expect(Buffer.from(all.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect(all).toMatchObject({ cards: tables.length, address: `${origin}/m/1003/q/${tables[0]!.qrcode}` });
  expect((await fetchSheet({ tableIds: [tables[1]!.id] })).cards).toBe(1);
  // If no font of the server has the characters of a name, the browser prints the pages.
  expect(all.pages).toHaveLength(all.missing.length > 0 ? Math.ceil(tables.length / 6) : 0);
  for (const name of all.missing) expect(all.pages.join('')).toContain(`>${name}</text>`);
  const elsewhere = await server.call(houseSheet, { ...asOwner, body: { origin: 'ftp://x' } });
  expect(elsewhere).toMatchObject({ status: 400, data: { path: 'body.origin' } });
});
