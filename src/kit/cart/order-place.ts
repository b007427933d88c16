import { createContext, use } from 'react';
import type { Menu, TinyMerchant } from '#contract/calls/merchant.ts';
import type { MenuIndex } from '#contract/menu-index.ts';

/** What every part of the order page needs to know about where it is. */
interface OrderPlace {
  readonly merchantId: string;
  readonly merchant: TinyMerchant | undefined;
  readonly menu: Menu | undefined;
  readonly index: MenuIndex;
  /** ISO 4217 */
  readonly currency: string;
  /** Setting 18001: guests may put dishes into the cart. */
  readonly supportsGuest: boolean;
  /** Setting 18002 (D7). */
  readonly orderCodeRequired: boolean;
}

export const OrderPlaceContext = createContext<OrderPlace | undefined>(undefined);

export function useOrderPlace(): OrderPlace {
  const place = use(OrderPlaceContext);
  if (!place) throw new Error('useOrderPlace needs an OrderPlaceContext above it');
  return place;
}
