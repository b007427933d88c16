/**
 * Reads and writes the menu as a JSON file in one piece, for example for a POS. The draft's edits stay on top of it.
 */
import type { DataOf } from '#contract/http/call.ts';
import { houseParts, type getMenuFile, type writeMenuFile } from '#contract/calls/menu-file.ts';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { listEntries, readFields } from '#contract/menu-file/cross-mistakes.ts';
import { writeNumbers, writeTree } from '#contract/menu-file/menu-tree.ts';
import { parseLong } from '#contract/reading/parse-long.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { toMenuFile } from '#server/menu/menu-file/export-menu.ts';
import { refuseMistakes } from '#server/menu/menu-file/mistake-words.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { readDraft } from './draft.ts';
import { findMissingPictures } from './missing-pictures.ts';
import { publishFile } from './publish.ts';

export async function exportMenuParts(db: Db, merchantId: string): Promise<DataOf<typeof getMenuFile>> {
  const { published } = await runInTransaction(db, (trx) => readDraft(trx, merchantId, false));
  const { stations, categories } = writeTree(published);
  const listParts = (list: unknown) => listEntries(list, []).map(([, part]) => part);
  return { stations: listParts(stations), categories: listParts(categories) };
}

interface UploadedFile {
  readonly merchantId: string;
  readonly bytes: Buffer;
  readonly author: string;
  /** The language of the mistakes. */
  readonly language: LanguageCode;
}

/** Publishes the categories and stations of an uploaded file. @throws Refusal 400 with every mistake and its path */
export async function importMenuParts(
  deps: { readonly db: Db; readonly clock: Clock; readonly pictures: PictureFiles },
  { merchantId, bytes, author, language }: UploadedFile,
): Promise<DataOf<typeof writeMenuFile>> {
  const sent = readFields(readJson(bytes));
  const now = deps.clock.now();
  return await runWithPictures(deps, async (trx, pictures) => {
    const draft = await readDraft(trx, merchantId, true);
    const { merchant } = readFields(writeNumbers(toMenuFile(draft.whole)));
    const file = { ...sent, merchant, tables: [], coupons: [] };
    const checked = checkMenu(file);
    const mistakes = [
      ...(checked.ok ? [] : checked.mistakes),
      ...(await findMissingPictures(file, pictures)),
    ];
    if (!checked.ok || mistakes.length > 0) throw refuseMistakes(mistakes, language);
    const how = { author: { name: author, way: 'file' }, keepSoldOut: false } as const;
    const changes = await publishFile(trx, draft, checked.file, how, { pictures, now });
    const count = (kind: (typeof changes)[number]['kind']) =>
      changes.filter((change) => change.kind === kind).length;
    return {
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      notRead: houseParts.filter((part) => sent[part] !== undefined),
    };
  });
}

function readJson(bytes: Buffer): unknown {
  try {
    return writeNumbers(parseLong(bytes.toString('utf8')));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw createStatusRefusal(codes.badRequest, getServerTexts('menu.notJson', { why }));
  }
}
