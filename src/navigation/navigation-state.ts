import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { codes } from '#contract/codes.ts';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { registrationState } from '#contract/states.ts';
import { ApiError } from '#client/api/api-error.ts';
import type { DinerState } from '#client/api/diner-state.ts';
import { getMerchantKey } from '#client/api/queries/merchant-queries.ts';
import { sessionValue, storageKeys } from '#client/values/web-storage.ts';
import { useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { findMerchant } from '#src/diner/current-merchant.ts';
import { readMerchantSettings } from '#src/diner/merchant-settings.ts';
import type { NavigationState } from '#ui/routes/navigation.ts';
import { getPathLanguage } from '#ui/routes/routes.ts';
import { site } from '#client/api/site.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';

/** The order type in the table's cart. */
interface TableAnswer {
  readonly orderType: number | null;
  readonly isLoaded: boolean;
}

/** Returns a function that collects the input of the navigation rules for an address. */
export function useNavigationStateFor(): (target: string, hasPrevious: boolean) => NavigationState {
  const queries = useQueryClient();
  const orderType = useCartPart((cart) => cart.orderType);
  const { loaded: isLoaded } = useCartStatus();
  const diner = useDinerState();
  return useCallback(
    (target, hasPrevious) => {
      const { pathname, search } = new URL(target, location.origin);
      const merchantId = findMerchant(pathname, search, diner);
      const { merchant, isMissing } = readMerchantState(queries, merchantId, pathname);
      return {
        merchantId,
        merchantIsMissing: isMissing,
        orderType: readOrderType(merchantId, diner, { orderType, isLoaded }),
        member: readMember(merchantId, diner),
        takesMembersOnly: merchant !== undefined && !readMerchantSettings(merchant).guestMode,
        hasName: !diner.member || diner.member.firstName.trim() !== '',
        hasPrevious,
        site,
      };
    },
    [queries, diner, orderType, isLoaded],
  );
}

function readMerchantState(queries: QueryClient, merchantId: string | undefined, pathname: string) {
  const known = queries.getQueryState<TinyMerchant>(
    getMerchantKey(merchantId ?? '', getPathLanguage(pathname)),
  );
  const isMissing = known?.error instanceof ApiError && known.error.code === codes.notFound;
  return { merchant: known?.data, isMissing };
}

/** At a table the shared cart has the order type. For an order to go without a table, the phone stores it. */
export function readOrderType(
  merchantId: string | undefined,
  { merchantId: knownMerchant, table }: DinerState,
  { orderType, isLoaded }: TableAnswer,
): NavigationState['orderType'] {
  if (knownMerchant !== merchantId) return 'none';
  if (!table) return sessionValue.get(storageKeys.orderType) === undefined ? 'none' : 'chosen';
  if (orderType !== null) return 'chosen';
  return isLoaded ? 'none' : 'unknown';
}

/** Whether the diner is a member of this merchant. A token is valid at one merchant only. */
export function readMember(
  merchantId: string | undefined,
  { merchantId: knownMerchant, token, member }: DinerState,
): NavigationState['member'] {
  if (knownMerchant !== merchantId || !token) return 'no';
  if (!member) return 'unknown';
  return member.registrationState === registrationState.registered ? 'yes' : 'no';
}

/** True if the merchant takes members only and the diner is a guest. False while either is unknown. */
export function isLoginNeeded({ member, takesMembersOnly }: NavigationState): boolean {
  return takesMembersOnly && member === 'no';
}
