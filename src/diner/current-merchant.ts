import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useMerchant } from '#client/api/answers/queries.ts';
import type { DinerState } from '#client/api/diner-state.ts';
import { askAgain } from '#client/version/missing-code.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { merchantOfAddress } from '#ui/routes/navigation.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';
import { useDinerState } from './use-diner-state.ts';
import { settingsOf } from './merchant-settings.ts';

/** CN1: the merchant of the address, else the one that was known last, else that of the token's cookie. */
export function merchantFor(pathname: string, search: string, diner: DinerState): string | undefined {
  return merchantOfAddress(pathname, search) ?? localValue.get(storageKeys.merchantId) ?? diner.merchantId;
}

/** CN1: the merchant of the route, else of the query, else the remembered one. */
export function useMerchantId(): string | undefined {
  const { pathname, search } = useLocation();
  return merchantFor(pathname, search, useDinerState());
}

/** D28: kept as soon as the merchant is known. */
export function useRememberedMerchant({ merchantId, merchant }: ReturnType<typeof useCurrentMerchant>): void {
  const isKnown = merchant !== undefined;
  useEffect(() => {
    if (isKnown) localValue.set(storageKeys.merchantId, merchantId);
  }, [isKnown, merchantId]);
}

/** The restaurant that the address belongs to; `isMissing`: the server has said that there is none of this id. */
export function useCurrentMerchant() {
  const merchantId = useMerchantId();
  const { data, error, refetch } = useMerchant(merchantId ?? '', useLanguage(), merchantId !== undefined);
  return {
    merchantId,
    merchant: data,
    settings: settingsOf(data),
    isMissing: error instanceof ApiError && error.code === codes.notFound,
    /** Why nothing is known of it; undefined: it is known, or still asked for. */
    failure: data === undefined ? (error ?? undefined) : undefined,
    retry: () => void askAgain(refetch),
  };
}
