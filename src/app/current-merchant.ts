import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { codes } from '#contract/codes.ts';
import type { TinyMerchant } from '#contract/merchant.ts';
import { ApiError } from '#src/api/api-error.ts';
import { dinerState, type DinerState } from '#src/api/diner-state.ts';
import { useMerchant } from '#src/api/queries.ts';
import { storageKeys } from '#src/api/storage-keys.ts';
import { localValue } from '#src/api/web-storage.ts';
import { useLanguage } from './language.ts';
import { settingsOf, type MerchantSettings } from './merchant-settings.ts';
import { matchRoute } from './navigation.ts';

/** Who asks from where, followed while it changes. */
export function useDinerState(): DinerState {
  return useSyncExternalStore(subscribe, () => dinerState.value);
}

function subscribe(notify: () => void): () => void {
  const subscription = dinerState.subscribe(notify);
  return () => subscription.unsubscribe();
}

/** Section 2: the merchant of the route, else of the query, else the remembered one. */
export function useMerchantId(): string | undefined {
  const { pathname, search } = useLocation();
  const { merchantId } = useDinerState();
  return (
    matchRoute(pathname)?.params['merchantId'] ||
    new URLSearchParams(search).get('merchantId') ||
    merchantId ||
    localValue.get(storageKeys.merchantId)
  );
}

export interface CurrentMerchant {
  readonly merchantId: string | undefined;
  /** undefined until it is loaded. */
  readonly merchant: TinyMerchant | undefined;
  readonly settings: MerchantSettings;
  /** The server has said that there is none of this id. */
  readonly isMissing: boolean;
  /** It could not be loaded. */
  readonly hasFailed: boolean;
  retry(): void;
}

/** The restaurant that the address belongs to. */
export function useCurrentMerchant(): CurrentMerchant {
  const merchantId = useMerchantId();
  const { data, error, refetch } = useMerchant(merchantId ?? '', useLanguage(), merchantId !== undefined);
  return {
    merchantId,
    merchant: data,
    settings: settingsOf(data),
    isMissing: error instanceof ApiError && error.code === codes.notFound,
    hasFailed: error !== null && data === undefined,
    retry: () => void refetch(),
  };
}
