/**
 * The rows of chains. A chain is a head and its branches:
 *
 *     head ──┬── branch      The owners of the head open every branch with their own login. People of a branch
 *            └── branch      open only the branch.
 */
import type { Selectable } from 'kysely';
import { menuOfChain } from '#contract/calls/chain.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { chooseText, type StoredMerchant } from './whole-merchant.ts';

export type BranchRow = Selectable<Database['chain_branches']>;

/** Returns the branch's row, or undefined for a restaurant that is no branch. */
export async function findBranch(db: Db, merchantId: string): Promise<BranchRow | undefined> {
  return await db
    .selectFrom('chain_branches')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Returns the branches of a head in the order in which they joined. */
export async function readBranches(db: Db, headId: string): Promise<BranchRow[]> {
  return await db
    .selectFrom('chain_branches')
    .selectAll()
    .where('head_id', '=', headId)
    .orderBy('joined_at')
    .orderBy('merchant_id')
    .execute();
}

/** Returns the names of restaurants by their ids. */
export async function readNames(
  db: Db,
  merchantIds: readonly string[],
  language: LanguageCode,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('merchants').selectAll().where('id', 'in', merchantIds).execute();
  return new Map(
    rows.map(({ id, body }) => [id, chooseText((JSON.parse(body) as StoredMerchant).shortName, language)]),
  );
}

/** Keeps a branch with the head's menu from writing a menu of its own, which would be lost. A Refusal 4129. */
export async function requireOwnMenu(db: Db, merchantId: string): Promise<void> {
  const branch = await findBranch(db, merchantId);
  if (branch?.shares_menu === 1) throw new Refusal(menuOfChain, getServerTexts('chain.sharedMenu'));
}
