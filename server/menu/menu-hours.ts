/**
 * The serving hours of a restaurant's categories. The table `menu_hours` has, for each restaurant, the time of the next
 * change. The server reads it to notify phones when a category begins or ends.
 */
import { isPostgres, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { readRestaurantClock } from './business-day.ts';
import { readSettings } from './merchants.ts';
import type { StoredCategory, StoredMerchant, WholeCategory } from './whole-merchant.ts';
import { findNextChange, type MenuHours } from './served-menu.ts';

export function collectHours(
  sections: readonly Pick<WholeCategory, 'id' | 'served'>[],
  settings: Pick<StoredMerchant, 'timeZone'>,
): MenuHours {
  return {
    timeZone: readRestaurantClock(settings).timeZone,
    sections: new Map(sections.flatMap(({ id, served = [] }) => (served.length > 0 ? [[id, served]] : []))),
  };
}

/** Stores the time of the next change. @param now ms since 1970 */
export async function storeNextChange(
  trx: Trx,
  merchantId: string,
  hours: MenuHours,
  now: number,
): Promise<void> {
  const at = findNextChange(hours, now);
  if (at === undefined) {
    await trx.deleteFrom('menu_hours').where('merchant_id', '=', merchantId).execute();
    return;
  }
  await trx
    .insertInto('menu_hours')
    .values({ merchant_id: merchantId, changes_at: at })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ changes_at: at }))
    .execute();
}

/**
 * Returns the restaurants whose served menu has changed, and stores their next change. Each change is returned only
 * once.
 * @param now ms since 1970
 */
export async function advanceMenuHours(trx: Trx, now: number): Promise<string[]> {
  const rows = await selectDueMenuHours(trx, now)
    .orderBy('merchant_id')
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute();
  for (const { merchantId } of rows) {
    const stored = await trx
      .selectFrom('categories')
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .execute();
    const sections = stored.map(({ id, body }) => ({ ...(JSON.parse(body) as StoredCategory), id }));
    const hours = collectHours(sections, await readSettings(trx, merchantId));
    await storeNextChange(trx, merchantId, hours, now);
  }
  return rows.map(({ merchantId }) => merchantId);
}

export function selectDueMenuHours(db: Db, now: number) {
  return db.selectFrom('menu_hours').select('merchant_id as merchantId').where('changes_at', '<=', now);
}
