/** The payments of an order. A refund is a payment below zero. */
import * as z from 'zod/mini';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { amount, count, id, time } from '../fields.ts';
import { limits } from '../limits.ts';
import type { Order } from '../order-fields.ts';

/** The share of one diner in a payment for several. */
const partSchema = z.object({ userId: id, amount });
export type PaymentPart = z.infer<typeof partSchema>;

/** The shares of several diners in a request. They add up to the amount of the payment. */
export const paidParts = z
  .array(
    z.object({
      userId: id,
      amount: z.string().check(
        z.regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount, as text'),
        z.refine((text) => Number(text) > 0, 'must be more than 0'),
      ),
    }),
  )
  .check(z.minLength(2), z.maxLength(limits.membersOfTable));

/** The refunded pieces of a line, and the amount that was paid for them. */
const refundedDishSchema = z.object({ orderItemId: id, quantity: count, amount });
export type RefundedDish = z.infer<typeof refundedDishSchema>;

const paymentSchema = z.looseObject({
  id: z._default(z.string(), ''),
  /** The amount by which it reduces the open part of the bill. */
  amount,
  tip: z._default(amount, zero),
  method: z._default(z.string(), ''),
  /** The diner whose share was paid. Absent for a payment that belongs to no share. */
  userId: z.nullish(z.string()),
  /** The shares of several diners. */
  parts: z.optional(z.array(partSchema)),
  createAt: z.nullish(time),
  /** The name of who recorded it, and the reason of a refund. */
  by: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** By how much the cash differs from amount and tip, because of the smallest coin. */
  rounding: z._default(amount, zero),
  /** The cash that was handed over, and the change. */
  tendered: z.optional(amount),
  change: z.optional(amount),
  /** By how much a refund reduces the bill. The rest of it was overpaid. */
  counted: z.optional(amount),
  dishes: z.optional(z.array(refundedDishSchema)),
});
export type Payment = z.infer<typeof paymentSchema>;

/** Lists the payments of an order. Payments that another system wrote in an unknown format are left out. */
export function listPayments({ payments = [] }: Pick<Order, 'payments'>): Payment[] {
  return payments.flatMap((payment) => z.safeParse(paymentSchema, payment).data ?? []);
}

export function isRefund({ amount: paid }: Pick<Payment, 'amount'>): boolean {
  return compareAmounts(paid, zero) < 0;
}
