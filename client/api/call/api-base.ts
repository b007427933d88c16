import { serverMode } from '#contract/states.ts';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { deriveLocalBase } from './local-base.ts';
import { site } from '../site.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** CB1: cloud mode uses the shared base, local mode the merchant's own. Kept over a reload. */
export function getApiBase(merchantId: string | undefined): string {
  const isLocal = merchantId !== undefined && localValue.get(storageKeys.localMerchant) === merchantId;
  return (isLocal ? deriveOwnBase(merchantId) : undefined) ?? site.apiBase;
}

/** The base of a merchant's own server; undefined in cloud mode, and where none can be. */
export function getOwnBase(merchantId: string, { serverMode: mode }: TinyMerchant): string | undefined {
  return mode === serverMode.local ? deriveOwnBase(merchantId) : undefined;
}

/** From now on the merchant's calls go to its own server, or no longer. */
export function setOwnBase(merchantId: string, isLocal: boolean): void {
  if (isLocal) localValue.set(storageKeys.localMerchant, merchantId);
  else if (localValue.get(storageKeys.localMerchant) === merchantId)
    localValue.set(storageKeys.localMerchant, undefined);
}

function deriveOwnBase(merchantId: string): string | undefined {
  return deriveLocalBase(site.apiBase || location.origin, merchantId);
}
