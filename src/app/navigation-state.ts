import { registrationState } from '#contract/states.ts';
import type { DinerState } from '#src/api/diner-state.ts';
import { storageKeys } from '#src/api/storage-keys.ts';
import { sessionValue } from '#src/api/web-storage.ts';
import { useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { useCurrentMerchant, useDinerState, type CurrentMerchant } from './current-merchant.ts';
import type { NavigationState } from './navigation.ts';

/** What the navigation rules look at, gathered. */
export function useNavigationState(): NavigationState {
  const current = useCurrentMerchant();
  const diner = useDinerState();
  const inCart = useCartPart((cart) => cart.orderType);
  const { loaded } = useCartStatus();
  const isHere = diner.merchantId === current.merchantId;
  const hasTable = isHere && diner.table !== undefined;

  return {
    merchantId: current.merchantId,
    merchantIsMissing: current.isMissing,
    orderType: orderTypeOf(hasTable, isHere, inCart, loaded),
    mustLogIn: isLoginNeeded(current, diner),
  };
}

/** At a table the shared cart knows; to-go without a table the phone alone does (D19). */
function orderTypeOf(
  hasTable: boolean,
  isHere: boolean,
  inCart: number | null,
  isAnswered: boolean,
): NavigationState['orderType'] {
  if (hasTable) {
    if (inCart !== null) return 'chosen';
    return isAnswered ? 'none' : 'unknown';
  }
  return isHere && sessionValue.get(storageKeys.orderType) !== undefined ? 'chosen' : 'none';
}

/** True when the merchant takes no visitors and this is one; while either is not known, nobody is stopped. */
export function isLoginNeeded(
  { merchant, settings, merchantId }: CurrentMerchant,
  diner: DinerState,
): boolean {
  if (!merchant || settings.guestMode) return false;
  if (diner.merchantId !== merchantId || !diner.token) return true;
  return diner.member !== undefined && diner.member.registrationState !== registrationState.registered;
}
