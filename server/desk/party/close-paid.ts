import type { HubDeps } from '#server/realtime/publish.ts';
import { announceTableClosed } from '#server/realtime/announce.ts';
import type { Clock } from '#server/process/clock.ts';
import { takeBackMs } from '#contract/limits.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/store/transactions.ts';
import { closeSession } from '#server/tables/sessions.ts';

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** So often parties that have paid are looked for, ms. */
const lookEveryMs = 5_000;

/** Ends parties that have paid everything a minute ago: in every process; one of them does it. */
export function startClosingPaid(deps: Deps): { close(): void } {
  const look = () => {
    closePaid(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'parties that have paid could not be ended');
    });
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/**
 * D45: a party that has paid ends in a minute, also where what kept it was taken back. Call it under the session's lock.
 * @param now ms
 */
export async function endIfPaid(trx: Trx, sessionId: string, now: number): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['status', 'payment_status as payment'])
    .where('session_id', '=', sessionId)
    .where('status', '!=', orderStatus.cancelled)
    .orderBy('created_at')
    .execute();
  const isOver =
    orders.every(({ status }) => status !== orderStatus.progressing) &&
    orders.at(-1)?.payment === paymentStatus.fullyPaid;
  await trx
    .updateTable('table_sessions')
    .set({ closes_at: isOver ? now + takeBackMs : null })
    .where('id', '=', sessionId)
    .execute();
}

/** @returns the sessions that ended */
export async function closePaid(deps: Deps): Promise<string[]> {
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
      await closeSession(trx, id, { now, reason: 'paid' });
      return true;
    });
    if (!isEnded) continue;
    ended.push(id);
    await announceTableClosed(deps, merchantId, id);
  }
  return ended;
}
