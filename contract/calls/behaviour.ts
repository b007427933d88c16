import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { text } from '../fields.ts';

/** The longest `attributes` of one event, which becomes a line of the server's log. */
const longestAttributes = 1_000;

/** What the phone's monitoring library sends (Faro's format). Only the fields here are kept. */
export const logBehaviours = call('POST /api/system/behaviour-log', {
  body: z.looseObject({
    events: z.optional(
      z
        .array(
          z.looseObject({
            name: text(255),
            attributes: z.optional(
              z
                .record(text(64), text(255))
                .check(
                  z.refine(
                    (attributes) => JSON.stringify(attributes).length <= longestAttributes,
                    `must be at most ${longestAttributes} characters as JSON`,
                  ),
                ),
            ),
            timestamp: z.optional(text(40)),
          }),
        )
        .check(z.maxLength(100)),
    ),
    exceptions: z.optional(
      z.array(z.looseObject({ type: text(255), value: z.optional(text(2_000)) })).check(z.maxLength(100)),
    ),
  }),
  data: z.object({ taken: z.number() }),
});
