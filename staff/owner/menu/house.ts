import { createContext, use } from 'react';

/** What the forms know of the restaurant. */
export interface House {
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

export const HouseContext = createContext<House | undefined>(undefined);

export function useHouse(): House {
  const house = use(HouseContext);
  if (!house) throw new Error('useHouse needs a HouseContext above it');
  return house;
}
