import type { LanguageCode } from '#contract/headers.ts';
import { getTinyMerchant, type TinyMerchant } from '#contract/calls/merchant.ts';
import { setting } from '#contract/states.ts';
import { ApiError } from '../api-error.ts';
import { keepOwnBase, ownBaseFor } from '../call/api-base.ts';
import { request } from '../call/client.ts';
import { site } from '../site.ts';

/**
 * CB1, CB3: the merchant's information from the shared base; in local mode its settings anew from its own server. One
 * that can not be reached is only logged, and loading goes on with the shared base. Rejects with an ApiError.
 */
export async function loadMerchant(merchantId: string, language: LanguageCode): Promise<TinyMerchant> {
  const asked = { merchantId, language };
  const merchant = await request(getTinyMerchant, {
    ...asked,
    query: { id: merchantId },
    base: site.apiBase,
  });
  const base = ownBaseFor(merchant);
  if (base === undefined) {
    keepOwnBase(merchantId, false);
    return merchant;
  }
  try {
    const settingValueEnums = Object.values(setting).join(',');
    const query = { id: merchantId, settingValueEnums };
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
