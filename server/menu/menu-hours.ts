/** D65: the hours of a restaurant's sections, and the row that says when they change what is served. */
import { isPostgres, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { clockOf } from './business-day.ts';
import { merchantSettings } from './merchants.ts';
import type { StoredCategory, StoredMerchant, WholeCategory } from './whole-merchant.ts';
import { nextChangeOf, type MenuHours } from './served-menu.ts';

/** @param settings of the restaurant, for its clock */
export function hoursIn(
  sections: readonly Pick<WholeCategory, 'id' | 'served'>[],
  settings: Pick<StoredMerchant, 'timeZone'>,
): MenuHours {
  return {
    timeZone: clockOf(settings).timeZone,
    sections: new Map(sections.flatMap(({ id, served = [] }) => (served.length > 0 ? [[id, served]] : []))),
  };
}

/** Writes down when they change what is served the next time. @param now ms */
export async function storeNextChange(
  trx: Trx,
  merchantId: string,
  hours: MenuHours,
  now: number,
): Promise<void> {
  const at = nextChangeOf(hours, now);
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

/** The restaurants that serve something else by now, each told once. @param now ms */
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
    const hours = hoursIn(sections, await merchantSettings(trx, merchantId));
    await storeNextChange(trx, merchantId, hours, now);
  }
  return rows.map(({ merchantId }) => merchantId);
}

export function selectDueMenuHours(db: Db, now: number) {
  return db.selectFrom('menu_hours').select('merchant_id as merchantId').where('changes_at', '<=', now);
}
