/** Reads the payments that diners started at the restaurant's payment page, and disputes about their results. */
import type { Selectable } from 'kysely';
import type { PaymentAttempt, PaymentDispute, PaymentResult } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import type { PaymentPart } from '#contract/payments/payment-fields.ts';
import { sum } from '#projections/bill/money.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { listMergedOrders } from '#server/ordering/orders/merged-orders.ts';
import { paymentRunsMs } from '#server/ordering/orders/running-payments.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export type PagePayment = Selectable<Database['page_payments']>;

/** The shares of several diners in a stored payment. */
export function parsePaymentParts(parts: string): PaymentPart[] {
  return JSON.parse(parts) as PaymentPart[];
}

/** Per answer, the newest. More than a table makes in an evening. */
const mostAttempts = 200;

/**
 * The payments of an order that diners started, without abandoned ones, oldest first. Includes those of the orders that
 * were merged into it.
 * @param now ms
 */
export async function listAttempts(db: Db, order: Pick<Order, 'id'>, now: number): Promise<PaymentAttempt[]> {
  const orderIds = [order.id, ...listMergedOrders(order).map(({ orderId }) => orderId)];
  const rows = await db
    .selectFrom('page_payments')
    .selectAll()
    .where('order_id', 'in', orderIds)
    // The user id is empty once the diner's account was removed.
    .where('user_id', '!=', '')
    .orderBy('started_at', 'desc')
    .limit(mostAttempts)
    .execute();
  return rows
    .toReversed()
    .filter(({ state, started_at: at }) => state !== 'started' || now - at < paymentRunsMs)
    .map(({ id: paymentId, user_id: userId, share, parts, amount, tip, started_at: startedAt, ...row }) => {
      const state = row.disputed_at !== null ? 'unclear' : row.state === 'started' ? 'underWay' : row.state;
      const sharers = parts === null ? undefined : parsePaymentParts(parts).map((part) => part.userId);
      return { paymentId, userId, share, ...(sharers && { sharers }), amount, tip, startedAt, state };
    });
}

/** Results that differ from what the page was asked for, until staff have dealt with them. */
export async function listDisputes(db: Db, merchantId: string): Promise<PaymentDispute[]> {
  const rows = await db
    .selectFrom('page_payments as payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select(['payment.id', 'payment.order_id', 'payment.amount', 'payment.tip', 'payment.currency'])
    .select(['payment.dispute', 'payment.disputed_at', 'orders.body'])
    .where('payment.merchant_id', '=', merchantId)
    .where('payment.disputed_at', 'is not', null)
    .orderBy('payment.disputed_at')
    .execute();
  return rows.map(({ id: paymentId, order_id: orderId, amount, tip, dispute, disputed_at: at, ...row }) => {
    const { serial, tableName } = JSON.parse(row.body) as Pick<PaymentDispute, 'serial' | 'tableName'>;
    const result = JSON.parse(dispute ?? '{}') as Partial<PaymentResult>;
    return {
      paymentId,
      orderId,
      serial,
      tableName,
      asked: sum([amount, tip]),
      told: result.amount === undefined ? null : sum([result.amount, result.tip ?? '0']),
      currency: result.currency ?? row.currency,
      reference: result.reference ?? '',
      at: at ?? 0,
    };
  });
}

/** Closes a dispute after staff dealt with it. @returns false if there is no such open dispute */
export async function closeDispute(
  { db, subscribers }: SubscriberDeps & { readonly db: Db },
  merchantId: string,
  paymentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('page_payments')
    .set({ disputed_at: null })
    .where('id', '=', paymentId)
    .where('merchant_id', '=', merchantId)
    .where('disputed_at', 'is not', null)
    .executeTakeFirst();
  const isSettled = numUpdatedRows > 0n;
  if (isSettled) subscribers.notify('staffViewChanged', { merchantId });
  return isSettled;
}
