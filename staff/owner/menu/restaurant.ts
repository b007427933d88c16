import { createContext, use } from 'react';

/** What the forms know of the restaurant. */
export interface Restaurant {
  readonly merchantId: string;
  /** Who is logged in. */
  readonly person: string;
  /** ISO 4217 */
  readonly currency: string;
  /** Of a price. */
  readonly decimals: number;
  /** Of today, whatever the draft says: ids. */
  readonly soldOut: { readonly dishes: ReadonlySet<string>; readonly options: ReadonlySet<string> };
}

export const RestaurantContext = createContext<Restaurant | undefined>(undefined);

export function useRestaurant(): Restaurant {
  const restaurant = use(RestaurantContext);
  if (!restaurant) throw new Error('useRestaurant needs a RestaurantContext above it');
  return restaurant;
}
