/** CX20, D51: what a payment page tells is written down by the desk, once, whenever it comes. */
import type { FastifyBaseLogger } from 'fastify';
import { paidOnline, paymentDiffers, type PaymentResult } from '#contract/calls/payment.ts';
import type { DataOf } from '#contract/http/call.ts';
import type { takePaymentResult } from '#contract/calls/payment.ts';
import { codes } from '#contract/codes.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { lockOrder, requireOrder, type FulfilmentDeps } from '#server/service/fulfilment/do-act.ts';
import { writeAct } from '#server/service/fulfilment/write-act.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { overpaidAmount } from '#server/ordering/orders/order-state.ts';
import { inTransaction, type Trx } from '#server/platform/store/transactions.ts';
import type { PagePayment } from './page-payments.ts';

export type ResultDeps = FulfilmentDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

type Outcome = DataOf<typeof takePaymentResult>['outcome'];

interface AppliedResult {
  /** undefined: it is not what the page was asked for. */
  readonly outcome: Outcome | undefined;
  readonly isNews: boolean;
}

/**
 * Refusals: 404 for a payment that nobody was sent to the page with; 409 with 4094 where the page tells something else than
 * it was asked for: that is not written onto the order, and shown to the staff until they have looked after it.
 * @param page its host, for whoever reads the log
 */
export async function recordPaymentResult(
  deps: ResultDeps,
  { merchantId, page, told }: { merchantId: string; page: string; told: PaymentResult },
): Promise<Outcome> {
  const { db } = deps;
  const asked = await db
    .selectFrom('page_payments')
    .select('order_id')
    .where('id', '=', told.payment)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!asked) {
    // Signed all the same: as after data were put back (S2), it may be money.
    deps.log.error({ merchantId, told }, 'a payment was told that nobody was sent to the page with');
    throw statusRefusal(codes.notFound, `Nobody was sent to the page with payment ${told.payment}`);
  }
  const found = await requireOrder(db, merchantId, asked.order_id);
  const outcome = await inTransaction(db, async (trx) => {
    const stored = await lockOrder(trx, found);
    const payment = await trx
      .selectFrom('page_payments')
      .selectAll()
      .where('id', '=', told.payment)
      .executeTakeFirstOrThrow();
    const write = async (): Promise<Outcome> => {
      const { id, order_id: orderId, amount, tip, share } = payment;
      const { order } = await writeAct(trx, deps, stored, {
        act: {
          type: 'orderPaid',
          orderId,
          amount,
          method: paidOnline,
          ...(compareAmounts(tip, zero) > 0 && { tip }),
          ...(share !== null && { share }),
        },
        actId: `${paidOnline}:${id}`,
        by: { kind: 'system', name: page },
        at: deps.clock.now(),
        orderId,
      });
      return compareAmounts(overpaidAmount(order), zero) > 0 ? 'tooMuch' : 'paid';
    };
    const taken = await applyResult(trx, { payment, told, now: deps.clock.now(), write });
    const order = { merchantId, sessionId: stored.row.session_id, orderId: asked.order_id };
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
  readonly told: PaymentResult;
  readonly now: number;
  write(): Promise<Outcome>;
}

async function applyResult(trx: Trx, { payment, told, now, write }: ResultToApply): Promise<AppliedResult> {
  const set = async (values: Partial<PagePayment>) => {
    await trx.updateTable('page_payments').set(values).where('id', '=', payment.id).execute();
  };
  const isPaid = payment.state === 'paid';
  if (told.status === 'failed') {
    // What was paid stays paid: messages may pass each other on their way.
    if (payment.state !== 'started') return { outcome: isPaid ? 'known' : 'noted', isNews: false };
    await set({ state: 'failed' });
    return { outcome: 'noted', isNews: true };
  }
  if (!isAsAsked(payment, told)) {
    await set({ dispute: JSON.stringify(told), disputed_at: now });
    return { outcome: undefined, isNews: true };
  }
  if (isPaid) return { outcome: 'known', isNews: false };
  // What it told before it has put right itself.
  await set({ state: 'paid', disputed_at: null });
  // The act that is written announces the order.
  return { outcome: await write(), isNews: false };
}

function isAsAsked({ amount, tip, currency }: PagePayment, told: PaymentResult): boolean {
  return (
    told.amount !== undefined &&
    compareAmounts(told.amount, amount) === 0 &&
    compareAmounts(told.tip ?? zero, tip) === 0 &&
    told.currency?.toUpperCase() === currency.toUpperCase()
  );
}
