/**
 * Asks the providers to give money back. `queue-refunds.ts` queues the rows.
 *
 *     waiting ──► sending ─┬─ done ──────► done ◄────────────── answer or notice ──┐
 *        ▲                 ├─ pending ───► pending (asked again) ──────────────────┤
 *        ├── not now, or ──┤                                                       │ failed later
 *        │   no answer *   ├─ refused ───► failed  ◄───────────────────────────────┘
 *        │                 └─ no answer ─► unclear
 *        └── staff try again ───────────── failed, unclear ──── staff did it by hand ──► byHand
 *
 *     * if the provider gives the money of a repeated request back only once
 *
 * Invariants:
 *
 * - Several server processes run this. The one that moves `next_at` by a lease sends the row.
 * - A row whose lease ends without a result may have been sent. It is sent again only if repeating is safe.
 * - A refund that did not certainly succeed stays on the staff's board until they settle it.
 */
import { recordOutcome } from '#server/platform/connections/connections.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { findProvider, type OpenProvider, type ProviderDeps } from '../provider-payments.ts';
import type { RefundOutcome } from '../providers/payment-provider.ts';
import { storeOutcome, type RefundDeps, type RefundRow } from './record-refund.ts';

/** How often due refunds are looked for, ms. */
const lookEveryMs = 5_000;
/** Longer than the requests of an attempt take together, ms. */
const leaseMs = 2 * 60_000;
const atOnce = 20;

type Deps = ProviderDeps & RefundDeps;

export function startSendingRefunds(deps: Deps) {
  return startWork({
    once: () => sendRefunds(deps),
    lookEveryMs,
    onError: (error) =>
      deps.log.error({ err: error }, 'refunds could not be sent to the provider; the server tries again'),
  });
}

/** Sends the refunds that are due. @returns their number */
export async function sendRefunds(deps: Deps): Promise<number> {
  const due = await deps.db
    .selectFrom('provider_refunds')
    .selectAll()
    .where('state', 'in', ['waiting', 'sending', 'pending'])
    .where('next_at', '<=', deps.clock.now())
    .orderBy('next_at')
    .limit(atOnce)
    .execute();
  await Promise.all(
    due.map(async (row) => {
      await sendRefund(deps, row).catch((error: unknown) =>
        deps.log.error({ err: error, refund: row.id }, 'the result of a refund could not be stored'),
      );
    }),
  );
  return due.length;
}

async function sendRefund(deps: Deps, row: RefundRow): Promise<void> {
  const claimed = await claim(deps, row);
  if (!claimed) return;
  const result = await attempt(deps, { ...claimed, state: row.state });
  await storeOutcome(deps, claimed, result);
  const { outcome } = result;
  if (outcome.state === 'done' || outcome.state === 'pending') return;
  deps.log.warn({ refund: row.id, merchantId: row.merchant_id, outcome }, 'a refund is not done yet');
}

/** Leases the row. Returns undefined if another process has done so, or if staff have settled it. */
async function claim({ db, clock }: Deps, row: RefundRow): Promise<RefundRow | undefined> {
  return await db
    .updateTable('provider_refunds')
    .set({
      state: row.state === 'pending' ? 'pending' : 'sending',
      attempts: row.attempts + 1,
      next_at: clock.now() + leaseMs,
      may_be_sent: row.state === 'sending' ? 1 : row.may_be_sent,
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('attempts', '=', row.attempts)
    .where('next_at', '=', row.next_at)
    .returningAll()
    .executeTakeFirst();
}

interface Attempt {
  readonly outcome: RefundOutcome;
  readonly canRepeat: boolean;
}

/** @param row with its state before it was claimed */
async function attempt(deps: Deps, row: RefundRow): Promise<Attempt> {
  const connected = await findProvider(deps, row.merchant_id);
  const own = connected?.name === row.provider ? connected : undefined;
  if (row.state === 'pending') return { outcome: await askForPending(deps, row, own), canRepeat: true };
  if (!own)
    return {
      outcome: { state: 'refused', problem: { kind: 'otherProvider', detail: '' } },
      canRepeat: false,
    };
  const { provider, fields } = own;
  const canRepeat = provider.canRepeatRefunds;
  // The lease has ended, so another process may have sent it.
  if (row.state === 'sending' && !canRepeat)
    return { outcome: { state: 'unanswered', problem: noAnswer }, canRepeat };
  const payment = await deps.db
    .selectFrom('page_payments')
    .select(['transaction_id', 'reference', 'started_at'])
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  const outcome = await provider.refund(deps.callProvider, fields, {
    id: row.id,
    key: `refund-${row.id}-${row.series}`,
    transaction: payment.transaction_id ?? '',
    reference: payment.reference ?? '',
    amount: row.amount,
    currency: row.currency,
    startedAt: payment.started_at,
    now: deps.clock.now(),
  });
  await recordAtConnection(deps, row.merchant_id, outcome);
  return { outcome, canRepeat };
}

/** The owner's page shows whether the keys work. A refusal is about the refund, not about the keys. */
async function recordAtConnection(deps: Deps, merchantId: string, outcome: RefundOutcome): Promise<void> {
  if (outcome.state === 'later') return;
  const { kind, detail } = 'problem' in outcome ? outcome.problem : { kind: undefined, detail: '' };
  const isOfConnection = kind === 'wrongKey' || kind === 'unreachable' || kind === 'tooMany';
  const problem = isOfConnection ? { kind, detail } : undefined;
  await recordOutcome(deps, merchantId, { kind: 'payments', problem });
}

const noAnswer = { kind: 'unreachable', detail: '' } as const;

/** A pending refund stays pending until the provider says otherwise. */
async function askForPending(
  { callProvider }: Deps,
  { refund_id: refundId }: RefundRow,
  own: OpenProvider | undefined,
): Promise<RefundOutcome> {
  const found = await own?.provider.findRefund?.(callProvider, own.fields, refundId ?? '');
  const isOver = found?.state === 'done' || found?.state === 'refused';
  return isOver ? found : { state: 'pending', refundId: refundId ?? '' };
}
