/** The published changes of a menu with their authors, and how to revert one. */
import { codes } from '#contract/codes.ts';
import type { MenuChange } from '#contract/calls/menu-draft.ts';
import { invertEdit, mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';
import { normaliseTree } from '#contract/menu-file/menu-tree.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { createConflict, readDraft, writeDraft } from './draft.ts';
import { publishTree, type PublishContext } from './publish.ts';

/** Most changes in one answer, and most edits of one change. */
const pageSize = 20;
const maxEdits = 100;
/** Most bytes for the edits of one change. `count` is the full number of edits. */
const maxBytesOfChange = 64 * 1024;

/** Returns the changes, newest first. @param before the id of a change: only older changes */
export async function readMenuHistory(
  db: Db,
  merchantId: string,
  before: string | undefined,
): Promise<{ changes: MenuChange[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('menu_changes')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('number', '<', numberOf(before!)))
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute();
  const reverts = await db
    .selectFrom('menu_changes')
    .select('takes_back')
    .where('merchant_id', '=', merchantId)
    .where('takes_back', 'is not', null)
    .execute();
  const revertedNumbers = new Set(reverts.map(({ takes_back }) => takes_back));
  const changes = rows.slice(0, pageSize).map((row): MenuChange => {
    const edits = JSON.parse(row.edits) as (Edit & { path: string[] })[];
    return {
      id: String(row.number),
      by: row.by_name,
      at: row.at,
      way: row.way,
      takesBack: row.takes_back === null ? null : String(row.takes_back),
      isTakenBack: revertedNumbers.has(row.number),
      edits: limitBytes(edits.slice(0, maxEdits), maxBytesOfChange),
      count: edits.length,
      names: JSON.parse(row.names) as MenuChange['names'],
    };
  });
  const shown = limitBytes(changes);
  return { changes: shown, hasMore: rows.length > shown.length };
}

/**
 * Publishes the menu with one change undone.
 * @throws Refusal 4098 if a value of the change has changed again since; 404 for an unknown change
 */
export async function revertMenuChange(
  trx: Trx,
  merchantId: string,
  id: string,
  author: string,
  context: PublishContext,
): Promise<void> {
  const draft = await readDraft(trx, merchantId, true);
  const row = await trx
    .selectFrom('menu_changes')
    .select(['number', 'edits'])
    .where('merchant_id', '=', merchantId)
    .where('number', '=', numberOf(id))
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, getServerTexts('history.unknown'));
  const back = (JSON.parse(row.edits) as Edit[]).map(invertEdit);
  const { tree, crossings } = mergeIntoTree(draft.published, back);
  if (crossings.length > 0) throw await createConflict(trx, draft, crossings);
  const by = { name: author, way: 'takenBack', takesBack: { of: 'menu', number: row.number } } as const;
  await publishTree(trx, draft, normaliseTree(tree), by, context);
  await writeDraft(trx, draft, draft.edits, draft.scheduled);
}

function numberOf(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}
