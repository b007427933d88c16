/** How restaurants join a chain and leave it. The owner of each side agrees: one makes a code, the other enters it. */
import type { FastifyBaseLogger } from 'fastify';
import { chainRefused, type Chain, type ChainRefusal } from '#contract/calls/chain.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { chooseText, type Localized } from '#contract/menu-file/localized.ts';
import { findBranch, readBranches, readNames } from '#server/menu/chain-rows.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { isPostgres, runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { findAccessCode, spendAccessCode } from '#server/service/staff/access/access-codes.ts';

export interface ChainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** More branches than a report and a list of restaurants are made for. */
const mostBranches = 100;

export async function readChain(db: Db, merchantId: string, language: LanguageCode): Promise<Chain> {
  const own = await findBranch(db, merchantId);
  const branches = await readBranches(db, merchantId);
  const ids = [...(own ? [own.head_id] : []), ...branches.map(({ merchant_id }) => merchant_id)];
  const names = ids.length === 0 ? new Map<string, string>() : await readNames(db, ids, language);
  const nameOf = (id: string) => ({ merchantId: id, name: names.get(id) ?? '' });
  return {
    head: own ? nameOf(own.head_id) : null,
    branches: branches.map((row) => ({
      ...nameOf(row.merchant_id),
      joinedAt: row.joined_at,
      sharesMenu: row.shares_menu === 1,
      ...(row.problem !== null && { problem: chooseText(JSON.parse(row.problem) as Localized, language) }),
    })),
  };
}

/** Makes the restaurant of the code a branch of this one. A Refusal 4128 if it cannot be one. */
export async function addBranch({ db, clock, log }: ChainDeps, headId: string, code: string, by: string) {
  const now = clock.now();
  const found = await findAccessCode(db, code, now);
  const merchantId = found?.kind === 'branch' ? found.merchantId : null;
  if (merchantId === null) throw createRefusal('wrongCode');
  await runInTransaction(db, async (trx) => {
    await lockRestaurants(trx, [headId, merchantId]);
    await requireJoinable(trx, headId, merchantId);
    if (!(await spendAccessCode(trx, code))) throw createRefusal('wrongCode');
    const row = { merchant_id: merchantId, head_id: headId, joined_at: now };
    await trx.insertInto('chain_branches').values(row).execute();
  });
  log.warn({ merchantId: headId, branch: merchantId, by }, 'a restaurant became a branch');
}

async function requireJoinable(trx: Trx, headId: string, merchantId: string): Promise<void> {
  if (merchantId === headId || (await findBranch(trx, merchantId))) throw createRefusal('inChain');
  if (await findBranch(trx, headId)) throw createRefusal('isBranch');
  if ((await readBranches(trx, merchantId)).length > 0) throw createRefusal('hasBranches');
  if ((await readBranches(trx, headId)).length >= mostBranches) throw createRefusal('tooMany');
}

/** Keeps two restaurants from becoming branches of each other at once. */
async function lockRestaurants(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('merchants')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute();
}

/** Separates a branch from its head. @param merchantId of the head or of the branch itself. A Refusal 4128 for others */
export async function removeBranch(
  { db, log }: ChainDeps,
  merchantId: string,
  branchId: string,
  by: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('chain_branches')
    .where('merchant_id', '=', branchId)
    .where(({ or, eb }) => or([eb('head_id', '=', merchantId), eb('merchant_id', '=', merchantId)]))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw createRefusal('notBranch');
  log.warn({ merchantId, branch: branchId, by }, 'a branch left its chain');
}

function createRefusal(reason: ChainRefusal): Refusal {
  return new Refusal(chainRefused, getServerTexts(`chain.${reason}`), { data: { reason } });
}
