/**
 * Gives branches the menu of their head. A branch has a whole menu of its own in the database, so carts, orders and
 * search know nothing of chains, and a branch that leaves keeps its menu:
 *
 *     head publishes ──► its newest change is not the branch's `taken` ──► takeOverMenu ──► the branch's menu
 *     local price    ──► setLocalDish ──────────────────────────────────►─┘
 *
 * If the menu does not fit the branch, for example because a tax is missing there, the branch keeps the menu before,
 * and the chain's page says why.
 */
import { chainRefused, menuOfChain, type BranchMenu } from '#contract/calls/chain.ts';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { readOwn } from '#contract/menu-file/edits.ts';
import { chooseText, writeTexts } from '#contract/menu-file/localized.ts';
import { listCategories } from '#contract/menu-file/menu-tree.ts';
import { readLastMenuChange } from '#server/menu/audit-log/log-menu-change.ts';
import { findBranch, type BranchRow } from '#server/menu/chain-rows.ts';
import { localize } from '#server/platform/http/language.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { isPostgres, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { readDraft, writeDraft } from '../menu-editor/draft.ts';
import { readLiveMenu } from '../menu-editor/live-menu.ts';
import { publishTree, type PublishContext } from '../menu-editor/publish.ts';
import {
  composeBranchMenu,
  listOptions,
  readLocal,
  replaceLocal,
  type LocalDish,
  type LocalDishes,
} from './local-dishes.ts';

/** Starts or ends that a branch has the head's menu. A Refusal 4128 for a restaurant that is no branch of it. */
export async function shareMenu(
  trx: Trx,
  headId: string,
  { merchantId, isShared }: { readonly merchantId: string; readonly isShared: boolean },
  context: PublishContext,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('chain_branches')
    .set({ shares_menu: isShared ? 1 : 0, taken: null, problem: null, ...(!isShared && { local: '{}' }) })
    .where('merchant_id', '=', merchantId)
    .where('head_id', '=', headId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Refusal(chainRefused, getServerTexts('chain.notBranch'), { data: { reason: 'notBranch' } });
  if (!isShared) return;
  await writeDraft(trx, await readDraft(trx, merchantId, true), [], null);
  await takeOverMenu(trx, merchantId, context);
}

/**
 * Writes the head's menu to a branch that shares it.
 * @returns false if the branch has the newest menu already, or cannot have it
 */
export async function takeOverMenu(trx: Trx, merchantId: string, context: PublishContext): Promise<boolean> {
  const branch = await lockBranch(trx, merchantId);
  if (branch?.shares_menu !== 1) return false;
  // Read before the menu. The menu may then be newer than the number, and is taken over once more.
  const newest = await readLastMenuChange(trx, branch.head_id);
  if (branch.taken === newest) return false;
  const problem = await publishHeadsMenu(trx, branch, context).catch(describeProblem);
  await trx
    .updateTable('chain_branches')
    .set({ taken: newest, problem: problem ?? null })
    .where('merchant_id', '=', merchantId)
    .execute();
  return problem === undefined;
}

/** Returns why a menu was refused, as stored text. Other errors are thrown. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return JSON.stringify(writeTexts((language) => localize(error.words, language)));
}

async function publishHeadsMenu(trx: Trx, branch: BranchRow, context: PublishContext): Promise<undefined> {
  const head = await readLiveMenu(trx, branch.head_id);
  if (!head) throw new Error(`The head ${branch.head_id} of a chain is missing`);
  const draft = await readDraft(trx, branch.merchant_id, true);
  const { currency, decimals } = head.whole;
  if (currency !== draft.whole.currency || decimals !== draft.whole.decimals)
    throw new Refusal(chainRefused, getServerTexts('chain.otherCurrency', { currency }));
  const local = JSON.parse(branch.local) as LocalDishes;
  const tree = composeBranchMenu(head.published, local, draft.published);
  await publishTree(trx, draft, tree, { name: '', way: 'file' }, context);
  return undefined;
}

/** Locks the branch's row, so that a local price and a new menu of the head are written one after the other. */
async function lockBranch(trx: Trx, merchantId: string): Promise<BranchRow | undefined> {
  return await trx
    .selectFrom('chain_branches')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Returns the branches whose head has published a newer menu. */
export async function listDueBranches(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_branches as branch')
    .select('merchant_id')
    .where('shares_menu', '=', 1)
    .where(({ or, eb, fn, selectFrom, lit }) =>
      or([
        eb('taken', 'is', null),
        eb(
          'taken',
          '<',
          fn.coalesce(
            selectFrom('menu_changes as change')
              .select(({ fn: { max } }) => max('change.number').as('newest'))
              .whereRef('change.merchant_id', '=', 'branch.head_id'),
            lit(0),
          ),
        ),
      ]),
    )
    .execute();
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

/** Changes the branch's prices of a dish. A Refusal 4129 without a shared menu, 404 for an unknown dish, 4099 for a wrong price. */
export async function setLocalDish(
  trx: Trx,
  merchantId: string,
  { dishId, next }: { readonly dishId: string; readonly next: LocalDish },
  context: PublishContext,
): Promise<void> {
  const branch = await lockBranch(trx, merchantId);
  if (branch?.shares_menu !== 1) throw new Refusal(menuOfChain, getServerTexts('chain.ownMenu'));
  const head = await readLiveMenu(trx, branch.head_id);
  if (!head || !readOwn(head.published.dishes, dishId))
    throw new Refusal(
      codes.notFound,
      getServerTexts('menu.noDish', { merchant: branch.head_id, dish: dishId }),
    );
  const local = JSON.stringify(replaceLocal(JSON.parse(branch.local) as LocalDishes, dishId, next));
  await trx.updateTable('chain_branches').set({ local }).where('merchant_id', '=', merchantId).execute();
  await publishHeadsMenu(trx, { ...branch, local }, context);
}

/** Returns the head's menu with the branch's prices; null if the branch has a menu of its own. */
export async function readBranchMenu(
  trx: Trx,
  merchantId: string,
  language: LanguageCode,
): Promise<BranchMenu | null> {
  const branch = await findBranch(trx, merchantId);
  const head = branch?.shares_menu === 1 ? await readLiveMenu(trx, branch.head_id) : undefined;
  if (!branch || !head) return null;
  const local = JSON.parse(branch.local) as LocalDishes;
  return {
    currency: head.whole.currency,
    decimals: head.whole.decimals,
    sections: listCategories(head.published).map(({ id, name, products }) => ({
      id,
      name: chooseText(name, language),
      dishes: products.map((dish) => {
        const { price, isHidden = false, options = {} } = readLocal(local, dish.id);
        return {
          id: dish.id,
          name: chooseText(dish.name, language),
          price: dish.price,
          ...(price !== undefined && { localPrice: price }),
          isHidden,
          options: listOptions(dish).map((option) => ({
            id: option.id,
            name: chooseText(option.name, language),
            price: option.price,
            ...(Object.hasOwn(options, option.id) && { localPrice: options[option.id]! }),
          })),
        };
      }),
    })),
  };
}
