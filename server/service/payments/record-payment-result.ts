/**
 * Records the result that a payment page sends. A page may send it late, several times, and in any order.
 *
 *     started ──failed──► failed ──paid──► paid         a payment that was paid stays paid
 *        └───────────paid───────────────────►┘
 *     any state ──amount, tip or currency differ──► the same state, with a dispute for staff
 *
 * Only the step to "paid" stores `orderPaid`, so a repeated message does not pay twice.
 */
import type { FastifyBaseLogger } from 'fastify';
import { paidOnline, paymentDiffers, type PaymentResult } from '#contract/calls/payment.ts';
import type { DataOf } from '#contract/http/call.ts';
import type { takePaymentResult } from '#contract/calls/payment.ts';
import { codes } from '#contract/codes.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { lockOrder, requireOrder, type FulfilmentDeps } from '#server/service/fulfilment/do-act.ts';
import { writeAct } from '#server/service/fulfilment/write-act.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { calculateOverpaid } from '#server/ordering/orders/order-state.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { parsePaymentParts, type PagePayment } from './page-payments.ts';

export type ResultDeps = FulfilmentDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

type Outcome = DataOf<typeof takePaymentResult>['outcome'];

interface AppliedResult {
  /** undefined: it differs from what the page was asked for. */
  readonly outcome: Outcome | undefined;
  readonly isNews: boolean;
}

/**
 * Refusals: 404 for a payment that no diner started; 409 with 4094 if the result differs from what the page was asked
 * for. The order does not change then, and staff see a dispute until they close it.
 * @param page the page's host, which the event names as its author
 */
export async function recordPaymentResult(
  deps: ResultDeps,
  { merchantId, page, result }: { merchantId: string; page: string; result: PaymentResult },
): Promise<Outcome> {
  const { db } = deps;
  const asked = await db
    .selectFrom('page_payments')
    .select('order_id')
    .where('id', '=', result.payment)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!asked) {
    // The signature is valid, so a diner may have paid: the database may have been restored from an older backup.
    deps.log.error(
      { merchantId, result },
      'the payment page reported an unknown payment; compare it with the provider',
    );
    throw createStatusRefusal(codes.notFound, `Nobody was sent to the page with payment ${result.payment}`);
  }
  const found = await requireOrder(db, merchantId, asked.order_id);
  const outcome = await runInTransaction(db, async (trx) => {
    const stored = await lockOrder(trx, found);
    const payment = await trx
      .selectFrom('page_payments')
      .selectAll()
      .where('id', '=', result.payment)
      .executeTakeFirstOrThrow();
    const write = async (): Promise<Outcome> => {
      const { id, amount, tip, share, parts } = payment;
      // Staff may have merged the order into another one since the payment was started.
      const orderId = stored.row.id;
      const { order } = await writeAct(trx, deps, stored, {
        act: {
          type: 'orderPaid',
          orderId,
          amount,
          method: paidOnline,
          ...(compareAmounts(tip, zero) > 0 && { tip }),
          ...(share !== null && { share }),
          ...(parts !== null && { parts: parsePaymentParts(parts) }),
        },
        actId: `${paidOnline}:${id}`,
        by: { kind: 'system', name: page },
        at: deps.clock.now(),
        orderId,
      });
      return compareAmounts(calculateOverpaid(order), zero) > 0 ? 'tooMuch' : 'paid';
    };
    const taken = await applyResult(trx, { payment, result, now: deps.clock.now(), write });
    const order = { merchantId, sessionId: stored.row.session_id, orderId: stored.row.id };
    if (taken.isNews) await deps.subscribers.record(trx, 'orderChanged', order);
    return taken.outcome;
  });
  if (outcome === undefined)
    throw new Refusal(
      paymentDiffers,
      'This is not what was asked for: it is not booked, the staff look after it',
      {
        status: 409,
      },
    );
  return outcome;
}

interface ResultToApply {
  readonly payment: PagePayment;
  readonly result: PaymentResult;
  readonly now: number;
  write(): Promise<Outcome>;
}

async function applyResult(trx: Trx, { payment, result, now, write }: ResultToApply): Promise<AppliedResult> {
  const set = async (values: Partial<PagePayment>) => {
    await trx.updateTable('page_payments').set(values).where('id', '=', payment.id).execute();
  };
  const isPaid = payment.state === 'paid';
  if (result.status === 'failed') {
    // Messages may overtake each other, so a late "failed" does not undo a payment.
    if (payment.state !== 'started') return { outcome: isPaid ? 'known' : 'noted', isNews: false };
    await set({ state: 'failed' });
    return { outcome: 'noted', isNews: true };
  }
  if (!isAsAsked(payment, result)) {
    await set({ dispute: JSON.stringify(result), disputed_at: now });
    return { outcome: undefined, isNews: true };
  }
  if (isPaid) return { outcome: 'known', isNews: false };
  // A correct result also closes an earlier dispute.
  await set({ state: 'paid', disputed_at: null });
  // No news, because the stored act announces the order itself.
  return { outcome: await write(), isNews: false };
}

function isAsAsked({ amount, tip, currency }: PagePayment, result: PaymentResult): boolean {
  return (
    result.amount !== undefined &&
    compareAmounts(result.amount, amount) === 0 &&
    compareAmounts(result.tip ?? zero, tip) === 0 &&
    result.currency?.toUpperCase() === currency.toUpperCase()
  );
}
