import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import { mergeIntoTree, type EditPath } from '#contract/menu-file/edits.ts';
import { normaliseTree } from '#contract/menu-file/menu-tree.ts';
import type { Reading } from './draft-state.ts';

/** Converts the server's answer into the state of the draft: the published menu with the edits applied. */
export function toReading({ version, draftVersion, published, edits, crossings }: MenuDraft): Reading {
  return {
    version,
    draftVersion,
    tree: normaliseTree(mergeIntoTree(published, edits).tree, [published]),
    conflicts: crossings.map(({ path, mine, theirs, by }) => ({ path, mine, theirs, by, isOfDraft: true })),
    byOf: (path) => edits.find((each) => isPartOf(each.path, path) || isPartOf(path, each.path))?.by ?? '',
  };
}

function isPartOf(path: EditPath, whole: EditPath): boolean {
  return whole.every((name, index) => path[index] === name);
}
