import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useMenu, useMerchant } from '#src/api/queries.ts';
import { useLanguage } from '#src/app/language.ts';
import { settingsOf } from '#src/app/merchant-settings.ts';
import { indexMenu } from './menu-index.ts';
import { OrderLayout } from './OrderLayout.tsx';
import { OrderPlaceContext } from './order-place.ts';

/** The currency until the merchant's own is known. */
const usualCurrency = 'USD';

/** The menu with the table's shared cart. */
export default function OrderPage() {
  const { merchantId = '' } = useParams();
  const language = useLanguage();
  const { data: merchant } = useMerchant(merchantId, language);
  const menu = useMenu(merchantId, language);
  const index = useMemo(() => indexMenu(menu.data), [menu.data]);
  const place = useMemo(() => {
    const { guestMode, orderCodeRequired } = settingsOf(merchant);
    const currency = merchant?.currency || usualCurrency;
    return {
      merchantId,
      merchant,
      menu: menu.data,
      index,
      currency,
      supportsGuest: guestMode,
      orderCodeRequired,
    };
  }, [merchantId, merchant, menu.data, index]);

  return (
    <OrderPlaceContext value={place}>
      {merchant && <title>{merchant.shortName}</title>}
      <OrderLayout
        failed={menu.isError || menu.isPaused}
        loading={menu.isFetching}
        onRetry={() => void menu.refetch()}
      />
    </OrderPlaceContext>
  );
}
