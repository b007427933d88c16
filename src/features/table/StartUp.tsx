import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { orderType } from '#contract/states.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useOrderList, useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useCartPart, useCartStatus, useTableNotices } from '#src/cart/hooks.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';
import { isBeingLeft } from '#ui/navigation/back-layer.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { matchRoute, type RouteName } from '#ui/routes/navigation.ts';
import { storeChoices } from './stored-choices.ts';
import { usePopups } from '#src/popups/popups.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** If a visit begins on one of these pages, the order type is asked. The order page asks itself, others do not need it. */
const askedOn: ReadonlySet<RouteName> = new Set(['merchantHome', 'search']);

/** Checks and questions at the start of a visit, on any page. Renders nothing itself. */
export function StartUp() {
  useLogMissingMerchant();
  useStoreChoices();
  useAskOrderType();
  useUnavailableTableNotice();
  useMissingGuestsNotice();
  return null;
}

/** Missing data of the restaurant is only logged, because the app works with defaults. */
function useLogMissingMerchant(): void {
  const { merchantId, merchant, failure } = useCurrentMerchant();
  const page = matchRoute(useLocation().pathname)?.name;
  const isNowhere = merchantId === undefined && page === 'notFound';
  const hasNoSettings = merchant?.necessarySettingValues.length === 0;

  useEffectWhen(isNowhere, () => console.warn('no merchant id'));
  useEffectWhen(failure !== undefined, () => console.warn(`merchant ${merchantId}: no information`, failure));
  useEffectWhen(hasNoSettings, () => console.warn(`merchant ${merchantId}: no settings, the defaults hold`));
}

/** Stores the cart's guest count and order type on the phone whenever they change. */
function useStoreChoices(): void {
  const { table } = useDiner();
  const guests = useCartPart((cart) => cart.guests);
  const type = useCartPart((cart) => cart.orderType);
  const { loaded } = useCartStatus();
  useEffect(() => storeChoices(table, { guests, orderType: type, loaded }), [table, guests, type, loaded]);
}

/** Asks a diner who has never ordered here for the order type, once per visit. */
function useAskOrderType(): void {
  const { pathname, search } = useLocation();
  const popups = usePopups();
  const { merchantId = '', merchant } = useCurrentMerchant();
  const { token } = useDinerState();
  const [firstPath] = useState(pathname);
  const page = matchRoute(pathname)?.name;
  const { orderType: choice } = useNavigationStateFor()(pathname + search, false);
  const isUnchosen = choice === 'none';
  const isVisitStart =
    pathname === firstPath && page !== undefined && askedOn.has(page) && merchant !== undefined;
  // Without a token the diner cannot have ordered.
  const hasToken = token !== undefined;
  const orders = useOrderList(merchantId, isVisitStart && isUnchosen && hasToken);
  const hasNone = !hasToken || orders.data?.pages[0]?.total === 0;
  // While another page is loading, the question would open on the page that is about to go.
  const shouldAsk = isVisitStart && isUnchosen && hasNone && !isBeingLeft(pathname);

  const wasAsked = useRef(false);
  // A later logout, or a return to the first page, is not the start of a visit.
  useEffectWhen(choice === 'chosen' || pathname !== firstPath, () => void (wasAsked.current = true));
  useEffectWhen(shouldAsk, () => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    popups.openOrderType();
  });
}

/** A closed table refuses its order and its cart. The answer for the cart, which thanks the diner, may come later, ms. */
const goodbyeMs = 1_500;

/** Shows a notice if the server cannot return the table's order. The thanks for a closed table say it better. */
function useUnavailableTableNotice(): void {
  const { t } = useTranslation('table');
  const { table } = useDiner();
  const { error } = useTableActiveOrder(table);
  const isUnavailable = error instanceof ApiError && error.code === codes.tableUnavailable;

  const hasEnded = useRef(false);
  useTableNotices(({ kind }) => {
    if (kind === 'sessionEnded' || kind === 'sessionReopened') hasEnded.current = kind === 'sessionEnded';
  });
  useEffect(() => {
    if (!isUnavailable) return;
    const timer = setTimeout(() => hasEnded.current || showToast(t('notices.unavailable')), goodbyeMs);
    return () => clearTimeout(timer);
  }, [isUnavailable, t]);
}

/**
 * Shows a notice if a dine-in table has no guest count. The count was reset, or dine-in was chosen before it was entered.
 */
function useMissingGuestsNotice(): void {
  const { t } = useTranslation('table');
  const { merchantId } = useCurrentMerchant();
  const hasTable = findTableAt(merchantId, useDiner()) !== undefined;
  const page = matchRoute(useLocation().pathname)?.name;
  const { loaded } = useCartStatus();
  const isMissing = useCartPart((cart) => cart.orderType === orderType.dineIn && cart.guests === 0);
  // On these two pages the diner may not have entered a count yet.
  const isOrdering = page !== 'merchantHome' && page !== 'qrLanding';

  useEffectWhen(hasTable && loaded && isMissing && isOrdering, () => showToast(t('guests.invalid')));
}
