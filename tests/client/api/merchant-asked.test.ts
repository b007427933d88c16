/** The requests about a restaurant, over real HTTP. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { createApiForTests, silenceConsole } from './api-scene.ts';

const { scene } = createApiForTests();
const queries = createForTests(async () => await import('#client/api/queries/merchant-queries.ts'));
beforeEach(silenceConsole);

// CA1
test('in cloud mode the app asks for the settings by number, too', async () => {
  const merchant = {
    id: '1001', serverMode: 0, shortName: 'House', desc: '', img: '', currency: 'USD', taxRate: '0', taxName: 'Tax',
    serviceChargeRate: '0', necessarySettingValues: [],
  }; // prettier-ignore
  scene.answer(() => ({ data: merchant }));
  const client = new QueryClient();
  expect(await client.fetchQuery(queries.createMerchantQuery('1001', 'en-US'))).toMatchObject({ id: '1001' });
  const { pathname, searchParams } = new URL(scene.asked[0]!.path, scene.address);
  expect(pathname).toBe('/api/merchant/tiny-merchant');
  expect(searchParams.get('id')).toBe('1001');
  expect(searchParams.get('settingValueEnums')!.split(',').toSorted()).toEqual(['18001', '18002', '18005', '8003']);
}); // prettier-ignore

// CE19, P5
test.each([
  ['code 404', { code: 404, data: null }],
  ['status 404', { status: 404, code: 404, data: null }],
  ['status 404 and a page', { status: 404, text: '<html>' }],
  ['null', { data: null }],
  ['an empty object', { data: {} }],
  ['an empty list', { data: [] }],
])('a merchant answered by %s is unknown', async (_how, answer) => {
  scene.answer(() => answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(client.fetchQuery(queries.createMerchantQuery('999', 'en-US'))).rejects.toMatchObject({
    code: 404,
  });
});

test.each([
  [{ data: 7 }],
  [{ data: 'maintenance' }],
  [{ data: { restaurant: 'House' } }],
  [{ text: '<html>' }],
])('an unreadable answer (%j) does not mean that the merchant does not exist', async (answer) => {
  scene.answer(() => answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(client.fetchQuery(queries.createMerchantQuery('101', 'en-US'))).rejects.toMatchObject({
    failure: { kind: 'malformed' },
  });
});

// CF2
test.each([[[{ shortName: 'House' }]], [{ merchant: { shortName: 'House' } }], [{ shortName: 'House' }]])(
  'a merchant may be given as %j',
  async (data) => {
    scene.answer(() => ({ data }));
    const client = new QueryClient();
    expect(await client.fetchQuery(queries.createMerchantQuery('101', 'en-US'))).toMatchObject({
      shortName: 'House',
    });
  },
);

// CA3, P5
test.each([
  ['names them', { data: { menus: [{ categories: [{ id: 1, name: 'Drinks' }] }] } }, 'Drinks'],
  ['names others', { data: { categories: [{ id: 9, name: 'Soups' }] } }, ''],
  ['is refused', { code: 500, data: null }, ''],
])('if the menu names no categories, the app also loads the home page %s', async (_what, home, name) => {
  const products = [{ id: 2, name: 'Tea', price: 4.5, categoryId: 1 }];
  scene.answer(({ path }) => (path.includes('/home') ? home : { data: products }));
  const { categories } = await new QueryClient().fetchQuery(queries.createMenuQuery('101', 'en-US'));
  expect(categories).toMatchObject([{ id: '1', name, products: [{ id: '2' }] }]);
});

test('a menu with categories is the only request, and is read in the language of the request', async () => {
  scene.answer(() => ({ data: [{ id: 1, name: { 'en-US': 'Drinks', 'zh-TW': '飲料' }, products: [] }] }));
  const { categories } = await new QueryClient().fetchQuery(queries.createMenuQuery('101', 'zh-TW'));
  expect(scene.asked).toHaveLength(1);
  expect(categories).toMatchObject([{ name: '飲料' }]);
});
