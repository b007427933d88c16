/** Whether a restaurant takes orders of diners now. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { optionalId, time } from '../fields.ts';

/** Codes of orders that are refused for a while. The message says why and until when. */
export const orderingRefusals = { restaurantClosed: 2027 } as const;

export const getOpening = call('GET /api/merchant/opening', {
  query: z.object({ merchantId: optionalId }),
  data: z.object({
    state: z.enum(['open', 'closed']),
    /** When the state changes next, ms, if that is known. */
    until: z.optional(time),
    /** For diners: a few words, and a sentence with the reason. Both are empty while it is open. */
    title: z.string(),
    text: z.string(),
  }),
});
export type OpeningState = z.infer<typeof getOpening.data>;
