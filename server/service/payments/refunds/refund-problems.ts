/** The refunds at the provider that staff have to look after, and what they do about them. */
import { paidOnline } from '#contract/calls/payment.ts';
import type { ProviderRefund, RefundToLookAfter } from '#contract/calls/provider-refunds.ts';
import type { Order } from '#contract/order-fields.ts';
import { isRefund, listPayments } from '#contract/payments/payment-fields.ts';
import { listMergedOrders } from '#server/ordering/orders/merged-orders.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { RefundProblem } from '../providers/payment-provider.ts';
import type { RefundDeps, RefundRow } from './record-refund.ts';

/** Staff see a refund whose provider has not answered for this time, ms. */
const shownAfterMs = 15 * 60_000;

/** Lists the refunds that failed, that may have failed, or that have been tried for long. @param now ms */
export async function listRefundProblems(
  db: Db,
  merchantId: string,
  now: number,
): Promise<RefundToLookAfter[]> {
  const rows = await db
    .selectFrom('provider_refunds as refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .innerJoin('page_payments as payment', 'payment.id', 'refund.payment_id')
    .select(['refund.id', 'refund.order_id', 'refund.provider', 'refund.amount', 'refund.currency'])
    .select(['refund.state', 'refund.problem', 'refund.created_at', 'payment.transaction_id', 'orders.body'])
    .where('refund.merchant_id', '=', merchantId)
    .where(({ and, eb, or }) =>
      or([
        eb('refund.state', 'in', ['failed', 'unclear']),
        and([
          eb('refund.state', 'in', ['waiting', 'sending']),
          eb('refund.problem', 'is not', null),
          eb('refund.tries_since', '<', now - shownAfterMs),
        ]),
      ]),
    )
    .orderBy('refund.created_at')
    .orderBy('refund.id')
    .execute();
  return rows.map(({ id: refundId, order_id: orderId, provider, amount, currency, ...row }) => {
    const { serial, tableName } = JSON.parse(row.body) as Pick<RefundToLookAfter, 'serial' | 'tableName'>;
    const { kind, detail } = JSON.parse(row.problem ?? '') as RefundProblem;
    const state = row.state === 'failed' || row.state === 'unclear' ? row.state : 'trying';
    const shown = { refundId, orderId, serial, tableName, provider, amount, currency, state } as const;
    return { ...shown, reference: row.transaction_id ?? '', why: kind, detail, at: row.created_at };
  });
}

/** The states of an act that several payments give back, the one that staff must know first. */
const byUrgency = [
  'failed',
  'unclear',
  'underWay',
  'byHand',
  'done',
] as const satisfies ProviderRefund['state'][];

/** Lists how far the refunds of an order have come at the provider. Undefined without any. */
export async function listProviderRefunds(db: Db, order: Order): Promise<ProviderRefund[] | undefined> {
  if (!listPayments(order).some((each) => isRefund(each) && each.method === paidOnline)) return undefined;
  const orderIds = [order.id, ...listMergedOrders(order).map(({ orderId }) => orderId)];
  const rows = await db
    .selectFrom('provider_refunds')
    .select(['act_id', 'provider', 'state'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute();
  const refunds = new Map<string, ProviderRefund>();
  for (const { act_id: paymentId, provider, state: stored } of rows) {
    const state = byUrgency.find((each) => each === stored) ?? 'underWay';
    const other = refunds.get(paymentId)?.state ?? state;
    const first = byUrgency.find((each) => each === state || each === other)!;
    refunds.set(paymentId, { paymentId, provider, state: first });
  }
  return refunds.size === 0 ? undefined : [...refunds.values()];
}

/** Lets the server send a refund once more. @returns false if there is none to send */
export async function sendRefundAgain(
  deps: RefundDeps,
  merchantId: string,
  refundId: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const row = await findOpen(deps.db, merchantId, refundId);
  if (!row) return false;
  const { kind } = JSON.parse(row.problem ?? '{}') as Partial<RefundProblem>;
  return await changeRow(deps, row, {
    state: 'waiting',
    next_at: now,
    tries_since: now,
    refund_id: null,
    problem: null,
    // The provider would answer the same request with the same refusal.
    ...(kind === 'refused' && { series: row.series + 1 }),
  });
}

/** Records that staff gave the money back at the provider themselves. @returns false if there is nothing to settle */
export async function recordByHand(deps: RefundDeps, merchantId: string, refundId: string): Promise<boolean> {
  const row = await findOpen(deps.db, merchantId, refundId);
  return row !== undefined && (await changeRow(deps, row, { state: 'byHand', problem: null }));
}

/** A row under way is left alone, because its result arrives in a moment. */
async function findOpen(db: Db, merchantId: string, refundId: string): Promise<RefundRow | undefined> {
  return await db
    .selectFrom('provider_refunds')
    .selectAll()
    .where('id', '=', refundId)
    .where('merchant_id', '=', merchantId)
    .where('state', 'in', ['failed', 'unclear', 'waiting'])
    .where('problem', 'is not', null)
    .executeTakeFirst();
}

async function changeRow(
  { db, subscribers }: RefundDeps,
  { id, merchant_id: merchantId, state, attempts }: RefundRow,
  change: Partial<RefundRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  const isChanged = numUpdatedRows > 0n;
  if (isChanged) subscribers.notify('staffViewChanged', { merchantId });
  return isChanged;
}
