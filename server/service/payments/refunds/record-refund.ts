/** Stores the results of refunds at the provider: answers of requests, and notices. */
import type { Selectable } from 'kysely';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { RefundNews, RefundOutcome, RefundProblem } from '../providers/payment-provider.ts';

export type RefundRow = Selectable<Database['provider_refunds']>;
export type RefundDeps = SubscriberDeps & { readonly db: Db; readonly clock: Clock };

/** The pause between two attempts: a share of the time since the first one, within these limits, ms. */
const pause = { share: 0.5, shortestMs: 5_000, longestMs: 10 * 60_000 };
/** Stripe remembers the key of a request for at least a day. After this time staff decide, ms. */
const givenUpAfterMs = 20 * 60 * 60_000;
/** Banks may take two weeks for a pending refund. After this time staff look after it, ms. */
const pendingAtMostMs = 30 * 24 * 60 * 60_000;

type Change = Partial<
  Pick<RefundRow, 'state' | 'next_at' | 'tries_since' | 'may_be_sent' | 'refund_id' | 'problem'>
>;

/** The row after an attempt. Pure. @param canRepeat whether the same request gives money back only once */
export function applyOutcome(
  row: RefundRow,
  outcome: RefundOutcome,
  { now, canRepeat }: { readonly now: number; readonly canRepeat: boolean },
): Change {
  switch (outcome.state) {
    case 'done':
      return { state: 'done', refund_id: outcome.refundId, may_be_sent: 0, problem: null };
    case 'pending': {
      const isOver = now - row.tries_since > pendingAtMostMs;
      const problem = { kind: 'unreachable', detail: 'pending' } as const;
      return {
        state: isOver ? 'unclear' : 'pending',
        refund_id: outcome.refundId,
        may_be_sent: isOver ? 1 : 0,
        next_at: calculateNextTry(row, now),
        problem: isOver ? JSON.stringify(problem) : null,
      };
    }
    case 'later':
      return { state: 'waiting', next_at: outcome.at, tries_since: outcome.at, problem: null };
    case 'refused':
      return giveUp(row, outcome.problem);
    case 'unanswered':
    case 'notSent': {
      const isUnanswered = outcome.state === 'unanswered';
      const sent = isUnanswered ? { ...row, may_be_sent: 1 } : row;
      const isOver = now - row.tries_since > givenUpAfterMs || (isUnanswered && !canRepeat);
      if (isOver) return giveUp(sent, outcome.problem);
      const { may_be_sent } = sent;
      const problem = JSON.stringify(outcome.problem);
      return { state: 'waiting', next_at: calculateNextTry(row, now), may_be_sent, problem };
    }
  }
}

function calculateNextTry({ tries_since: since }: RefundRow, now: number): number {
  return now + Math.min(pause.longestMs, Math.max(pause.shortestMs, Math.round((now - since) * pause.share)));
}

/** If an earlier attempt got no answer, a refusal of this one does not tell whether the money went back. */
function giveUp({ may_be_sent: mayBeSent }: Pick<RefundRow, 'may_be_sent'>, problem: RefundProblem): Change {
  const state = mayBeSent === 1 ? 'unclear' : 'failed';
  return { state, may_be_sent: mayBeSent, problem: JSON.stringify(problem) };
}

/** Stores the result of an attempt, unless the row has changed since: by a notice, by staff, or by another server. */
export async function storeOutcome(
  { db, clock, subscribers }: RefundDeps,
  row: RefundRow,
  { outcome, canRepeat }: { readonly outcome: RefundOutcome; readonly canRepeat: boolean },
): Promise<void> {
  const change = applyOutcome(row, outcome, { now: clock.now(), canRepeat });
  await db
    .updateTable('provider_refunds')
    .set(change)
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('state', 'in', ['sending', 'pending'])
    .execute();
  if (change.state !== 'waiting') subscribers.notify('staffViewChanged', { merchantId: row.merchant_id });
}

/**
 * Records what a notice says. Notices come late, repeatedly and in any order, so an older state never replaces a newer.
 * @returns whether the refund is one of this restaurant
 */
export async function recordRefundNews(
  { db, clock, subscribers }: RefundDeps,
  merchantId: string,
  { id, refundId, outcome }: RefundNews,
): Promise<boolean> {
  const row = await db
    .selectFrom('provider_refunds')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) return false;
  if (!isNews(row, refundId, outcome)) return true;
  await db
    .updateTable('provider_refunds')
    .set({ ...applyOutcome(row, outcome, { now: clock.now(), canRepeat: true }), refund_id: refundId })
    .where('id', '=', id)
    .where('state', '=', row.state)
    .where('attempts', '=', row.attempts)
    .execute();
  subscribers.notify('staffViewChanged', { merchantId });
  return true;
}

/**
 * A refund that was done may still fail, but one that failed is never done. While a request is under way, its answer tells
 * more than a notice.
 */
function isNews(row: RefundRow, refundId: string, { state }: RefundOutcome): boolean {
  if (row.refund_id === null) return row.state === 'unclear' && state === 'done';
  if (row.refund_id !== refundId) return false;
  if (state === 'done') return row.state === 'pending' || row.state === 'unclear';
  return state === 'refused' && ['pending', 'done', 'unclear'].includes(row.state);
}
