import type { Draft } from '#server/back-office/menu-editor/draft.ts';
import { createPictureFiles } from '#server/platform/pictures/picture-files.ts';
import { applyEdits } from '#contract/menu-file/edits.ts';
import { createTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { WholeCategory, WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import { previewImport } from '#server/back-office/menu-import/preview-import.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';

const [demo] = await readDemoMerchants();

/** A draft without changes, of a demo restaurant with other sections if they are given. */
export function createDraft(categories?: readonly WholeCategory[], more: Partial<WholeMerchant> = {}): Draft {
  const whole = { ...demo!, ...(categories && { categories: [...categories] }), ...more };
  const published = createTree(whole);
  return {
    merchantId: whole.id,
    draftVersion: 3,
    version: 5,
    whole,
    published,
    edits: [],
    scheduled: null,
    tree: published,
    crossings: [],
    soldOut: { dishes: [], options: [] },
  };
}

export function createText(english: string, chinese = english) {
  return { 'en-US': english, 'zh-TW': chinese };
}

interface Options {
  readonly draft?: Draft;
  readonly mode?: 'add' | 'replace';
  readonly language?: 'en-US' | 'zh-TW';
}

/** Reads a file into a draft. The ids of new entries are new-1, new-2, … */
export async function importInto(
  file: string | Uint8Array,
  { draft = createDraft([]), mode = 'add', language = 'en-US' }: Options = {},
) {
  let last = 0;
  const preview = await previewImport(draft, {
    bytes: Buffer.from(file as string),
    mode,
    language,
    pictures: createPictureFiles('.data/pictures'),
    createId: () => `new-${(last += 1)}`,
  });
  return { ...preview, tree: applyEdits<MenuTree>(draft.tree, preview.edits) };
}

/** The mistakes as lines. */
export function formatNotices(
  notices: readonly { readonly place: string; readonly words: string }[],
): string[] {
  return notices.map(({ place, words }) => (place === '' ? words : `${place}: ${words}`));
}
