/** Calls of a table for the staff. */
import * as z from 'zod/mini';
import { helpKinds } from '#events/fulfilment/help-kinds.ts';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { actId } from './service.ts';

export const helpCallSchema = z.object({
  helpId: id,
  /** One of `helpKinds`. A newer server may have more kinds. */
  kind: z.string(),
  /** The diner whose share the call is about; null if it is about the whole bill. */
  share: z.nullable(id),
  /** The diner who called. */
  userId: z.nullable(id),
  userName: z.string(),
  /** ms */
  askedAt: time,
  /** When a staff member answered that they are coming; null if nobody has. */
  answeredAt: z.nullable(time),
  answeredBy: z.string(),
});
export type HelpCallData = z.infer<typeof helpCallSchema>;

const helpSchema = z.object({
  /** Whether the staff page is open, so that a call will be noticed. */
  offered: z.boolean(),
  calls: z.array(helpCallSchema),
});
export type Help = z.infer<typeof helpSchema>;

const path = '/api/merchant/table/help';

export const getHelp = call(`GET ${path}`, { data: helpSchema });

/**
 * Calls the staff. The same kind again is the same call, whichever diner asks. The device that calls creates `helpId`.
 */
export const askHelp = call(`POST ${path}`, {
  body: z.object({
    helpId: text(64).check(z.regex(/^[!-~]+$/, 'must be printable, 1 to 64 characters')),
    kind: z.enum(helpKinds),
    share: z.optional(id),
  }),
  data: helpSchema,
});

export const withdrawHelp = call(`POST ${path}/withdraw`, {
  body: z.object({ helpId: id }),
  data: helpSchema,
});

/** Answers that somebody is coming. */
export const answerHelp = call('POST /api/staff/table/help', {
  /** `takeBackAtTable` with this `actId` undoes it. */
  body: z.object({ sessionId: id, helpId: id, actId: z.optional(actId) }),
  data: z.object({
    answered: z.boolean(),
    /** Until when it can be undone; null if it cannot. */
    undoUntil: z.nullable(time),
  }),
  scope: 'settle',
  right: 'service',
});
