/** The shape of a snapshot server's answers. */
import * as z from 'zod/mini';
import { itemSchema } from '#events/item.ts';
import { unreadSchema } from '../../ports/snapshot-shapes.ts';

const count = z.int().check(z.minimum(0));

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
