/** CX17: a table calls somebody (A1). */
import * as z from 'zod/mini';
import { helpKinds } from '#events/fulfilment/help-kinds.ts';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { actId } from './service.ts';

export const helpCallSchema = z.object({
  helpId: id,
  /** One of `helpKinds`; a newer server may know more. */
  kind: z.string(),
  /** Whose part of the bill is meant; null: everybody's. */
  share: z.nullable(id),
  /** Who called. */
  userId: z.nullable(id),
  userName: z.string(),
  /** ms */
  askedAt: time,
  /** When somebody said that they come; null: nobody did. */
  answeredAt: z.nullable(time),
  answeredBy: z.string(),
});
export type HelpCallData = z.infer<typeof helpCallSchema>;

const helpSchema = z.object({
  /** Somebody of the restaurant looks at its page: a call is seen. */
  offered: z.boolean(),
  calls: z.array(helpCallSchema),
});
export type Help = z.infer<typeof helpSchema>;

const path = '/api/merchant/table/help';

export const getHelp = call(`GET ${path}`, { data: helpSchema });

/** The same kind again is the same call, whoever of the table asks. `helpId` is made where the finger was (A3). */
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

/** Somebody is on their way. */
export const answerHelp = call('POST /api/staff/table/help', {
  /** `actId` (A3): by it that is taken back, with `takeBackAtTable`. */
  body: z.object({ sessionId: id, helpId: id, actId: z.optional(actId) }),
  data: z.object({
    answered: z.boolean(),
    /** Until when it may be taken back; null: it cannot. */
    undoUntil: z.nullable(time),
  }),
  scope: 'settle',
  right: 'service',
});
