/** Whether a restaurant takes orders of diners now, and the pause in which it takes none. */
import * as z from 'zod/mini';
import { isPlainText } from '#events/log/plain-text.ts';
import { call } from '../http/call.ts';
import { optionalId, storableText, time } from '../fields.ts';

/** Codes of orders that are refused for a while. The message says why and until when. */
export const orderingRefusals = { restaurantClosed: 2027, ordersPaused: 2028, kitchenBusy: 2029 } as const;

export const getOpening = call('GET /api/merchant/opening', {
  query: z.object({ merchantId: optionalId }),
  data: z.object({
    state: z.enum(['open', 'closed', 'paused', 'busy']),
    /** When the state changes next, ms, if that is known. */
    until: z.optional(time),
    /** For diners: a few words, and a sentence with the reason. Both are empty while it is open. */
    title: z.string(),
    text: z.string(),
  }),
});
export type OpeningState = z.infer<typeof getOpening.data>;

/** Lists the times at which an order to go can be picked up, earliest first. */
export const getPickupTimes = call('GET /api/merchant/pickup-times', {
  query: z.object({ merchantId: optionalId }),
  data: z.object({
    /** Whether it can also be picked up as soon as it is ready. */
    asap: z.boolean(),
    /** `text` is the time by the restaurant's clock, in the requested language. */
    times: z.array(z.object({ at: time, text: z.string() })),
  }),
});

export const orderPauseSchema = z.object({
  /** What diners read. A usual reason of the staff page is translated for them. */
  reason: z.string(),
  /** When it ends by itself, ms; null: it lasts until somebody resumes. */
  until: z.nullable(time),
  /** The name of the person who paused, or "", and the time, ms. */
  by: z.string(),
  since: time,
});
export type OrderPause = z.infer<typeof orderPauseSchema>;

export const longestReason = 120;
/** Twelve hours. */
const mostMinutes = 720;

/** Pauses the orders of all diners, or changes the pause. Staff can still order for a table. */
export const pauseOrders = call('POST /api/staff/ordering/pause', {
  body: z.object({
    reason: storableText(longestReason).check(
      z.refine((text) => text.trim() !== '', 'must not be empty'),
      z.refine(isPlainText, 'must not hold control characters'),
    ),
    /** null: until somebody resumes. */
    minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(mostMinutes))),
  }),
  data: z.object({ pause: orderPauseSchema }),
  scope: 'soldOut',
});

/** Ends the pause. */
export const resumeOrders = call('POST /api/staff/ordering/resume', {
  body: z.object({}),
  data: z.object({ resumed: z.boolean() }),
  scope: 'soldOut',
});
