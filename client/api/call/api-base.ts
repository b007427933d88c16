import { serverMode } from '#contract/states.ts';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { deriveLocalBase } from './local-base.ts';
import { site } from '../site.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/**
 * Cloud mode uses the shared base, local mode the merchant's own server. Local storage holds the mode, so it survives a
 * reload.
 */
export function getApiBase(merchantId: string | undefined): string {
  const isLocal = merchantId !== undefined && localValue.get(storageKeys.localMerchant) === merchantId;
  return (isLocal ? deriveOwnBase(merchantId) : undefined) ?? site.apiBase;
}

/** The base of a merchant's own server. Returns undefined in cloud mode, or if the shared base allows none. */
export function getOwnBase(merchantId: string, { serverMode: mode }: TinyMerchant): string | undefined {
  return mode === serverMode.local ? deriveOwnBase(merchantId) : undefined;
}

/** From now on the merchant's calls go to its own server. */
export function switchToOwnBase(merchantId: string): void {
  localValue.set(storageKeys.localMerchant, merchantId);
}

/** From now on the merchant's calls go to the shared base. */
export function switchToSharedBase(merchantId: string): void {
  if (localValue.get(storageKeys.localMerchant) === merchantId)
    localValue.set(storageKeys.localMerchant, undefined);
}

function deriveOwnBase(merchantId: string): string | undefined {
  return deriveLocalBase(site.apiBase || location.origin, merchantId);
}
