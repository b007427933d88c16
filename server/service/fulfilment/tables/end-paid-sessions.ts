import type { FastifyBaseLogger } from 'fastify';
import { takeBackMs } from '#contract/limits.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, lockSession, type Db } from '#server/platform/store/transactions.ts';
import { eraseAllergies } from '#server/ordering/cart/allergies.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { completePaidOrders } from './complete-paid.ts';

interface Deps extends SubscriberDeps {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly db: Db;
  readonly clock: Clock;
}

/** How often the server looks for sessions that are due, ms. */
const lookEveryMs = 5_000;

/**
 * Starts to end paid table sessions at the time that `scheduleEnd` has stored. Every server process looks for them. The
 * lock of a session ensures that only one process ends it.
 */
export function startEndingPaid(deps: Deps): { close(): void } {
  const endDue = () => {
    endPaidSessions(deps)
      .then(async () => await eraseEnded(deps))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'could not end paid table sessions, will try again');
      });
  };
  const timer = setInterval(endDue, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Ends the sessions that are due now. @returns their ids */
export async function endPaidSessions(deps: Deps): Promise<string[]> {
  const { db, clock } = deps;
  const due = await db
    .selectFrom('table_sessions')
    .select(['id', 'merchant_id'])
    .where('closes_at', '<=', clock.now())
    .where('closed_at', 'is', null)
    .execute();
  const ended: string[] = [];
  for (const { id, merchant_id: merchantId } of due) {
    const isEnded = await runInTransaction(db, async (trx) => {
      const now = clock.now();
      const session = await lockSession(trx, id);
      if (!session || session.closed_at !== null || session.closes_at === null || session.closes_at > now)
        return false;
      const by = { kind: 'server', name: '' } as const;
      await completePaidOrders(trx, deps, { sessionId: id, by, reason: 'paid', at: now });
      await closeSession(trx, id, { now, reason: 'paid', by });
      await deps.subscribers.record(trx, 'sessionEnded', { merchantId, sessionId: id });
      return true;
    });
    if (isEnded) ended.push(id);
  }
  return ended;
}

/** Erases what was said and noted only for the time at the table, once the end of a session cannot be undone. */
export async function eraseEnded({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - takeBackMs;
  await eraseAllergies(db, before);
  await db
    .updateTable('table_sessions')
    .set({ note: null })
    .where('note', 'is not', null)
    .where('closed_at', '<', before)
    .execute();
}
