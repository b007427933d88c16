import { useMemo, type ReactNode } from 'react';
import { useMenu, useMerchant } from '#src/kit/api/answers/queries.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { settingsOf } from '#src/kit/diner/merchant-settings.ts';
import { indexMenu } from '#src/kit/cart/menu-index.ts';
import { OrderPlaceContext } from '#src/kit/cart/order-place.ts';

/** The currency until the merchant's own is known. */
const usualCurrency = 'USD';

interface Props {
  readonly merchantId: string;
  /** Given how the menu's loading stands. */
  readonly children: (menu: { failed: boolean; loading: boolean; retry(): void }) => ReactNode;
}

/** Loads the merchant and its menu for everything below. */
export function OrderPlaceProvider({ merchantId, children }: Props) {
  const language = useLanguage();
  const { data: merchant } = useMerchant(merchantId, language);
  const { data: menu, isError, isPaused, isFetching, refetch } = useMenu(merchantId, language);
  const index = useMemo(() => indexMenu(menu), [menu]);
  const place = useMemo(() => {
    const { guestMode, orderCodeRequired } = settingsOf(merchant);
    const currency = merchant?.currency || usualCurrency;
    return { merchantId, merchant, menu, index, currency, supportsGuest: guestMode, orderCodeRequired };
  }, [merchantId, merchant, menu, index]);

  return (
    <OrderPlaceContext value={place}>
      {children({ failed: isError || isPaused, loading: isFetching, retry: () => void refetch() })}
    </OrderPlaceContext>
  );
}
