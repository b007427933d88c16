import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { readDraft, writeDraft } from './draft.ts';
import { publishTree, rebaseEdits, layEditsOver, type Surroundings } from './publish.ts';

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: { readonly dataDir: string };
}

/** So often menus that are due are looked for, ms. */
const lookEveryMs = 5_000;

/** Publishes what is due: in every process; one of them does it. */
export function startPublishing(deps: Deps) {
  return startWork({
    once: () => publishDue(deps),
    lookEveryMs,
    onError: (error) => deps.log.warn({ err: error }, 'a menu that was due could not be published'),
  });
}

/** @returns how many were due */
export async function publishDue(deps: Deps): Promise<number> {
  const { db, clock, config } = deps;
  const due = await db
    .selectFrom('menu_drafts')
    .select('merchant_id as merchantId')
    .where('due_at', '<=', clock.now())
    .execute();
  const failures: unknown[] = [];
  for (const { merchantId } of due) {
    const where = { dataDir: config.dataDir, now: clock.now() };
    let isDone = false;
    try {
      isDone = await inTransaction(db, (trx) => publishScheduled(trx, merchantId, where));
    } catch (error) {
      // The other restaurants' menus are due all the same.
      failures.push(error);
    }
    if (isDone) await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

/** False: another process did it, or it cannot be done, which the draft says from now on. */
async function publishScheduled(trx: Trx, merchantId: string, where: Surroundings): Promise<boolean> {
  const draft = await readDraft(trx, merchantId, true);
  const { scheduled, edits } = draft;
  if (!scheduled || scheduled.failed || scheduled.due > where.now) return false;
  const tree = layEditsOver(draft, scheduled.edits);
  try {
    if (!tree) throw new Refusal(0, 'Something crosses');
    await publishTree(trx, draft, tree, { name: scheduled.by, way: 'schedule' }, where);
  } catch (error) {
    // Without a picture that it names there is nothing to publish either.
    if (!(error instanceof Refusal || error instanceof StartError)) throw error;
    await writeDraft(trx, draft, edits, { ...scheduled, failed: true });
    return false;
  }
  await writeDraft(trx, draft, rebaseEdits(draft, scheduled.edits), null);
  return true;
}
