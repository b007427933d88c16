/** CX35, D70: who changed what of a house, and taking it back. */
import { codes } from '#contract/codes.ts';
import { houseChanged, type House } from '#contract/calls/house.ts';
import type { builtOnSchema, HouseChange } from '#contract/calls/house-history.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { invertEdit, mergeIntoTree, readOwn, type Crossing, type Edit } from '#contract/menu-file/edits.ts';
import type { infer as Infer } from 'zod/mini';
import { fromSettingsTree, toHouse, toSettingsTree } from '#server/menu/audit-log/settings-tree.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { readDraft, touches, type Draft } from '#server/back-office/menu-editor/draft.ts';
import { knownOf, readPeople, restorePerson, type KnownPerson } from '#server/service/staff/access/people.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { toVersionedHouse, applySettings, type SettingsDeps } from './write-settings.ts';

/** So many changes are answered at once, and so many edits of one. */
const page = 20;
const mostEdits = 100;
/** Of the edits of one change, bytes; `count` says how many there are. */
const bytesOfChange = 64 * 1024;

interface Asking {
  readonly merchantId: string;
  /** Else what became of people is not told. */
  readonly mayPeople: boolean;
}

/** @param before a change's id: older ones than that */
export async function readSettingsHistory(
  db: Db,
  asking: Asking,
  before: string | undefined,
): Promise<{ changes: HouseChange[]; hasMore: boolean }> {
  const rows = await kept(db, asking)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('number', '<', numberOf(before!)))
    .orderBy('number', 'desc')
    .limit(page + 1)
    .execute();
  const takenBack = await kept(db, asking).select('takes_back').where('takes_back', 'is not', null).execute();
  const gone = new Set(takenBack.map(({ takes_back }) => takes_back));
  const changes = rows.slice(0, page).map((row): HouseChange => {
    const edits = editsOf(row);
    return {
      id: String(row.number),
      by: row.by_name,
      at: row.at,
      way: row.way,
      isTakenBack: gone.has(row.number),
      edits: limitBytes(edits.slice(0, mostEdits), bytesOfChange).map(({ path, ...values }) => ({
        ...values,
        path: [...path],
      })),
      count: edits.length,
      names: JSON.parse(row.names) as HouseChange['names'],
    };
  });
  const told = limitBytes(changes);
  return { changes: told, hasMore: rows.length > told.length };
}

interface TakingBack extends Asking {
  readonly id: string;
  /** Of the mistakes' words. */
  readonly language: LanguageCode;
  /** By name. */
  readonly by: string;
}

interface Done {
  readonly house: House;
  /** Whoever was removed by it is to be out at once. */
  readonly isOfPeople: boolean;
}

/**
 * What it changed is as it was before. A Refusal 404 for none, 4097 where something of it has changed since; whatever else
 * speaks against it is refused as it is from the page.
 */
export async function revertSettingsChange(deps: SettingsDeps, asked: TakingBack): Promise<Done> {
  const { merchantId } = asked;
  return await inTransaction(deps.db, async (trx) => {
    const draft = await readDraft(trx, merchantId, true);
    const row = await kept(trx, asked)
      .selectAll()
      .where('number', '=', numberOf(asked.id))
      .executeTakeFirst();
    if (!row) throw new Refusal(codes.notFound, 'There is no such change');
    const back = editsOf(row).map(invertEdit);
    const author = {
      name: asked.by,
      way: 'takenBack',
      takesBack: { of: 'house', number: row.number },
    } as const;
    const isOfPeople = row.part === 'people';
    if (!isOfPeople)
      return { house: await putHouseBack(trx, deps, draft, { ...asked, author }, back), isOfPeople };
    await putPeopleBack(trx, asked, back, { author, now: deps.clock.now() });
    return { house: toVersionedHouse(draft.whole), isOfPeople };
  });
}

async function putHouseBack(
  trx: Trx,
  deps: SettingsDeps,
  draft: Draft,
  asked: TakingBack & { readonly author: Author },
  back: readonly Edit[],
): Promise<House> {
  const { tree, crossings } = mergeIntoTree(toSettingsTree(toHouse(draft.whole)), back);
  await requireUncrossed(trx, asked, crossings);
  const { settings, tables, coupons } = fromSettingsTree(tree);
  return await applySettings(trx, deps, draft, asked, { settings, tables, coupons });
}

async function putPeopleBack(
  trx: Trx,
  asking: Asking,
  back: readonly Edit[],
  by: { readonly author: Author; readonly now: number },
): Promise<void> {
  const { merchantId } = asking;
  const there = await readPeople(trx, merchantId);
  const people = Object.fromEntries(there.map((row) => [row.id, knownOf(row)]));
  // No PIN is kept: it stays what it is.
  const { tree, crossings } = mergeIntoTree(
    { people },
    back.filter(({ path }) => path[2] !== 'pin'),
  );
  await requireUncrossed(trx, asking, crossings);
  for (const id of new Set(back.map(({ path }) => path[1]!)))
    await restorePerson(trx, merchantId, { id, known: readOwn<KnownPerson>(tree.people, id) }, by);
}

/** A Refusal 4097 that says what has changed since, and whose that is. */
async function requireUncrossed(trx: Trx, asking: Asking, crossings: readonly Crossing[]): Promise<void> {
  if (crossings.length === 0) return;
  const later = await kept(trx, asking)
    .select(['by_name as by', 'at', 'edits'])
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  const data: Infer<typeof builtOnSchema> = {
    crossings: crossings.map(({ path }) => {
      const change = later.find((row) => editsOf(row).some((edit) => touches(edit.path, path)));
      return { path: [...path], by: change?.by ?? '', at: change?.at ?? 0 };
    }),
  };
  const words = {
    'en-US': 'Part of this has changed again since: take that back first',
    'zh-TW': '其中有些之後又改過了，請先還原之後的修改',
  };
  throw new Refusal(houseChanged, words, { data });
}

function kept(db: Db | Trx, { merchantId, mayPeople }: Asking) {
  return db
    .selectFrom('house_changes')
    .where('merchant_id', '=', merchantId)
    .$if(!mayPeople, (query) => query.where('part', '=', 'house'));
}

function editsOf({ edits }: Pick<Database['house_changes'], 'edits'>): Edit[] {
  return JSON.parse(edits) as Edit[];
}

function numberOf(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}
