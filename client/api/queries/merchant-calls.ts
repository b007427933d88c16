/**
 * Calls whose answers are the same for every diner. Their code is loaded late, because the menu's page already contains
 * the first answers (`first-answers.ts`).
 */
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  isNoMerchant,
  searchProducts,
  type Category,
  type TinyMerchant,
} from '#contract/calls/merchant.ts';
import { setting } from '#contract/states.ts';
import { ApiError } from '../api-error.ts';
import { getOwnBase, switchToOwnBase, switchToSharedBase } from '../call/api-base.ts';
import { request } from '../call/request.ts';
import { site } from '../site.ts';

/**
 * Fetches the merchant from the default base (CB1). In local mode the settings come from the merchant's own server instead. If
 * that server cannot be reached, the failure is logged and the default base's settings are used. Rejects with an ApiError.
 */
export async function fetchMerchant(merchantId: string, language: LanguageCode): Promise<TinyMerchant> {
  const asked = { merchantId, language };
  const query = { id: merchantId, settingValueEnums: Object.values(setting).join(',') };
  const merchant = await request(getTinyMerchant, { ...asked, query, base: site.apiBase }).catch(
    (error: unknown) => {
      throw isPageOf404(error) ? createUnknownMerchantError() : error;
    },
  );
  if (isNoMerchant(merchant)) throw createUnknownMerchantError();
  const base = getOwnBase(merchantId, merchant);
  if (base === undefined) {
    switchToSharedBase(merchantId);
    return merchant;
  }
  try {
    const { necessarySettingValues } = await request(getTinyMerchant, { ...asked, query, base });
    switchToOwnBase(merchantId);
    return { ...merchant, necessarySettingValues };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn(`merchant ${merchantId}: no settings from its own server`, error.message);
    switchToSharedBase(merchantId);
    return merchant;
  }
}

function createUnknownMerchantError(): ApiError {
  return new ApiError({ kind: 'refused', code: codes.notFound, msg: '', data: null });
}

/** Whether a server answered with its web framework's 404 page instead of an envelope. */
function isPageOf404(error: unknown): boolean {
  return (
    error instanceof ApiError && error.failure.kind === 'malformed' && error.failure.status === codes.notFound
  );
}

/** Rejects with an ApiError. */
export async function fetchMerchantHome(merchantId: string, language: LanguageCode) {
  return await request(getMerchantHome, { query: { merchantId }, merchantId, language });
}

/** Rejects with an ApiError. */
export async function fetchMenu(merchantId: string, language: LanguageCode) {
  const menu = await request(getProductsByCategories, { query: { merchantId }, merchantId, language });
  if (menu.categories.every(({ name }) => name !== '')) return menu;
  // Some servers list dishes by category id and name the categories only on the home page.
  const home = await fetchMerchantHome(merchantId, language).catch(() => undefined);
  const names = new Map(home?.categories.map(({ id, name }) => [id, name]));
  const nameCategory = (each: Category) => ({ ...each, name: each.name || (names.get(each.id) ?? '') });
  return { ...menu, categories: menu.categories.map(nameCategory) };
}

/** Rejects with an ApiError. */
export async function fetchSearch(
  merchantId: string,
  keyword: string,
  { language, signal }: { readonly language: LanguageCode; readonly signal: AbortSignal },
) {
  return await request(searchProducts, { query: { merchantId, keyword }, merchantId, language, signal });
}

/** Schemas of cached answers, by the first part of their query keys. */
export const publicSchemas = {
  merchant: getTinyMerchant.data,
  'merchant-home': getMerchantHome.data,
  menu: getProductsByCategories.data,
} as const;
