/** What two people made of one value. Pure. */
import {
  isSame,
  laidOver,
  valueAt,
  type Crossing,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { tidied, type MenuTree } from '#contract/menu-file/menu-tree.ts';

export interface Conflict extends Crossing {
  /** Who made it what it is now; "" where that is not known. */
  readonly by: string;
  /** What the draft makes of what is published, for whoever looks at it; else what was typed here. */
  readonly isOfDraft: boolean;
}

interface Merged {
  readonly tree: MenuTree;
  readonly conflicts: readonly Conflict[];
}

/**
 * What was done here over what others did. A dish that they took away is asked about as a whole.
 * @param own the tree as this page had it, with the edits
 * @param byOf who changed a value
 */
export function mergeEdits(
  theirs: MenuTree,
  edits: readonly Edit[],
  own: MenuTree,
  byOf: (path: EditPath) => string,
): Merged {
  const laid = laidOver(theirs, edits);
  const conflicts: Conflict[] = [];
  for (const { path, mine, theirs: value } of laid.crossings) {
    const depth = path.findIndex((_, length) => valueAt(theirs, path.slice(0, length)) === undefined);
    const whole = depth < 0 ? path : path.slice(0, depth);
    if (conflicts.some((each) => isSame(each.path, whole))) continue;
    conflicts.push({
      path: whole,
      mine: depth < 0 ? mine : valueAt(own, whole),
      theirs: depth < 0 ? value : undefined,
      by: byOf(whole),
      isOfDraft: false,
    });
  }
  return { tree: tidied(laid.tree, [own, theirs]), conflicts };
}
