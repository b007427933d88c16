import { useValue, valueOf } from '#client/values/value.ts';

/** Another one's order that the diner was told of. */
interface ToldOrder {
  readonly orderId: string;
  /** Empty when nobody said. */
  readonly userName: string;
}

/** The last one; another object for each. */
export const toldOrder = valueOf<ToldOrder | undefined>(undefined);

export function useToldOrder(): ToldOrder | undefined {
  return useValue(toldOrder);
}
