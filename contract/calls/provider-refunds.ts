/** Refunds that the server asks the restaurant's payment provider for, and that staff have to look after. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, id, time } from '../fields.ts';
import { connectionProblems } from './connections.ts';

/** Why a refund at the provider did not work, or may not have worked. */
export const refundProblems = [
  ...connectionProblems,
  /** The restaurant uses another provider now, or none. */
  'otherProvider',
  /** The provider gives back only what was paid by card. */
  'notCard',
  /** The data were restored from a backup, so the refund may have been sent before. */
  'restored',
] as const;
export type RefundProblemKind = (typeof refundProblems)[number];

export const refundToLookAfterSchema = z.object({
  refundId: id,
  orderId: id,
  serial: z.string(),
  tableName: z.nullable(z.string()),
  provider: z.string(),
  amount,
  currency: z.string(),
  /** The provider's id of the payment. */
  reference: z.string(),
  /**
   * `failed`: nothing was given back. `unclear`: the provider may have given it back. `trying`: the provider has not
   * answered for a while, and the server goes on asking.
   */
  state: z.enum(['failed', 'unclear', 'trying']),
  why: z.enum(refundProblems),
  /** The provider's own words, or an empty text. */
  detail: z.string(),
  /** When the staff recorded the refund. */
  at: time,
});
export type RefundToLookAfter = z.infer<typeof refundToLookAfterSchema>;

export const providerRefundSchema = z.object({
  /** The `id` of the refund among the payments of the order. */
  paymentId: id,
  provider: z.string(),
  /** `failed`: nothing was given back. `unclear`: it may have been. `byHand`: staff gave it back themselves. */
  state: z.enum(['underWay', 'done', 'failed', 'unclear', 'byHand']),
});
export type ProviderRefund = z.infer<typeof providerRefundSchema>;

const refundBody = z.object({ refundId: id });

/** Sends a refund to the provider once more. False if it needs no attention any more. */
export const retryRefund = call('POST /api/staff/refund/again', {
  body: refundBody,
  data: z.object({ again: z.boolean() }),
  scope: 'settle',
  right: 'service',
});

/** Marks a refund as given back by hand. The server does not send it any more. */
export const settleRefund = call('POST /api/staff/refund/settled', {
  body: refundBody,
  data: z.object({ settled: z.boolean() }),
  scope: 'settle',
  right: 'service',
});
