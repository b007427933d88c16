import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { declaredLanguages, languageCodes } from '#contract/http/headers.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import { setting } from '#contract/states.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { storeDemo } from '#server/back-office/admin/seed-demo.ts';
import { expectData, startSharedServer } from '../server-under-test.ts';

const demoMerchants = await readDemoMerchants();
const server = startSharedServer();

describe('tiny merchant', () => {
  // CF2
  test('answers texts in the requested language, settings and money', async () => {
    const merchant = demoMerchants[1]!;
    const english = await server.ask(getTinyMerchant, { query: { id: merchant.id } });
    expect(english).toMatchObject({
      id: merchant.id,
      shortName: merchant.shortName['en-US'],
      currency: 'USD',
      taxRate: merchant.taxRate,
      serverMode: merchant.serverMode,
      img: `/pictures/logo-${merchant.id}.svg`,
    });
    expect(english.necessarySettingValues).toEqual([
      { templateEnum: setting.supportsGuest, value: 'false' },
      { templateEnum: setting.orderCodeRequired, value: 'true' },
      { templateEnum: setting.themePrimaryColour, value: merchant.themeColor },
      { templateEnum: setting.clearTableCartMinutes, value: String(merchant.clearTableCartMinutes) },
    ]);
    const chinese = await server.ask(getTinyMerchant, { query: { id: merchant.id }, language: 'zh-TW' });
    expect(chinese.shortName).toBe(merchant.shortName['zh-TW']);
  });

  // CF3, CA1
  test('answers only the requested settings', async () => {
    const query = { id: '1001', settingValueEnums: '18001,8003' };
    const { necessarySettingValues } = await server.ask(getTinyMerchant, { query });
    expect(necessarySettingValues.map(({ templateEnum }) => templateEnum)).toEqual([18001, 8003]);
  });

  test('needs the id of an existing merchant', async () => {
    expect(await server.call(getTinyMerchant, {})).toMatchObject({
      status: 400,
      code: codes.badRequest,
      data: { path: 'query.id' },
    });
    const unknown = { success: false, code: codes.notFound };
    expect(await server.call(getTinyMerchant, { query: { id: '9999' } })).toMatchObject(unknown);
  });
});

// CA2
test('the home lists the categories in order', async () => {
  const merchant = demoMerchants[0]!;
  const home = await server.ask(getMerchantHome, { query: { merchantId: merchant.id } });
  expect(home.categories.map(({ id }) => id)).toEqual(merchant.categories.map(({ id }) => id));
  const unknown = { query: { merchantId: 'none' } };
  expect(await server.codeOf(getMerchantHome, unknown)).toBe(codes.notFound);
  expect(await server.codeOf(getProductsByCategories, unknown)).toBe(codes.notFound);
});

describe('menu', () => {
  // CA3
  test('has every product of every merchant, localised, with pictures of two densities', async () => {
    for (const merchant of demoMerchants) {
      const query = { merchantId: merchant.id };
      const menu = await server.ask(getProductsByCategories, { query, language: 'zh-TW' });
      const products = menu.categories.flatMap((category) => category.products);
      const seeded = merchant.categories.flatMap((category) => category.products);
      expect(products.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id));
      expect(products.map(({ name }) => name)).toEqual(seeded.map(({ name }) => name['zh-TW']));
      expect(products.map(({ otherNames }) => otherNames)).toEqual(seeded.map(({ name }) => [name['en-US']]));
      expect(menu.categories[0]!.otherNames).toEqual([merchant.categories[0]!.name['en-US']]);
      expect(products[0]!.picture).toEqual({
        x1: `/pictures/${seeded[0]!.picture}@1x.webp`,
        x2: `/pictures/${seeded[0]!.picture}@2x.webp`,
      });
      expect(products.filter(({ soldOut }) => soldOut).map(({ id }) => id)).toEqual(
        seeded.filter(({ soldOut }) => soldOut).map(({ id }) => id),
      );
    }
  });

  // CU6, CL2
  test('is answered in English for es-ES, which is declared and not offered', async () => {
    const offered: readonly string[] = languageCodes;
    expect(declaredLanguages.filter((code) => !offered.includes(code))).toEqual(['es-ES']);
    const query = { merchantId: '1001' };
    const spanish = await server.call(getProductsByCategories, { query, language: 'es-ES' });
    const english = await server.call(getProductsByCategories, { query, language: 'en-US' });
    expect(expectData(spanish)).toEqual(expectData(english));
  });

  test('of the demonstration is imported again when its file has changed; sold-out dishes stay sold out', async () => {
    const [one, other] = demoMerchants[0]!.categories[0]!.products.filter(({ soldOut }) => !soldOut);
    const products = server.db.selectFrom('products').select(['id', 'sold_out']).orderBy('id');
    const readStoredProducts = async () => await products.where('id', 'in', [one!.id, other!.id]).execute();
    await server.db.updateTable('products').set({ sold_out: 1 }).where('id', '=', one!.id).execute();
    await server.db.deleteFrom('products').where('id', '=', other!.id).execute();
    await storeDemo(server.db, Date.now());
    expect(await readStoredProducts()).toEqual([{ id: one!.id, sold_out: 1 }]);
    await server.db.updateTable('meta').set({ value: '' }).where('key', 'like', 'demo-file:1001%').execute();
    await storeDemo(server.db, Date.now());
    expect(await readStoredProducts()).toEqual([
      { id: one!.id, sold_out: 1 },
      { id: other!.id, sold_out: 0 },
    ]);
  });
});

