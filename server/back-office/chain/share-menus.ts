import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { listDueBranches, takeOverMenu } from './branch-menus.ts';

export interface SharingDeps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly pictures: PictureFiles;
}

/** How often the server looks for branches whose head has published, ms. */
const intervalMs = 5_000;

/** Gives branches the new menus of their heads in the background. Every process runs it; a lock lets one of them write. */
export function startSharingMenus(deps: SharingDeps) {
  return startWork({
    once: () => shareDueMenus(deps),
    lookEveryMs: intervalMs,
    onError: (error) => deps.log.warn({ err: error }, 'a branch could not get its menu, will try again'),
  });
}

/** @returns 0, because a branch that failed waits for the next look */
export async function shareDueMenus(deps: SharingDeps): Promise<0> {
  const { db, clock } = deps;
  const failures: unknown[] = [];
  for (const merchantId of await listDueBranches(db)) {
    const now = clock.now();
    try {
      const isNew = await runWithPictures(deps, (trx, pictures) =>
        takeOverMenu(trx, merchantId, { pictures, now }),
      );
      if (isNew) await announceMenu(deps, merchantId);
    } catch (error) {
      // Continue with the other branches, and throw at the end.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return 0;
}

/** Notifies the phones and the staff's devices of a branch of its new menu. */
export async function announceMenu(deps: HubDeps & { readonly db: Db }, merchantId: string): Promise<void> {
  await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
}
