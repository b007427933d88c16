/** Merges the edits of this page with changes of others. Pure. */
import {
  isSame,
  mergeIntoTree,
  getValueAt,
  type Crossing,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';

export interface Conflict extends Crossing {
  /** The person who changed it last, or "" if unknown. */
  readonly by: string;
  /** True if the draft's value is in conflict with a published one; false if a value that was typed here is. */
  readonly isOfDraft: boolean;
}

interface Merged {
  readonly tree: MenuTree;
  readonly conflicts: readonly Conflict[];
}

/**
 * Applies the edits of this page to a tree that others changed. If they removed a dish that was edited here, the
 * whole dish is one conflict.
 * @param own the tree of this page, with its edits
 * @param byOf who changed a value
 */
export function mergeEdits(
  theirs: MenuTree,
  edits: readonly Edit[],
  own: MenuTree,
  byOf: (path: EditPath) => string,
): Merged {
  const laid = mergeIntoTree(theirs, edits);
  const conflicts: Conflict[] = [];
  for (const { path, mine, theirs: value } of laid.crossings) {
    const depth = path.findIndex((_, length) => getValueAt(theirs, path.slice(0, length)) === undefined);
    const whole = depth < 0 ? path : path.slice(0, depth);
    if (conflicts.some((each) => isSame(each.path, whole))) continue;
    conflicts.push({
      path: whole,
      mine: depth < 0 ? mine : getValueAt(own, whole),
      theirs: depth < 0 ? value : undefined,
      by: byOf(whole),
      isOfDraft: false,
    });
  }
  return { tree: normaliseTree(laid.tree, [own, theirs]), conflicts };
}
