/** The checklist of a restaurant that is about to open. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';

export const readinessItems = ['address', 'hours', 'texts', 'payments', 'printer', 'testOrder'] as const;
export type ReadinessItem = (typeof readinessItems)[number];

const readinessSchema = z.object({
  items: z.array(
    z.object({
      /** One of `readinessItems`. A newer server may have more. */
      item: z.string(),
      /**
       * `missing`: it is not set up; `untested`: it is set up, and nothing has shown yet that it works; `failing`: it
       * does not work now.
       */
      state: z.enum(['ready', 'missing', 'untested', 'failing']),
    }),
  ),
  /** An owner has closed the list, so the staff page does not mention it. */
  isDismissed: z.boolean(),
});
export type Readiness = z.infer<typeof readinessSchema>;

export const getReadiness = call('GET /api/staff/readiness', { data: readinessSchema, right: 'house' });

/** Hides the list's line on the staff page, or shows it again. */
export const dismissReadiness = call('POST /api/staff/readiness/dismiss', {
  body: z.object({ isDismissed: z.boolean() }),
  data: readinessSchema,
  right: 'house',
});
