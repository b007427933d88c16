import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { clear, createStore, entries } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { languageCodes } from '#contract/http/headers.ts';
import {
  saveAnswer,
  loadAnswer,
  maxAnswers,
  maxAgeMs,
  deleteOldAnswers,
} from '#client/api/queries/query-cache.ts';
import { stubPage } from './test-storage.ts';

const store = createStore('lazy-susan-answers', 'answers');
const readNames = async () => (await entries<string, unknown>(store)).map(([name]) => name);
const menu = { categories: [] };
const tick = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Imports the module late, because it reads the page when it is loaded. */
async function importQueryCache() {
  const { cacheQueries } = await import('#client/api/queries/query-cache.ts');
  const { publicQueries } = await import('#client/api/queries/public-queries.ts');
  return (queries: QueryClient) =>
    cacheQueries({ queries, answers: publicQueries, languages: languageCodes });
}

beforeEach(async () => {
  await clear(store);
  stubPage();
});
afterEach(() => vi.unstubAllGlobals());

describe('stored answers', () => {
  test('are limited in number and age', async () => {
    const now = Date.now();
    for (let at = 0; at < maxAnswers + 3; at += 1)
      await saveAnswer(`menu ${at} en-US`, { data: menu, at: now - at });
    await saveAnswer('menu old en-US', { data: menu, at: now - maxAgeMs - 1000 });
    expect(await loadAnswer('menu old en-US')).toBeUndefined();
    await deleteOldAnswers();
    const cached = await readNames();
    expect(cached).toHaveLength(maxAnswers);
    expect(cached).toContain('menu 0 en-US');
    expect(cached).not.toContain(`menu ${maxAnswers} en-US`);
  });

  test('are used until an answer arrives, and only in the present format', async () => {
    const keepAnswers = await importQueryCache();
    await saveAnswer('menu 1001 en-US', { data: menu, at: 1 + Date.now() - 60_000 });
    await saveAnswer('menu 1002 en-US', { data: { dishes: [] }, at: Date.now() });
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    keepAnswers(queries);
    const silence = () => new Promise<never>(() => {});
    for (const id of ['1001', '1002'])
      void queries.prefetchQuery({ queryKey: ['menu', id, 'en-US'], queryFn: silence });
    await vi.waitFor(() => expect(queries.getQueryData(['menu', '1001', 'en-US'])).toEqual(menu), 10_000);
    expect(queries.getQueryData(['menu', '1002', 'en-US'])).toBeUndefined();
    queries.clear();
  });

  test('contain only the restaurant’s data, not the diner’s', async () => {
    const keepAnswers = await importQueryCache();
    const queries = new QueryClient();
    keepAnswers(queries);
    for (const kind of ['menu', 'orders', 'order', 'coupons', 'guests', 'preview', 'search', 'toString'])
      await queries.prefetchQuery({ queryKey: [kind, '1001', 'zh-TW'], queryFn: async () => menu });
    await tick();
    expect(await readNames()).toEqual(['menu 1001 zh-TW']);
    queries.clear();
  });
});
