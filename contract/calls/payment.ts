/** CX20: the bill's parts, and paying them at the page of the restaurant's provider (D30, D51). */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, currencyCode, id, text, time } from '../fields.ts';
import { limits } from '../limits.ts';

/** The `method` of a payment that was made at the page. */
/** A variable of the server's environment without which nobody can pay at the restaurant's page. */
export const paymentPageProblems = ['PUBLIC_URL', 'ALLOWED_SITES', 'PAYMENT_SECRETS'] as const;
export type PaymentPageProblem = (typeof paymentPageProblems)[number];

export const paidOnline = 'online';

/** As the page is asked for it: at least a coin, never a negative. */
const money = z.string().check(z.regex(/^\d{1,9}\.\d{2,3}$/, 'must be an amount like 12.50'));

/** Made where the finger was (A3). */
const paymentId = text(64).check(
  z.regex(/^[\w-]{16,64}$/, 'must have 16 to 64 letters, digits, "-" and "_"'),
);

/** How one way to the page went; after a while without news it is told no more. */
const attemptSchema = z.object({
  paymentId: id,
  /** Who went there. */
  userId: id,
  /** Whose part it is; null: nobody's in particular. */
  share: z.nullable(id),
  amount,
  tip: amount,
  startedAt: time,
  /** `unclear`: the page says something else than it was asked; the restaurant's people look after it. */
  state: z.enum(['underWay', 'paid', 'failed', 'unclear']),
});
export type PaymentAttempt = z.infer<typeof attemptSchema>;

const payingSchema = z.object({
  /** The restaurant has a page where this may be paid. */
  online: z.boolean(),
  /** Percentages that are offered as a tip; none: it takes none here. */
  tips: z.array(z.number()),
  attempts: z.array(attemptSchema),
});
export type Paying = z.infer<typeof payingSchema>;

/** How an order can be paid from the phone, and how the table's ways to the page went. */
export const getPaying = call('GET /api/merchant/order/paying', {
  query: z.object({ id }),
  data: payingSchema,
});

/** On an order as `sharing`: who shares a dish, by its line; others are paid by who added them. */
export const sharingSchema = z.record(z.string(), z.array(id));

/** Who shares a dish, for every phone of the table and the counter; nobody: whoever added it. */
export const shareDish = call('POST /api/merchant/order/share', {
  body: z.object({
    orderId: id,
    orderItemId: id,
    userIds: z.array(id).check(z.maxLength(limits.membersOfTable)),
  }),
  data: z.object({ changed: z.boolean() }),
});

/**
 * The signed address of the page, which asks for exactly this. The same payment again is the same address; refused with
 * 4092 `moreThanOwed`, and with 4093 where there is no page.
 */
export const payOnline = call('POST /api/merchant/order/pay', {
  body: z.object({
    paymentId,
    orderId: id,
    amount: money.check(z.refine((value) => Number(value) > 0, 'must be more than 0')),
    tip: money,
    share: z.optional(id),
    /** Where the page leads back to: the path of the order's page. */
    path: text(300).check(z.regex(/^\/(?!\/)[\w/.%-]*$/, 'must be a path')),
  }),
  data: z.object({ url: z.string() }),
});

/** There is no payment page, or none that the phones may be led to. */
export const noPaymentPage = 4093;

/** What the page posts, signed like a webhook: what became of a payment. */
const paymentResultSchema = z.object({
  payment: id,
  status: z.enum(['paid', 'failed']),
  /** Of `paid`: what was taken, as it was asked for. */
  amount: z.optional(amount),
  tip: z.optional(amount),
  currency: z.optional(currencyCode),
  /** What the provider calls it. */
  reference: z.optional(text(200)),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/** A payment was already told otherwise, or is not what the page was asked for. */
export const paymentDiffers = 4094;

export const takePaymentResult = call('POST /api/merchant/payment/:merchantId', {
  params: z.object({ merchantId: id }),
  body: paymentResultSchema,
  /**
   * `paid`: it stands on the order now; `tooMuch`: so it does, and more is paid than is owed: the staff are told to give it
   * back; `known`: it had been told before; `noted`: nothing was paid.
   */
  data: z.object({ outcome: z.enum(['paid', 'tooMuch', 'known', 'noted']) }),
});

/** What a page told that it was not asked for; the staff look after it. */
export const paymentDisputeSchema = z.object({
  paymentId: id,
  orderId: id,
  serial: z.string(),
  tableName: z.nullable(z.string()),
  /** Asked for: with the tip. */
  asked: amount,
  /** Told, as far as it was. */
  told: z.nullable(amount),
  currency: z.string(),
  reference: z.string(),
  at: time,
});
export type PaymentDispute = z.infer<typeof paymentDisputeSchema>;

/** Somebody has looked after it. */
export const settleDispute = call('POST /api/staff/payment/settled', {
  body: z.object({ paymentId: id }),
  data: z.object({ settled: z.boolean() }),
  scope: 'settle',
  right: 'service',
});
