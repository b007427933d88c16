/** The shapes of what only a phone at a snapshot server reads: answers, messages of tabs and rows on the disk. */
import * as z from 'zod/mini';
import { itemSchema } from '#events/item.ts';
import { count, versionVectorSchema } from '#events/log/event-fields.ts';

/** Lines that this program cannot read. */
const unreadSchema = z.array(z.looseObject({ userId: z.string(), line: z.looseObject({}) }));

export const snapshotAnswerSchema = z.looseObject({
  // The next request repeats these fields, so reject all others.
  serverVersion: z.strictObject({
    cartRowVersion: z.optional(z.union([z.string(), z.number()])),
    updateAt: z.optional(z.number()),
  }),
  carts: z.optional(
    z.array(
      z.looseObject({
        userId: z.string(),
        lines: z.array(z.looseObject({ lineId: z.string(), item: itemSchema, quantity: z.int() })),
      }),
    ),
  ),
  unread: z.optional(unreadSchema),
  guests: z.nullish(count),
  orderType: z.nullish(count),
});

const unansweredPost = z.looseObject({
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

const trace = z.looseObject({
  orderBefore: z.string(),
  dishes: z.record(z.string(), z.looseObject({ asked: z.number(), before: z.number() })),
});

/** Only the fields that the protocol reads. */
const openOrder = z.looseObject({
  id: z.string(),
  rowVersion: z.number(),
  orderItems: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        productId: z.string(),
        quantity: z.number(),
        orderItemModifiers: z.array(z.looseObject({ modifierProductId: z.string(), quantity: z.int() })),
      }),
    ),
  ),
});

const tabMessage = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('ask'), above: z.number(), heard: versionVectorSchema }),
  z.looseObject({ kind: z.literal('unread'), lines: unreadSchema }),
  z.looseObject({ kind: z.literal('unanswered'), posts: z.array(unansweredPost) }),
]);

export const schemas = { openOrder, tabMessage, trace, unansweredPost } as const;
