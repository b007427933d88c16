import { useValue, createValue } from '#client/values/value.ts';

/** An order that another diner placed, and that this diner was notified of. */
interface AnnouncedOrder {
  readonly orderId: string;
  /** Empty if the notice named no diner. */
  readonly userName: string;
}

/** The last announced order, a new object for each notice. */
export const announcedOrder = createValue<AnnouncedOrder | undefined>(undefined);

export function useAnnouncedOrder(): AnnouncedOrder | undefined {
  return useValue(announcedOrder);
}
