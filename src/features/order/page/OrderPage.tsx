import { useTranslation } from 'react-i18next';
import { useEffect, useEffectEvent } from 'react';
import { useParams, useNavigate } from 'react-router-dom';
import { orderType } from '#contract/states.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { useCartPart, useCartStatus } from '#src/kit/cart/hooks.ts';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { OrderLayout } from './OrderLayout.tsx';
import { OrderPlaceProvider } from './OrderPlaceProvider.tsx';

/** The menu with the table's shared cart. */
export default function OrderPage() {
  const { merchantId = '' } = useParams();
  useGuestsKnown(merchantId);
  return (
    <OrderPlaceProvider merchantId={merchantId}>{(menu) => <OrderLayout {...menu} />}</OrderPlaceProvider>
  );
}

/** CB18: a table that has no number of guests yet, or no longer, is asked for it. */
function useGuestsKnown(merchantId: string): void {
  const { t } = useTranslation('table');
  const { table } = useDiner();
  const { loaded } = useCartStatus();
  const isDineIn = useCartPart((cart) => cart.orderType === orderType.dineIn);
  const isMissing = useCartPart((cart) => cart.guests === 0);
  const navigate = useNavigate();
  const links = useLinks();
  const isAtTable = table !== undefined && table.merchantId === merchantId && table.tableId !== '';
  const isAsked = isAtTable && loaded && isDineIn && isMissing;

  const ask = useEffectEvent(() => {
    showToast(t('guests.invalid'));
    void navigate(links.selectGuests(merchantId), { replace: true });
  });
  useEffect(() => {
    if (isAsked) ask();
  }, [isAsked]);
}
