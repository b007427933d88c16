import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import { loadCode } from '../api-error.ts';

const loadCalls = () => loadCode(() => import('./merchant-calls.ts'));

/** First parts of the keys of what is everybody's. */
const publicKinds: readonly unknown[] = ['merchant', 'merchant-home', 'menu', 'search'];

/** After a logout: what was fetched for the diner is gone; what is shown of it just now is asked for as nobody. */
export async function resetPersonalQueries(queries: QueryClient): Promise<void> {
  await queries.resetQueries({ predicate: ({ queryKey: [kind] }) => !publicKinds.includes(kind) });
}

export function merchantKey(merchantId: string, language: LanguageCode) {
  return ['merchant', merchantId, language] as const;
}

export function menuKey(merchantId: string, language: LanguageCode) {
  return ['menu', merchantId, language] as const;
}

/** Merchant information; cached per merchant and language. */
export function merchantQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: merchantKey(merchantId, language),
    queryFn: async () => (await loadCalls()).fetchMerchant(merchantId, language),
    staleTime: 5 * 60_000,
  });
}

export function useMerchant(merchantId: string, language: LanguageCode, enabled = true) {
  return useQuery({ ...merchantQuery(merchantId, language), enabled });
}

/** What the restaurant says of itself, and what its menu is made of. */
export function merchantHomeQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: ['merchant-home', merchantId, language] as const,
    queryFn: async () => (await loadCalls()).fetchMerchantHome(merchantId, language),
    staleTime: 5 * 60_000,
  });
}

export function useMerchantHome(merchantId: string, language: LanguageCode, enabled: boolean) {
  return useQuery({ ...merchantHomeQuery(merchantId, language), enabled });
}

/** The whole menu; cached per merchant and language. */
export function menuQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: menuKey(merchantId, language),
    queryFn: async () => (await loadCalls()).fetchMenu(merchantId, language),
    staleTime: 60_000,
  });
}

export function useMenu(merchantId: string, language: LanguageCode) {
  return useQuery(menuQuery(merchantId, language));
}

/** Dishes that the restaurant finds for some words; what it found before stays until the next answer. */
export function useProductSearch(merchantId: string, keyword: string, language: LanguageCode) {
  return useQuery({
    queryKey: ['search', merchantId, keyword, language],
    queryFn: async ({ signal }) => (await loadCalls()).fetchSearch(merchantId, keyword, { language, signal }),
    enabled: keyword !== '',
    staleTime: 60_000,
  });
}
