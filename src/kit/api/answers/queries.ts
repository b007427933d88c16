import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/headers.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
  type TinyMerchant,
} from '#contract/calls/merchant.ts';
import { request } from '../call/client.ts';
import { setting } from '#contract/states.ts';
import { ApiError } from '../api-error.ts';
import { keepOwnBase, ownBaseFor } from '../call/api-base.ts';
import { site } from '../site.ts';

/** First parts of the keys of what is everybody's. */
const everybodys: readonly unknown[] = ['merchant', 'merchant-home', 'menu', 'search'];

/** After a logout: what was fetched for the diner is gone; what is shown of it just now is asked for as nobody. */
export async function forgetPersonal(queries: QueryClient): Promise<void> {
  await queries.resetQueries({ predicate: ({ queryKey: [kind] }) => !everybodys.includes(kind) });
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
    queryFn: () => loadMerchant(merchantId, language),
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
    queryFn: () => request(getMerchantHome, { query: { merchantId }, merchantId, language }),
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
    queryFn: () => request(getProductsByCategories, { query: { merchantId }, merchantId, language }),
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
    queryFn: ({ signal }) =>
      request(searchProducts, { query: { merchantId, keyword }, merchantId, language, signal }),
    enabled: keyword !== '',
    staleTime: 60_000,
  });
}

/**
 * CB1, CB3: the merchant's information from the shared base; in local mode its settings anew from its own server. One
 * that can not be reached is only logged, and loading goes on with the shared base. Rejects with an ApiError.
 */
async function loadMerchant(merchantId: string, language: LanguageCode): Promise<TinyMerchant> {
  const asked = { merchantId, language };
  const query = { id: merchantId, settingValueEnums: Object.values(setting).join(',') };
  const merchant = await request(getTinyMerchant, { ...asked, query, base: site.apiBase });
  const base = ownBaseFor(merchantId, merchant);
  if (base === undefined) {
    keepOwnBase(merchantId, false);
    return merchant;
  }
  try {
    const { necessarySettingValues } = await request(getTinyMerchant, { ...asked, query, base });
    keepOwnBase(merchantId, true);
    return { ...merchant, necessarySettingValues };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn(`merchant ${merchantId}: no settings from its own server`, error.message);
    keepOwnBase(merchantId, false);
    return merchant;
  }
}
