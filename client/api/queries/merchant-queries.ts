import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import { loadCode } from '../api-error.ts';

const loadCalls = () => loadCode(() => import('./merchant-calls.ts'));

/** First parts of the query keys whose answers are the same for every diner. */
const publicKinds: readonly unknown[] = ['merchant', 'merchant-home', 'menu', 'search'];

/** Deletes the diner's answers after a logout. Queries that are on screen are fetched again without a login. */
export async function resetPersonalQueries(queries: QueryClient): Promise<void> {
  await queries.resetQueries({ predicate: ({ queryKey: [kind] }) => !publicKinds.includes(kind) });
}

export function getMerchantKey(merchantId: string, language: LanguageCode) {
  return ['merchant', merchantId, language] as const;
}

export function createMenuKey(merchantId: string, language: LanguageCode) {
  return ['menu', merchantId, language] as const;
}

/** Merchant information; cached per merchant and language. */
export function createMerchantQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: getMerchantKey(merchantId, language),
    queryFn: async () => (await loadCalls()).fetchMerchant(merchantId, language),
    staleTime: 5 * 60_000,
  });
}

export function useMerchant(merchantId: string, language: LanguageCode, enabled = true) {
  return useQuery({ ...createMerchantQuery(merchantId, language), enabled });
}

/** The restaurant's home page: its description and its categories. */
export function createMerchantHomeQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: ['merchant-home', merchantId, language] as const,
    queryFn: async () => (await loadCalls()).fetchMerchantHome(merchantId, language),
    staleTime: 5 * 60_000,
  });
}

export function useMerchantHome(merchantId: string, language: LanguageCode, enabled: boolean) {
  return useQuery({ ...createMerchantHomeQuery(merchantId, language), enabled });
}

/** The whole menu; cached per merchant and language. */
export function createMenuQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: createMenuKey(merchantId, language),
    queryFn: async () => (await loadCalls()).fetchMenu(merchantId, language),
    staleTime: 60_000,
  });
}

export function useMenu(merchantId: string, language: LanguageCode) {
  return useQuery(createMenuQuery(merchantId, language));
}

/** Dishes that the server finds for a keyword. */
export function useProductSearch(merchantId: string, keyword: string, language: LanguageCode) {
  return useQuery({
    queryKey: ['search', merchantId, keyword, language],
    queryFn: async ({ signal }) => (await loadCalls()).fetchSearch(merchantId, keyword, { language, signal }),
    enabled: keyword !== '',
    staleTime: 60_000,
  });
}
