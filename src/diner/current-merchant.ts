import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useMerchant } from '#client/api/queries/merchant-queries.ts';
import type { DinerState } from '#client/api/diner-state.ts';
import { refetchOrReload } from '#client/version/import-with-retry.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { readMerchantId } from '#ui/routes/navigation.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';
import { useDinerState } from './use-diner-state.ts';
import { readMerchantSettings } from './merchant-settings.ts';

/** The merchant id of the address, else the last known one, else the one of the token's cookie. */
export function findMerchant(pathname: string, search: string, diner: DinerState): string | undefined {
  return readMerchantId(pathname, search) ?? localValue.get(storageKeys.merchantId) ?? diner.merchantId;
}

/** The merchant id for the present address, as in `findMerchant`. */
export function useMerchantId(): string | undefined {
  const { pathname, search } = useLocation();
  return findMerchant(pathname, search, useDinerState());
}

/** Stores the merchant's id on the device as soon as the server has confirmed that the merchant exists. */
export function useRememberedMerchant({ merchantId, merchant }: ReturnType<typeof useCurrentMerchant>): void {
  const isKnown = merchant !== undefined;
  useEffect(() => {
    if (isKnown) localValue.set(storageKeys.merchantId, merchantId);
  }, [isKnown, merchantId]);
}

/** The restaurant of the present address. `isMissing`: the server has answered that no restaurant has this id. */
export function useCurrentMerchant() {
  const merchantId = useMerchantId();
  const { data, error, refetch } = useMerchant(merchantId ?? '', useLanguage(), merchantId !== undefined);
  return {
    merchantId,
    merchant: data,
    settings: readMerchantSettings(data),
    isMissing: error instanceof ApiError && error.code === codes.notFound,
    /** Why the restaurant could not be loaded. undefined if it is loaded or loading. */
    failure: data === undefined ? (error ?? undefined) : undefined,
    retry: () => void refetchOrReload(refetch),
  };
}
