import type { FastifyBaseLogger } from 'fastify';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { runInTransaction, isPostgres, type Db } from '#server/platform/store/transactions.ts';
import { advanceMenuHours, selectDueMenuHours } from '#server/menu/menu-hours.ts';
import { findFirstReturn, restoreOptions } from '#server/menu/sold-out.ts';
import type { StoredProduct } from '#server/menu/whole-merchant.ts';

interface Deps extends SubscriberDeps {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly db: Db;
  readonly clock: Clock;
}

/** How often due changes are looked for, ms. */
const lookEveryMs = 15_000;

/**
 * Changes menus by time: dishes that are sold out until now come back, and serving hours begin and end. Every server
 * process looks for due changes, and one of them makes each.
 */
export function startUpdatingMenus(deps: Deps) {
  return startWork({
    once: async () => (await updateMenus(deps)).length,
    lookEveryMs,
    onError: (error) =>
      deps.log.warn({ err: error }, 'menus could not be updated by time; the next attempt follows'),
  });
}

/** @returns the merchants whose menus changed */
export async function updateMenus(deps: Deps): Promise<string[]> {
  const { db, clock } = deps;
  const now = clock.now();
  const selectDue = (from: Db) =>
    from
      .selectFrom('products')
      .select(['merchant_id', 'id', 'said_until', 'body'])
      .where(({ eb, or }) => or([eb('said_until', '<=', now), eb('options_back_at', '<=', now)]));
  const isDue = [
    await selectDue(db).limit(1).execute(),
    await selectDueMenuHours(db, now).limit(1).execute(),
  ];
  if (isDue.flat().length === 0) return [];
  return await runInTransaction(db, async (trx) => {
    const rows = await selectDue(trx)
      .orderBy('merchant_id')
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute();
    for (const { merchant_id: merchantId, id, said_until: until, body } of rows) {
      const product = restoreOptions(JSON.parse(body) as StoredProduct, now);
      const isBack = until !== null && until <= now;
      await trx
        .updateTable('products')
        .set({
          body: JSON.stringify(product),
          options_back_at: findFirstReturn(product),
          ...(isBack && { sold_out: 0, said_until: null, portions: null }),
        })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .execute();
    }
    const changed = await advanceMenuHours(trx, now);
    const merchantIds = [...new Set([...rows.map(({ merchant_id: merchantId }) => merchantId), ...changed])];
    for (const merchantId of merchantIds) await deps.subscribers.record(trx, 'menuChanged', { merchantId });
    return merchantIds;
  });
}
