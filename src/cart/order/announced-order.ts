import { useValue, valueOf } from '#client/values/value.ts';

/** Another one's order that the diner was told of. */
interface AnnouncedOrder {
  readonly orderId: string;
  /** Empty when nobody said. */
  readonly userName: string;
}

/** The last one; another object for each. */
export const announcedOrder = valueOf<AnnouncedOrder | undefined>(undefined);

export function useAnnouncedOrder(): AnnouncedOrder | undefined {
  return useValue(announcedOrder);
}
