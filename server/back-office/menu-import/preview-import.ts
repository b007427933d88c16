/** Compares a file with the draft of a menu. */
import type { DataOf } from '#contract/http/call.ts';
import type { ImportMode, previewMenuImport } from '#contract/calls/menu-import.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { listEntries, readFields } from '#contract/menu-file/cross-mistakes.ts';
import { diffTrees } from '#contract/menu-file/edits.ts';
import {
  createTree,
  normaliseTree,
  writeNumbers,
  writeTree,
  type MenuTree,
} from '#contract/menu-file/menu-tree.ts';
import type { Mistake } from '#contract/menu-file/mistake.ts';
import { parseLong } from '#contract/reading/parse-long.ts';
import { toMenuFile } from '#server/menu/menu-file/export-menu.ts';
import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { removePrinter } from '#server/menu/printers.ts';
import type { Draft } from '../menu-editor/draft.ts';
import { canHoldTree } from '../menu-editor/edit-draft.ts';
import { findMissingPictures } from '../menu-editor/missing-pictures.ts';
import { completeMenu } from './complete-menu.ts';
import { decodeFile } from './decode-file.ts';
import { mergeMenu } from './merge-menu.ts';
import { describeNotice, describePlace } from './notice-words.ts';
import { readJsonLd } from './read-json-ld.ts';
import { readOwnCsv } from './read-own-csv.ts';
import { readSquare } from './read-square.ts';
import { readYaml } from './read-yaml.ts';
import type { MenuSettings, Notice, Source } from './source.ts';

type Preview = DataOf<typeof previewMenuImport>;

interface Import {
  readonly bytes: Buffer;
  readonly mode: ImportMode;
  /** The language of the notices. */
  readonly language: LanguageCode;
  readonly pictures: PictureFiles;
  createId(): string;
}

/** Most mistakes that one answer lists. */
const mostMistakes = 100;

export async function previewImport(draft: Draft, given: Import): Promise<Preview> {
  const { bytes, language } = given;
  const source = readSource(bytes, draft.whole);
  const dishes = source.categories.flatMap((section) => listEntries(readFields(section)['products'], []));
  const answer = (mistakes: Preview['mistakes'], edits: Preview['edits'] = []): Preview => ({
    format: 'format' in source ? source.format : null,
    dishes: dishes.length,
    draftVersion: draft.draftVersion,
    edits,
    mistakes: mistakes.slice(0, mostMistakes),
    mistakeCount: mistakes.length,
    warnings: source.warnings.map((notice) => describeNotice(notice, language)),
  });
  const describe = (notices: readonly Notice[]) => notices.map((notice) => describeNotice(notice, language));
  if (!('format' in source)) return answer(describe(source.mistakes));
  const { tree, mistakes } = await buildTree(draft, source, given);
  const all = [...describe(source.mistakes), ...mistakes];
  if (all.length > 0) return answer(all);
  if (dishes.length === 0) return answer(describe([{ code: 'noDishes' }]));
  if (!canHoldTree(draft, tree)) return answer(describe([{ code: 'tooLarge' }]));
  return answer(
    [],
    diffTrees(draft.tree, tree).map((edit) => ({ ...edit, path: [...edit.path] })),
  );
}

type Unreadable = Pick<Source, 'categories' | 'mistakes' | 'warnings'>;

/** Finds the format from the content. */
function readSource(bytes: Buffer, settings: MenuSettings): Source | Unreadable {
  const createUnreadable = (notice: Notice): Unreadable => ({
    categories: [],
    mistakes: [notice],
    warnings: [],
  });
  const decoded = decodeFile(bytes);
  if ('fault' in decoded) return createUnreadable({ code: decoded.fault });
  const { text } = decoded;
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (json && 'why' in json) {
    const isYaml = readYaml(text);
    return isYaml?.mistakes.length === 0 ? isYaml : createUnreadable({ code: 'notJson', values: json });
  }
  return (
    (json ? readJsonLd(json.root, settings) : (readSquare(text, settings) ?? readOwnCsv(text, settings))) ??
    readYaml(text) ??
    createUnreadable({ code: 'unknown' })
  );
}

function parseJson(text: string): { readonly root: unknown } | { readonly why: string } {
  try {
    return { root: writeNumbers(parseLong(text)) };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

interface Built {
  readonly tree: MenuTree;
  readonly mistakes: Preview['mistakes'];
}

/** Builds the draft with the file in it, and finds the file's mistakes. */
async function buildTree(draft: Draft, source: Source, given: Import): Promise<Built> {
  const { language, pictures } = given;
  const { merchant } = readFields(writeNumbers(toMenuFile(draft.whole)));
  const stations = source.stations
    ? [...listOthers(draft.tree, source.stations, given.mode), ...source.stations]
    : readFields(writeTree(draft.tree))['stations'];
  const file = {
    merchant,
    tables: [],
    stations,
    categories: completeMenu(source, draft.tree, given.createId),
  };
  const checked = checkMenu(file);
  const found = [...(checked.ok ? [] : checked.mistakes), ...(await findMissingPictures(file, pictures))];
  if (!checked.ok || found.length > 0)
    return { tree: draft.tree, mistakes: found.map((mistake) => toNotice(mistake, source, language)) };
  const { whole } = await toMerchant(checked.file, draft.merchantId, {
    menuPath: pictures.folder,
    files: pictures,
  });
  const imported = createTree({ ...whole, stations: whole.stations?.map(removePrinter) ?? [] });
  return { tree: normaliseTree(mergeMenu(draft.tree, imported, given.mode), [draft.tree]), mistakes: [] };
}

/** The stations of the menu that the file does not name, if the mode keeps them. */
function listOthers(tree: MenuTree, stations: readonly unknown[], mode: ImportMode): unknown[] {
  const named = new Set(stations.map((station) => readFields(station)['id']));
  const known = listEntries(readFields(writeTree(tree))['stations'], []).map(([, station]) => station);
  return mode === 'replace' ? [] : known.filter(({ id }) => !named.has(id));
}

function toNotice(mistake: Mistake, source: Source, language: LanguageCode): Preview['mistakes'][number] {
  const placeWords = (path: Mistake['path']) => describePlace(source.placeOf(path), language);
  return { place: placeWords(mistake.path), words: describeMistake(mistake, language, placeWords) };
}
