/** Stores the settings that wait for a closing. A restaurant has at most one such change. */
import { billTerms, type BillTerm, type PendingSettings } from '#contract/calls/house.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';

export interface Pending {
  readonly settings: PendingSettings;
  readonly by: string;
  /** ms */
  readonly at: number;
}

export async function readPending(trx: Trx, merchantId: string): Promise<Pending | undefined> {
  const row = await trx
    .selectFrom('pending_settings')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row && { settings: JSON.parse(row.body) as PendingSettings, by: row.by_name, at: row.at };
}

/** Lists the terms of bills that a saved change will replace at a closing. */
export async function readPendingTerms(db: Db, merchantId: string): Promise<BillTerm[]> {
  const pending = await runInTransaction(db, (trx) => readPending(trx, merchantId));
  return billTerms.filter((term) => pending && Object.hasOwn(pending.settings, term));
}

/** Stores the waiting settings in place of earlier ones. @param pending undefined: no settings wait any more */
export async function writePending(
  trx: Trx,
  merchantId: string,
  pending: Pending | undefined,
): Promise<void> {
  await trx.deleteFrom('pending_settings').where('merchant_id', '=', merchantId).execute();
  if (!pending) return;
  const { settings, by, at } = pending;
  const row = { merchant_id: merchantId, body: JSON.stringify(settings), by_name: by, at };
  await trx.insertInto('pending_settings').values(row).execute();
}
