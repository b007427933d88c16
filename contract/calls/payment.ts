/** Splitting the bill, and paying parts of it on the payment page of the restaurant's provider. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, currencyCode, id, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { paidParts } from '../payments/payment-fields.ts';

/** A variable of the server's environment that is missing, so that diners cannot pay on the restaurant's page. */
export const paymentPageProblems = ['PUBLIC_URL', 'ALLOWED_SITES', 'PAYMENT_SECRETS'] as const;
export type PaymentPageProblem = (typeof paymentPageProblems)[number];

/** The `method` of a payment on the payment page. */
export const paidOnline = 'online';

/** The amount as it is sent to the payment page: positive, at least a coin. */
const money = z.string().check(z.regex(/^\d{1,9}(\.\d{2,3})?$/, 'must be an amount like 12.50'));

/** Created by the device that pays. */
const paymentId = text(64).check(
  z.regex(/^[\w-]{16,64}$/, 'must have 16 to 64 letters, digits, "-" and "_"'),
);

/** The state of one attempt to pay. It disappears after a while without news. */
const attemptSchema = z.object({
  paymentId: id,
  /** The diner who pays. */
  userId: id,
  /** The diner whose share is paid; null if it is not about one diner. */
  share: z.nullable(id),
  /** The diners whose shares are paid, if they are several. */
  sharers: z.optional(z.array(id)),
  amount,
  tip: amount,
  startedAt: time,
  /** `unclear`: the page reported something else than was requested. The staff resolve it. */
  state: z.enum(['underWay', 'paid', 'failed', 'unclear']),
});
export type PaymentAttempt = z.infer<typeof attemptSchema>;

const payingSchema = z.object({
  /** Whether the restaurant has a page where this can be paid. */
  online: z.boolean(),
  /** Percentages that are offered as a tip; empty if no tip is possible. */
  tips: z.array(z.number()),
  attempts: z.array(attemptSchema),
});
export type Paying = z.infer<typeof payingSchema>;

/** Returns how an order can be paid on the phone, and the state of the table's attempts. */
export const getPaying = call('GET /api/merchant/order/paying', {
  query: z.object({ id }),
  data: payingSchema,
});

/** The field `sharing` of an order: who shares a dish, by line. Other dishes are paid by the diner who added them. */
export const sharingSchema = z.record(z.string(), z.array(id));

/** Sets who shares a dish, for all phones of the table and the staff. An empty list means the diner who added it. */
export const shareDish = call('POST /api/merchant/order/share', {
  body: z.object({
    orderId: id,
    orderItemId: id,
    userIds: z.array(id).check(z.maxLength(limits.membersOfTable)),
  }),
  data: z.object({ changed: z.boolean() }),
});

/**
 * Returns the signed address of the payment page, for exactly this payment. The same payment gets the same address. It
 * is refused with 4092 `moreThanOwed`, and with 4093 if there is no page.
 */
export const payOnline = call('POST /api/merchant/order/pay', {
  body: z.object({
    paymentId,
    orderId: id,
    amount: money.check(z.refine((value) => Number(value) > 0, 'must be more than 0')),
    tip: money,
    share: z.optional(id),
    /** The shares of several diners, which add up to the amount. */
    parts: z.optional(paidParts),
    /** The path of the order page, to which the payment page returns. */
    path: text(300).check(z.regex(/^\/(?!\/)[\w/.%-]*$/, 'must be a path')),
  }),
  data: z.object({ url: z.string() }),
});

/** The page of the API server that sends the diner to the restaurant's provider. `payOnline` may return its address. */
export const composeHandOverPath = (merchantId: string, paymentId: string) =>
  `/api/merchant/payment/${encodeURIComponent(merchantId)}/open/${encodeURIComponent(paymentId)}`;

/** There is no payment page, or phones may not be sent to it. */
export const noPaymentPage = 4093;

/** What the payment page posts about a payment, signed like a webhook. */
const paymentResultSchema = z.object({
  payment: id,
  status: z.enum(['paid', 'failed']),
  /** For `paid`, the amount that was taken. */
  amount: z.optional(amount),
  tip: z.optional(amount),
  currency: z.optional(currencyCode),
  /** The provider's id of the payment. */
  reference: z.optional(text(200)),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/** The payment was already reported differently, or is not the one that was requested. */
export const paymentDiffers = 4094;

export const takePaymentResult = call('POST /api/merchant/payment/:merchantId', {
  params: z.object({ merchantId: id }),
  body: paymentResultSchema,
  /**
   * `paid`: the order has the payment now. `tooMuch`: the order has it, but more is paid than owed, and the staff are
   * told to refund the difference. `known`: it was already reported. `noted`: nothing was paid.
   */
  data: z.object({ outcome: z.enum(['paid', 'tooMuch', 'known', 'noted']) }),
});

/** A payment that the page reported but that was not requested. The staff resolve it. */
export const paymentDisputeSchema = z.object({
  paymentId: id,
  orderId: id,
  serial: z.string(),
  tableName: z.nullable(z.string()),
  /** The requested amount with the tip. */
  asked: amount,
  /** The reported amount, if there was one. */
  told: z.nullable(amount),
  currency: z.string(),
  reference: z.string(),
  at: time,
});
export type PaymentDispute = z.infer<typeof paymentDisputeSchema>;

/** Marks a dispute as resolved. */
export const settleDispute = call('POST /api/staff/payment/settled', {
  body: z.object({ paymentId: id }),
  data: z.object({ settled: z.boolean() }),
  scope: 'settle',
  right: 'service',
});
