import {
  addBranch as addBranchCall,
  getChain,
  getChainNumbers,
  makeBranchCode,
  removeBranch as removeBranchCall,
} from '#contract/calls/chain.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { disconnectScreens } from '#server/service/staff/access/staff-sessions.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { addBranch, readChain, removeBranch, type ChainDeps } from './chain.ts';
import { readChainNumbers } from './chain-numbers.ts';

/** The report reads the orders of today of all restaurants. */
const reportPace = { perMinute: 20, atOnce: 4 };

/** The calls with which owners manage a chain. */
export function createChainRoutes(deps: ChainDeps & HubDeps & { readonly random: Random }): Route[] {
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
