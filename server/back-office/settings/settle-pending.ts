/** Applies or discards the settings that wait for a closing. */
import type { House, HouseSettings } from '#contract/calls/house.ts';
import { readDraft } from '#server/back-office/menu-editor/draft.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { findChangedTerms } from '#server/menu/bill-terms.ts';
import { listOpenBills, requireNoBills } from '#server/ordering/orders/open-bills.ts';
import { readPending, writePending } from './pending.ts';
import {
  applySettings,
  mergePending,
  prepareSettings,
  readHouse,
  requireSeenVersion,
  toVersionedHouse,
  type ReadScope,
  type SettingsDeps,
} from './write-settings.ts';

export async function discardPending(deps: SettingsDeps, scope: ReadScope, version: string): Promise<House> {
  const { merchantId } = scope;
  return await runInTransaction(deps.db, async (trx) => {
    const { whole } = await readDraft(trx, merchantId, true);
    requireSeenVersion(toVersionedHouse(whole, await readPending(trx, merchantId)), { version });
    await writePending(trx, merchantId, undefined);
    return await readHouse(trx, deps, scope);
  });
}

/**
 * Applies the waiting settings, in the name of the person who saved them.
 * @param version the state that the person saw. Undefined: any
 * @throws Refusal 4104 while bills are open; 400 with the mistakes, if the menu no longer fits
 */
export async function applyPending(deps: SettingsDeps, scope: ReadScope, version?: string): Promise<House> {
  const { merchantId } = scope;
  return await runInTransaction(deps.db, async (trx) => {
    const draft = await readDraft(trx, merchantId, true);
    const pending = await readPending(trx, merchantId);
    const house = toVersionedHouse(draft.whole, pending);
    if (version !== undefined) requireSeenVersion(house, { version });
    if (!pending) return house;
    const settings: HouseSettings = mergePending(house);
    const { whole } = prepareSettings(deps, draft, scope, { settings });
    const terms = findChangedTerms(draft.whole, whole);
    requireNoBills(await listOpenBills(trx, merchantId, terms), terms);
    await writePending(trx, merchantId, undefined);
    const author = { name: pending.by, way: 'page' } as const;
    // The waiting settings contain no limits.
    return await applySettings(trx, deps, draft, { ...scope, author, mayLimitManagers: true }, { settings });
  });
}

/** Applies the waiting settings after a closing. They go on waiting if bills are open, or if the menu no longer fits them. */
export async function applyAfterClosing(
  deps: SettingsDeps,
  scope: ReadScope,
): Promise<'applied' | 'waits' | 'nothing'> {
  const waiting = await runInTransaction(deps.db, (trx) => readPending(trx, scope.merchantId));
  if (!waiting) return 'nothing';
  try {
    await applyPending(deps, scope);
    return 'applied';
  } catch (error) {
    if (error instanceof Refusal) return 'waits';
    throw error;
  }
}
