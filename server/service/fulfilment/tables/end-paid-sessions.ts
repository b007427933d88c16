import type { FastifyBaseLogger } from 'fastify';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, lockSession, type Db } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { completePaidOrders } from './complete-paid.ts';

interface Deps extends SubscriberDeps {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly db: Db;
  readonly clock: Clock;
}

/** How often due sessions are looked for, ms. */
const lookEveryMs = 5_000;

/** Ends table sessions whose time has come (`scheduleEnd`). Every server process looks for them, and one of them ends each. */
export function startEndingPaid(deps: Deps): { close(): void } {
  const look = () => {
    endPaidSessions(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'paid table sessions could not be ended; the next attempt follows');
    });
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** @returns the sessions that ended */
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
    const isEnded = await inTransaction(db, async (trx) => {
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
