import {
  addBranch as addBranchCall,
  getBranchMenu,
  getChain,
  getChainNumbers,
  makeBranchCode,
  removeBranch as removeBranchCall,
  setLocalDish as setLocalDishCall,
  shareMenu as shareMenuCall,
} from '#contract/calls/chain.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { disconnectScreens } from '#server/service/staff/access/staff-sessions.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import type { PublishContext } from '../menu-editor/publish.ts';
import { draftCallRates } from '../menu-editor/routes.ts';
import { readBranchMenu, setLocalDish, shareMenu } from './branch-menus.ts';
import { addBranch, readChain, removeBranch, type ChainDeps } from './chain.ts';
import { readChainNumbers } from './chain-numbers.ts';
import { announceMenu, type SharingDeps } from './share-menus.ts';

/** The report reads the orders of today of all restaurants. */
const reportPace = { perMinute: 20, atOnce: 4 };

/** The calls with which owners manage a chain. */
export function createChainRoutes(deps: ChainDeps & SharingDeps & { readonly random: Random }): Route[] {
  return [...createMemberRoutes(deps), ...createMenuRoutes(deps)];
}

function createMemberRoutes(deps: ChainDeps & SharingDeps & { readonly random: Random }): Route[] {
  const { db, clock } = deps;
  return [
    defineStaffRoute(getChain, async (merchantId, { who: { language } }) =>
      readChain(db, merchantId, language),
    ),
    defineStaffRoute(makeBranchCode, async (merchantId) =>
      createAccessCode(deps, { kind: 'branch', merchantId }),
    ),
    defineStaffRoute(
      addBranchCall,
      async (merchantId, { body: { code }, who: { language } }, { by: { name } }) => {
        await addBranch(deps, merchantId, code, name);
        return await readChain(db, merchantId, language);
      },
    ),
    defineStaffRoute(
      removeBranchCall,
      async (merchantId, { body: { merchantId: branchId }, who: { language } }, { by: { name } }) => {
        await removeBranch(deps, merchantId, branchId, name);
        // The screens of the head's owners must not go on receiving news of the branch.
        disconnectScreens(deps, branchId);
        return await readChain(db, merchantId, language);
      },
    ),
    defineStaffRoute(
      getChainNumbers,
      async (headId, { query, who: { language } }) =>
        readChainNumbers(db, { headId, ...query, language, now: clock.now() }),
      reportPace,
    ),
  ];
}

function createMenuRoutes(deps: SharingDeps): Route[] {
  const { db, clock } = deps;
  const publish = async (change: (trx: Trx, context: PublishContext) => Promise<void>) => {
    const now = clock.now();
    await runWithPictures(deps, (trx, pictures) => change(trx, { pictures, now }));
  };
  return [
    defineStaffRoute(
      shareMenuCall,
      async (headId, { body, who: { language } }) => {
        await publish((trx, context) => shareMenu(trx, headId, body, context));
        await announceMenu(deps, body.merchantId);
        return await readChain(db, headId, language);
      },
      draftCallRates,
    ),
    defineStaffRoute(getBranchMenu, async (merchantId, { who: { language } }) =>
      runInTransaction(db, (trx) => readBranchMenu(trx, merchantId, language)),
    ),
    defineStaffRoute(
      setLocalDishCall,
      async (merchantId, { body: { dishId, options = [], ...rest } }) => {
        const next = { ...rest, options: Object.fromEntries(options.map(({ id, price }) => [id, price])) };
        await publish((trx, context) => setLocalDish(trx, merchantId, { dishId, next }, context));
        await announceMenu(deps, merchantId);
        return { changed: true };
      },
      draftCallRates,
    ),
  ];
}