describe('search', () => {
  const searchNames = async (keyword: string, language: 'en-US' | 'zh-TW' = 'en-US') =>
    (await server.ask(searchProducts, { query: { merchantId: '1001', keyword }, language })).products.map(
      ({ name }) => name,
    );

  // CP11, CA4
  test('finds every word in names first, then in descriptions, without regard to case', async () => {
    const names = await searchNames('BEEF  noodle');
    expect(names[0]).toMatch(/beef noodle/i);
    const inName = names.map((name) => /beef/i.test(name) && /noodle/i.test(name));
    expect(inName).toEqual([...inName].sort((a, b) => Number(b) - Number(a)));
  });
  test('finds a name in the other language, and answers in the requested one', async () => {
    const [dish] = await searchNames('牛肉麵');
    expect(dish).toMatch(/^[\x20-\x7e]+$/);
    expect((await searchNames('beef', 'zh-TW')).length).toBeGreaterThan(0);
  });
  test('finds nothing for an empty query, and refuses one that is too long or of an unknown merchant', async () => {
    expect(await searchNames('  ')).toEqual([]);
    expect(await searchNames('zzz')).toEqual([]);
    const search = async (merchantId: string, keyword: string) =>
      await server.call(searchProducts, { query: { merchantId, keyword } });
    const tooLong = { status: 400, data: { path: 'query.keyword' } };
    expect(await search('1001', 'x'.repeat(61))).toMatchObject(tooLong);
    expect(await search('9', 'x')).toMatchObject({ status: 404 });
  });
});

test('the server reads a menu once, and again after any change of its rows, whoever made it', async () => {
  const { db } = server;
  const readMenu = async (merchantId = '1001') => await readWholeMenu(db, merchantId, 'en-US');
  const other = await readMenu('1002');
  let before = await readMenu();
  expect(await readMenu()).toBe(before);
  const { id, categoryId } = before.categories[0]!.products.find(({ soldOut }) => !soldOut)!;

  const row = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const changes: (() => Promise<unknown>)[] = [
    () => db.updateTable('products').set({ sold_out: 1 }).where('id', '=', id).execute(),
    () =>
      db
        .insertInto('products')
        .values({ ...row, id: 'new' })
        .execute(),
    () => db.deleteFrom('products').where('merchant_id', '=', '1001').where('id', '=', 'new').execute(),
    () => db.updateTable('categories').set({ sort: 99 }).where('id', '=', categoryId).execute(),
  ];
  for (const change of changes) {
    await change();
    const after = await readMenu();
    expect(after).not.toEqual(before);
    expect(await readMenu()).toBe(after);
    before = after;
  }
  expect(await readMenu('1002')).toBe(other);
  // Only the transaction itself sees its changes.
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.updateTable('products').set({ sold_out: 0 }).where('id', '=', id).execute();
      expect(await readWholeMenu(trx, '1001', 'en-US')).not.toEqual(before);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await readMenu()).toBe(before);
});
