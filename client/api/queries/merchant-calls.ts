/** Asks for what is the same for everybody. Loaded late: the menu's page comes with its answers (`first-answers.ts`). */
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
import { setOwnBase, getOwnBase } from '../call/api-base.ts';
import { request } from '../call/request.ts';
import { site } from '../site.ts';

/**
 * CB1, CB3: the merchant's information from the shared base; in local mode its settings anew from its own server. One
 * that can not be reached is only logged, and loading goes on with the shared base. Rejects with an ApiError.
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
    setOwnBase(merchantId, false);
    return merchant;
  }
  try {
    const { necessarySettingValues } = await request(getTinyMerchant, { ...asked, query, base });
    setOwnBase(merchantId, true);
    return { ...merchant, necessarySettingValues };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn(`merchant ${merchantId}: no settings from its own server`, error.message);
    setOwnBase(merchantId, false);
    return merchant;
  }
}

function createUnknownMerchantError(): ApiError {
  return new ApiError({ kind: 'refused', code: codes.notFound, msg: '', data: null });
}

/** P5: the status says it, and the page of the server is no answer. */
function isPageOf404(error: unknown): boolean {
  return (
    error instanceof ApiError && error.failure.kind === 'malformed' && error.failure.status === codes.notFound
  );
}

/** Rejects with an ApiError, as do the other two. */
export async function fetchMerchantHome(merchantId: string, language: LanguageCode) {
  return await request(getMerchantHome, { query: { merchantId }, merchantId, language });
}

export async function fetchMenu(merchantId: string, language: LanguageCode) {
  const menu = await request(getProductsByCategories, { query: { merchantId }, merchantId, language });
  if (menu.categories.every(({ name }) => name !== '')) return menu;
  // P5: a server that lists dishes by the ids of their categories names these on its home page.
  const home = await fetchMerchantHome(merchantId, language).catch(() => undefined);
  const names = new Map(home?.categories.map(({ id, name }) => [id, name]));
  const named = (each: Category) => ({ ...each, name: each.name || (names.get(each.id) ?? '') });
  return { ...menu, categories: menu.categories.map(named) };
}

export async function fetchSearch(
  merchantId: string,
  keyword: string,
  { language, signal }: { readonly language: LanguageCode; readonly signal: AbortSignal },
) {
  return await request(searchProducts, { query: { merchantId, keyword }, merchantId, language, signal });
}

/** What the answers that are kept on the phone must look like still, by the first part of their keys. */
export const publicSchemas = {
  merchant: getTinyMerchant.data,
  'merchant-home': getMerchantHome.data,
  menu: getProductsByCategories.data,
} as const;
