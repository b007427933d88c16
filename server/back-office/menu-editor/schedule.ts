import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { readDraft, writeDraft } from './draft.ts';
import { publishTree, rebaseEdits, mergeEdits, type PublishContext } from './publish.ts';

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly pictures: PictureFiles;
}

/** How often the server looks for menus that are due, ms. */
const intervalMs = 5_000;

/** Publishes scheduled menus in the background. Every process runs this; the menu's lock lets one of them publish. */
export function startPublishing(deps: Deps) {
  return startWork({
    once: () => publishDueMenus(deps),
    lookEveryMs: intervalMs,
    onError: (error) => deps.log.warn({ err: error }, 'could not publish a scheduled menu, will try again'),
  });
}

/** Publishes the menus that are due. @returns the number of restaurants with a due menu */
export async function publishDueMenus(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const due = await db
    .selectFrom('menu_drafts')
    .select('merchant_id as merchantId')
    .where('due_at', '<=', clock.now())
    .execute();
  const failures: unknown[] = [];
  for (const { merchantId } of due) {
    const now = clock.now();
    let isDone = false;
    try {
      isDone = await runWithPictures(deps, (trx, pictures) =>
        publishScheduled(trx, merchantId, { pictures, now }),
      );
    } catch (error) {
      // Continue with the other restaurants, and throw at the end.
      failures.push(error);
    }
    if (isDone) await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

/** Returns false if another process published it, or if it cannot be published. The draft then shows the failure. */
async function publishScheduled(trx: Trx, merchantId: string, context: PublishContext): Promise<boolean> {
  const draft = await readDraft(trx, merchantId, true);
  const { scheduled, edits } = draft;
  if (!scheduled || scheduled.failed || scheduled.due > context.now) return false;
  const tree = mergeEdits(draft, scheduled.edits);
  try {
    if (!tree) throw new Refusal(0, 'The scheduled edits conflict with the menu');
    await publishTree(trx, draft, tree, { name: scheduled.by, way: 'schedule' }, context);
  } catch (error) {
    // A missing picture (StartError) prevents the publication, too.
    if (!(error instanceof Refusal || error instanceof StartError)) throw error;
    await writeDraft(trx, draft, edits, { ...scheduled, failed: true });
    return false;
  }
  await writeDraft(trx, draft, rebaseEdits(draft, scheduled.edits), null);
  return true;
}
