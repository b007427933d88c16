/** CX24: what was published, by whom, and taking it back. */
import { codes } from '#contract/codes.ts';
import type { MenuChange } from '#contract/calls/menu-draft.ts';
import { invertEdit, mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';
import { normaliseTree } from '#contract/menu-file/menu-tree.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { conflictRefusal, readDraft, writeDraft } from './draft.ts';
import { publishTree, type Surroundings } from './publish.ts';

/** So many changes are answered at once, and so many edits of one. */
const page = 20;
const mostEdits = 100;
/** Of the edits of one change, bytes; `count` says how many there are. */
const bytesOfChange = 64 * 1024;

/** @param before a change's id: older ones than that */
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
    .limit(page + 1)
    .execute();
  const takenBack = await db
    .selectFrom('menu_changes')
    .select('takes_back')
    .where('merchant_id', '=', merchantId)
    .where('takes_back', 'is not', null)
    .execute();
  const gone = new Set(takenBack.map(({ takes_back }) => takes_back));
  const changes = rows.slice(0, page).map((row): MenuChange => {
    const edits = JSON.parse(row.edits) as (Edit & { path: string[] })[];
    return {
      id: String(row.number),
      by: row.by_name,
      at: row.at,
      way: row.way,
      takesBack: row.takes_back === null ? null : String(row.takes_back),
      isTakenBack: gone.has(row.number),
      edits: limitBytes(edits.slice(0, mostEdits), bytesOfChange),
      count: edits.length,
      names: JSON.parse(row.names) as MenuChange['names'],
    };
  });
  const told = limitBytes(changes);
  return { changes: told, hasMore: rows.length > told.length };
}

/** What it changed is as it was before; a Refusal 4098 where something of it has changed since, 404 for none. */
export async function revertMenuChange(
  trx: Trx,
  merchantId: string,
  id: string,
  author: string,
  where: Surroundings,
): Promise<void> {
  const draft = await readDraft(trx, merchantId, true);
  const row = await trx
    .selectFrom('menu_changes')
    .select(['number', 'edits'])
    .where('merchant_id', '=', merchantId)
    .where('number', '=', numberOf(id))
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, 'There is no such change');
  const back = (JSON.parse(row.edits) as Edit[]).map(invertEdit);
  const { tree, crossings } = mergeIntoTree(draft.published, back);
  if (crossings.length > 0) throw await conflictRefusal(trx, draft, crossings);
  const by = { name: author, way: 'takenBack', takesBack: { of: 'menu', number: row.number } } as const;
  await publishTree(trx, draft, normaliseTree(tree), by, where);
  await writeDraft(trx, draft, draft.edits, draft.scheduled);
}

function numberOf(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}
