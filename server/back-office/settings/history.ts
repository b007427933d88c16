/** The history of a restaurant's settings, tables, coupons and staff, and how to revert a change. */
import { codes } from '#contract/codes.ts';
import { houseChanged, type House } from '#contract/calls/house.ts';
import type { builtOnSchema, HouseChange } from '#contract/calls/house-history.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { invertEdit, mergeIntoTree, readOwn, type Crossing, type Edit } from '#contract/menu-file/edits.ts';
import type { infer as Infer } from 'zod/mini';
import { restoreLists, toHouse, toSettingsTree } from '#server/menu/audit-log/settings-tree.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { readDraft, isOnSamePath, type Draft } from '#server/back-office/menu-editor/draft.ts';
import {
  toKnownPerson,
  readPeople,
  restorePerson,
  type KnownPerson,
} from '#server/service/staff/access/people.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { findChangedTerms } from '#server/menu/bill-terms.ts';
import { listOpenBills, requireNoBills } from '#server/ordering/orders/open-bills.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { applySettings, prepareSettings, readHouse, type SettingsDeps } from './write-settings.ts';

/** Most changes in one answer, and most edits of one change. */
const pageSize = 20;
const maxEdits = 100;
/** Most bytes for the edits of one change. `count` is the full number of edits. */
const maxBytesOfChange = 64 * 1024;

interface HistoryScope {
  readonly merchantId: string;
  /** Whether the reader may see changes of staff, too. */
  readonly mayPeople: boolean;
}

/** Returns the changes, newest first. @param before the id of a change: only older changes */
export async function readSettingsHistory(
  db: Db,
  scope: HistoryScope,
  before: string | undefined,
): Promise<{ changes: HouseChange[]; hasMore: boolean }> {
  const rows = await selectChanges(db, scope)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('number', '<', numberOf(before!)))
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute();
  const reverts = await selectChanges(db, scope)
    .select('takes_back')
    .where('takes_back', 'is not', null)
    .execute();
  const revertedNumbers = new Set(reverts.map(({ takes_back }) => takes_back));
  const changes = rows.slice(0, pageSize).map((row): HouseChange => {
    const edits = readEdits(row);
    return {
      id: String(row.number),
      by: row.by_name,
      at: row.at,
      way: row.way,
      isTakenBack: revertedNumbers.has(row.number),
      edits: limitBytes(edits.slice(0, maxEdits), maxBytesOfChange).map(({ path, ...values }) => ({
        ...values,
        path: [...path],
      })),
      count: edits.length,
      names: JSON.parse(row.names) as HouseChange['names'],
    };
  });
  const shown = limitBytes(changes);
  return { changes: shown, hasMore: rows.length > shown.length };
}

interface RevertRequest extends HistoryScope {
  readonly id: string;
  /** The language of the mistakes. */
  readonly language: LanguageCode;
  /** The name of the person who reverts. */
  readonly by: string;
}

interface Reverted {
  readonly house: House;
  /** The change was about staff. The caller then ends open connections, because a person may have lost access. */
  readonly isOfPeople: boolean;
}

/**
 * Restores the values from before a change.
 * @throws Refusal 404 for an unknown change; 4097 if a value has changed again since; 4104 if it would change open
 * bills; and the errors of `applySettings`
 */
export async function revertSettingsChange(deps: SettingsDeps, asked: RevertRequest): Promise<Reverted> {
  const { merchantId } = asked;
  return await runInTransaction(deps.db, async (trx) => {
    const draft = await readDraft(trx, merchantId, true);
    const row = await selectChanges(trx, asked)
      .selectAll()
      .where('number', '=', numberOf(asked.id))
      .executeTakeFirst();
    if (!row) throw new Refusal(codes.notFound, getServerTexts('history.unknown'));
    const inverseEdits = readEdits(row).map(invertEdit);
    const author = {
      name: asked.by,
      way: 'takenBack',
      takesBack: { of: 'house', number: row.number },
    } as const;
    const isOfPeople = row.part === 'people';
    if (!isOfPeople)
      return {
        house: await revertSettings(trx, deps, draft, { ...asked, author }, inverseEdits),
        isOfPeople,
      };
    await revertPeople(trx, asked, inverseEdits, { author, now: deps.clock.now() });
    return { house: await readHouse(trx, deps, asked), isOfPeople };
  });
}

async function revertSettings(
  trx: Trx,
  deps: SettingsDeps,
  draft: Draft,
  asked: RevertRequest & { readonly author: Author },
  inverseEdits: readonly Edit[],
): Promise<House> {
  const { tree, crossings } = mergeIntoTree(toSettingsTree(toHouse(draft.whole)), inverseEdits);
  await requireUncrossed(trx, asked, crossings);
  const { settings, tables, coupons } = restoreLists(tree);
  const { whole } = prepareSettings(deps, draft, asked, { settings, tables, coupons });
  const terms = findChangedTerms(draft.whole, whole);
  requireNoBills(await listOpenBills(trx, asked.merchantId, terms), terms);
  const scope = { ...asked, mayLimitManagers: asked.mayPeople };
  return await applySettings(trx, deps, draft, scope, { settings, tables, coupons });
}

async function revertPeople(
  trx: Trx,
  scope: HistoryScope,
  inverseEdits: readonly Edit[],
  by: { readonly author: Author; readonly now: number },
): Promise<void> {
  const { merchantId } = scope;
  const there = await readPeople(trx, merchantId);
  const people = Object.fromEntries(there.map((row) => [row.id, toKnownPerson(row)]));
  // The history does not store PINs, so a revert leaves the PIN unchanged.
  const { tree, crossings } = mergeIntoTree(
    { people },
    inverseEdits.filter(({ path }) => path[2] !== 'pin'),
  );
  await requireUncrossed(trx, scope, crossings);
  for (const id of new Set(inverseEdits.map(({ path }) => path[1]!)))
    await restorePerson(trx, merchantId, { id, known: readOwn<KnownPerson>(tree.people, id) }, by);
}

/** @throws Refusal 4097 with the values that have changed since, and the author of each */
async function requireUncrossed(
  trx: Trx,
  scope: HistoryScope,
  crossings: readonly Crossing[],
): Promise<void> {
  if (crossings.length === 0) return;
  const later = await selectChanges(trx, scope)
    .select(['by_name as by', 'at', 'edits'])
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  const data: Infer<typeof builtOnSchema> = {
    crossings: crossings.map(({ path }) => {
      const change = later.find((row) => readEdits(row).some((edit) => isOnSamePath(edit.path, path)));
      return { path: [...path], by: change?.by ?? '', at: change?.at ?? 0 };
    }),
  };
  throw new Refusal(houseChanged, getServerTexts('history.builtOn'), { data });
}

function selectChanges(db: Db | Trx, { merchantId, mayPeople }: HistoryScope) {
  return db
    .selectFrom('house_changes')
    .where('merchant_id', '=', merchantId)
    .$if(!mayPeople, (query) => query.where('part', '=', 'house'));
}

function readEdits({ edits }: Pick<Database['house_changes'], 'edits'>): Edit[] {
  return JSON.parse(edits) as Edit[];
}

function numberOf(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}
