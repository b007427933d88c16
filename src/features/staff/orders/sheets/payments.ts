import * as z from 'zod/mini';
import { amount, time } from '#contract/fields.ts';
import type { Order } from '#contract/order-fields.ts';
import { zero } from '#projections/bill/money.ts';

const paymentSchema = z.object({
  id: z.string(),
  amount,
  tip: z._default(amount, zero),
  method: z.string(),
  /** Whose part it was; absent: nobody's in particular. */
  userId: z.nullish(z.string()),
  createAt: time,
});
export type Payment = z.infer<typeof paymentSchema>;

/** What has been paid of an order, in order; what another system wrote and cannot be read is left out. */
export function paymentsOf({ payments = [] }: Pick<Order, 'payments'>): Payment[] {
  return payments.flatMap((payment) => {
    const read = z.safeParse(paymentSchema, payment);
    return read.success ? [read.data] : [];
  });
}
