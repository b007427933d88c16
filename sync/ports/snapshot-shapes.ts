import * as z from 'zod/mini';

/** Lines that this program cannot read, in a message from another tab or in an answer. */
export const unreadSchema = z.array(z.looseObject({ userId: z.string(), line: z.looseObject({}) }));

export const unansweredSchema = z.looseObject({
  id: z.string(),
  ids: z.array(z.string()),
  at: z.number(),
  changes: z.record(z.string(), z.tuple([z.number(), z.number()])),
  lastOrderId: z.string(),
  hadLines: z.boolean(),
  isCut: z.boolean(),
  result: z.optional(z.record(z.string(), z.number())),
  isOvertaken: z.optional(z.literal(true)),
  hasUndone: z.optional(z.literal(true)),
});

export const traceSchema = z.looseObject({
  orderBefore: z.string(),
  dishes: z.record(z.string(), z.looseObject({ asked: z.number(), before: z.number() })),
});
