/** CX32: the menu as a file, read and written in one piece; the draft stays what it changed, on top of it (D56). */
import type { DataOf } from '#contract/http/call.ts';
import { houseParts, type getMenuFile, type writeMenuFile } from '#contract/calls/menu-file.ts';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { entriesOf, fieldsOf } from '#contract/menu-file/cross-mistakes.ts';
import { writeNumbers, writeTree } from '#contract/menu-file/menu-tree.ts';
import { mistake, type Mistake } from '#contract/menu-file/mistake.ts';
import { parseLong } from '#contract/reading/parse-long.ts';
import { statusRefusal } from '#server/platform/http/routes/route.ts';
import { menuFileOf } from '#server/menu/menu-file/export-menu.ts';
import { refuseMistakes } from '#server/menu/menu-file/mistake-words.ts';
import { hasPicture } from '#server/menu/menu-file/pictures.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { readDraft } from './draft.ts';
import { publishFile, type Surroundings } from './publish.ts';

export async function readMenuParts(db: Db, merchantId: string): Promise<DataOf<typeof getMenuFile>> {
  const { published } = await inTransaction(db, (trx) => readDraft(trx, merchantId, false));
  const { stations, categories } = writeTree(published);
  // D61: where a printer stands is told to nobody.
  const withoutPrinters = entriesOf(stations, []).map(([, { printer: _printer, ...station }]) => station);
  return { stations: withoutPrinters, categories: entriesOf(categories, []).map(([, section]) => section) };
}

interface Sent {
  readonly merchantId: string;
  readonly bytes: Buffer;
  readonly author: string;
  /** Of the mistakes' words. */
  readonly language: LanguageCode;
}

/** A Refusal 400 where it is no menu, with every mistake by its place. */
export async function writeMenuParts(
  db: Db,
  { merchantId, bytes, author, language }: Sent,
  where: Surroundings,
): Promise<DataOf<typeof writeMenuFile>> {
  const sent = fieldsOf(readJson(bytes));
  return await inTransaction(db, async (trx) => {
    const draft = await readDraft(trx, merchantId, true);
    const { merchant } = fieldsOf(writeNumbers(menuFileOf(draft.whole)));
    const file = { ...sent, merchant, tables: [], coupons: [] };
    const checked = checkMenu(file);
    const mistakes = [...(checked.ok ? [] : checked.mistakes), ...pictureMistakes(file, where)];
    if (!checked.ok || mistakes.length > 0) throw refuseMistakes(mistakes, language);
    const how = { author: { name: author, way: 'file' }, keepSoldOut: false } as const;
    const changes = await publishFile(trx, draft, checked.file, how, where);
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
    throw statusRefusal(codes.badRequest, {
      'en-US': `This is no menu as JSON: ${why}`,
      'zh-TW': `這不是 JSON 格式的菜單：${why}`,
    });
  }
}

/** Pictures were sent before (CX25); no path leads from a name to a file of the server. */
function pictureMistakes(file: object, { dataDir }: Surroundings): Mistake[] {
  return entriesOf(fieldsOf(file)['categories'], ['categories'])
    .flatMap(([path, { products }]) => entriesOf(products, [...path, 'products']))
    .filter(
      ([, { picture }]) => typeof picture === 'string' && picture !== '' && !hasPicture(picture, { dataDir }),
    )
    .map(([path]) => mistake([...path, 'picture'], 'notKept'));
}
