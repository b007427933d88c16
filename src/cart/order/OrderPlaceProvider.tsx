import { findCurrency } from '#ui/i18n/currency.ts';
import { useMemo, type ReactNode } from 'react';
import { useMenu, useMerchant } from '#client/api/queries/merchant-queries.ts';
import { refetchOrReload } from '#client/version/import-with-retry.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { readMerchantSettings } from '#src/diner/merchant-settings.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { OrderPlaceContext } from '../hooks.ts';

/** The state of loading the menu. */
export interface MenuLoading {
  /** The error. null while offline, undefined if the menu is loaded or loading. */
  readonly failure: unknown;
  readonly loading: boolean;
  onRetry(): void;
}

interface Props {
  readonly merchantId: string;
  readonly children: (menu: MenuLoading) => ReactNode;
}

/** Loads the merchant and its menu, and provides them to the components below. */
export function OrderPlaceProvider({ merchantId, children }: Props) {
  const language = useLanguage();
  const { data: merchant } = useMerchant(merchantId, language);
  const { data: menu, error, isPaused, isFetching, refetch } = useMenu(merchantId, language);
  const index = useMemo(() => indexMenu(menu), [menu]);
  const place = useMemo(() => {
    const { guestMode, orderCodeRequired } = readMerchantSettings(merchant);
    const currency = findCurrency(merchant, language);
    return { merchantId, merchant, menu, index, currency, supportsGuest: guestMode, orderCodeRequired };
  }, [merchantId, merchant, menu, index, language]);

  return (
    <OrderPlaceContext value={place}>
      {children({
        failure: error ?? (isPaused ? null : undefined),
        loading: isFetching,
        onRetry: () => void refetchOrReload(refetch),
      })}
    </OrderPlaceContext>
  );
}
