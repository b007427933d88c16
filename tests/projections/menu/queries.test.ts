// @module-tag slow
import { describe, expect, test } from 'vitest';
import type { Category, Menu, Product } from '#contract/calls/merchant.ts';
import { getProductsByCategories, searchProducts } from '#contract/calls/merchant.ts';
import { createSearch } from '#projections/menu/search/menu-search.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { queries, type Query } from './queries.ts';

const ids = { lantern: '1001', ember: '1002', slow: '1003' } as const;
const server = startSharedServer();

const menus = new Map<string, Promise<Menu>>();
async function readMenu(menu: Query['menu'], language: Query['language']): Promise<Menu> {
  const key = `${menu} ${language}`;
  const asked =
    menus.get(key) ?? server.ask(getProductsByCategories, { query: { merchantId: ids[menu] }, language });
  menus.set(key, asked);
  return await asked;
}

/** The names of the dishes on the English menu. */
async function readEnglishNames(menu: Query['menu'], products: readonly Product[]): Promise<string[]> {
  const english = (await readMenu(menu, 'en-US')).categories.flatMap(({ products: each }) => each);
  return products.map(({ id }) => english.find((each) => each.id === id)!.name);
}

describe('queries find the intended dishes', () => {
  // CP11, CA4
  test('there are more than sixty queries', () => {
    expect(queries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(queries.map(({ menu, language, typed }) => `${menu} ${language} ${typed}`)).size).toBe(
      queries.length,
    );
  });

  // CA4, CP11
  test.each(queries)('$menu, $language: $typed', async ({ menu, language, typed, first, offered, never }) => {
    const { products, query, similar } = createSearch<Product, Category>(await readMenu(menu, language)).find(
      typed,
    );
    const names = await readEnglishNames(menu, products);
    expect(names.slice(0, first.length).toSorted(), names.slice(0, 6).join(', ')).toEqual(first.toSorted());
    const conditions: string[] = Object.values(query.filter).flat();
    expect(new Set(conditions)).toEqual(new Set(offered));
    expect(names.filter((name) => never?.includes(name))).toEqual([]);

    // The server finds the same dishes in the same order, then those whose description matches in the other language.
    const request = { merchantId: ids[menu], keyword: typed };
    const answer = await server.ask(searchProducts, { query: request, language });
    const answered = answer.products.map(({ id }) => id);
    expect(answered.slice(0, products.length)).toEqual(products.map(({ id }) => id));
    if (similar !== undefined) expect(answered).toHaveLength(products.length);
  });
});
