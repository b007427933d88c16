import type { HouseTax } from '#contract/calls/house.ts';
import { createContext, use } from 'react';

/** What the editor's forms need to know about the restaurant. */
export interface Restaurant {
  readonly merchantId: string;
  /** The name of the logged-in person. */
  readonly person: string;
  /** ISO 4217 */
  readonly currency: string;
  /** The decimals of a price. */
  readonly decimals: number;
  /** Empty if there is only one. */
  readonly taxes: readonly HouseTax[];
  /** The ids of the dishes and options that are sold out today, independent of the draft. */
  readonly soldOut: { readonly dishes: ReadonlySet<string>; readonly options: ReadonlySet<string> };
}

export const RestaurantContext = createContext<Restaurant | undefined>(undefined);

export function useRestaurant(): Restaurant {
  const restaurant = use(RestaurantContext);
  if (!restaurant) throw new Error('useRestaurant needs a RestaurantContext above it');
  return restaurant;
}
