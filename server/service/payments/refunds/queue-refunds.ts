/**
 * Queues a refund for the restaurant's provider when staff record one with the method `online`. `send-refunds.ts` sends
 * it after the time in which staff can undo the act.
 *
 * If the provider's payments of the order do not cover the refund, nothing is queued, and staff give it back by hand.
 */
import { paidOnline } from '#contract/calls/payment.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { isRefund, listPayments } from '#contract/payments/payment-fields.ts';
import type { ServiceEventOf } from '#events/fulfilment/service-event.ts';
import {
  calculateDifference,
  countPlaces,
  roundAmount,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { listMergedOrders } from '#server/ordering/orders/merged-orders.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { createTooLateRefusal } from '#server/service/fulfilment/tables/table-acts.ts';
import { findProvider, type OpenProvider, type ProviderDeps } from '../provider-payments.ts';
import { planRefund, subtractByHand, sumLeft, type RefundablePayment } from './plan-refund.ts';

/** An act that was undone at the last moment may take this long to be stored, ms. */
const marginMs = 10_000;

type Deps = Pick<ProviderDeps, 'secrets' | 'config'> & { readonly ids: Ids };

export function refundSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, act, undone, after }) => {
        if (act.type === 'orderRefunded' && act.method === paidOnline)
          await queueRefund(trx, deps, { merchantId, act, order: after });
        if (act.type === 'takenBack' && undone?.type === 'orderRefunded')
          await removeWaiting(trx, merchantId, { actId: act.actId, order: after });
      },
    }),
  ];
}

interface Refunded {
  readonly merchantId: string;
  readonly act: ServiceEventOf<'orderRefunded'>;
  readonly order: Order;
}

async function queueRefund(trx: Trx, deps: Deps, { merchantId, act, order }: Refunded): Promise<void> {
  const own = await findProvider({ ...deps, db: trx }, merchantId);
  if (!own) return;
  const payments = await listRefundable(trx, own, { order, exceptActId: act.actId });
  const due = sum([act.amount, act.tip ?? zero]);
  const parts = planRefund(payments, due);
  const currencies = new Map(payments.map(({ id, currency }) => [id, currency]));
  const rows = parts?.map(({ paymentId, amount }) => ({
    id: deps.ids.next(),
    merchant_id: merchantId,
    order_id: order.id,
    act_id: act.actId,
    payment_id: paymentId,
    provider: own.name,
    amount: roundAmount(amount, countPlaces(act.amount)),
    currency: currencies.get(paymentId)!,
    created_at: act.at,
    state: 'waiting' as const,
    series: 1,
    tries_since: act.at + takeBackMs,
    attempts: 0,
    next_at: act.at + takeBackMs + marginMs,
    may_be_sent: 0,
  }));
  // The provider takes whole units only, and a part must not stay behind.
  const isPayable = rows?.every(
    ({ amount, currency }) => own.provider.findObstacle({ amount, tip: zero, currency }) === undefined,
  );
  if (rows && isPayable) await trx.insertInto('provider_refunds').values(rows).execute();
}

/** How much of an order the restaurant's provider can give back. Undefined if it took no payment of it. */
export async function readRefundable(
  deps: Pick<ProviderDeps, 'db' | 'secrets' | 'config'>,
  merchantId: string,
  order: Order,
): Promise<{ readonly provider: string; readonly left: Amount } | undefined> {
  if (!listPayments(order).some(({ method }) => method === paidOnline)) return undefined;
  const own = await findProvider(deps, merchantId);
  const payments = own && (await listRefundable(deps.db, own, { order }));
  if (!payments || payments.length === 0) return undefined;
  return { provider: own.name, left: sumLeft(payments) };
}

interface RefundableAtProvider extends RefundablePayment {
  readonly currency: string;
}

/**
 * Lists the payments of an order of which the provider can give money back, newest first.
 * @param exceptActId a refund that is stored already but is not queued yet
 */
async function listRefundable(
  db: Db,
  { name }: Pick<OpenProvider, 'name'>,
  { order, exceptActId }: { readonly order: Order; readonly exceptActId?: string },
): Promise<RefundableAtProvider[]> {
  const orderIds = [order.id, ...listMergedOrders(order).map(({ orderId }) => orderId)];
  const paid = await db
    .selectFrom('page_payments')
    .select(['id', 'amount', 'tip', 'currency', 'provider'])
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'paid')
    .where('disputed_at', 'is', null)
    .where('transaction_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute();
  if (paid.length === 0) return [];
  const queued = await db
    .selectFrom('provider_refunds')
    .select(['payment_id', 'act_id', 'amount'])
    .where(
      'payment_id',
      'in',
      paid.map(({ id }) => id),
    )
    .execute();
  const queuedActs = new Set([exceptActId, ...queued.map((row) => row.act_id)]);
  const byHand = listPayments(order)
    .filter((payment) => isRefund(payment) && payment.method === paidOnline && !queuedActs.has(payment.id))
    .map(({ amount, tip }) => calculateDifference(zero, sum([amount, tip])));
  const sumRefunded = (id: string): Amount =>
    sum(queued.filter((row) => row.payment_id === id).map(({ amount }) => amount));
  const payments = paid
    .filter(({ provider, currency }) => provider === name && currency === (order.currency ?? currency))
    .map(({ id, amount, tip, currency }) => ({
      id,
      currency,
      left: calculateDifference(sum([amount, tip]), sumRefunded(id)),
    }));
  return subtractByHand(payments, sum(byHand));
}

/** @throws Refusal 4092 `tooLate` if a server has begun to send the refund */
async function removeWaiting(
  trx: Trx,
  merchantId: string,
  { actId, order }: { readonly actId: string; readonly order: Order },
): Promise<void> {
  const orderIds = [order.id, ...listMergedOrders(order).map(({ orderId }) => orderId)];
  await trx
    .deleteFrom('provider_refunds')
    .where('merchant_id', '=', merchantId)
    .where('act_id', '=', actId)
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .execute();
  const sent = await trx
    .selectFrom('provider_refunds')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('act_id', '=', actId)
    .where('order_id', 'in', orderIds)
    .executeTakeFirst();
  if (sent) throw createTooLateRefusal();
}
