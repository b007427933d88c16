import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import type { Path } from '#contract/menu-file/mistake.ts';

/**
 * Where a value stands in the file; of a field that is missing, the entry that should have it. What is written once
 * and used elsewhere (`*name`) stands where it was written.
 * @param atName the field's name instead of what stands behind it
 */
export function findNode(doc: Document, path: Path, atName = false): Node | undefined {
  let node = resolved(doc, doc.contents);
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    let next: Node | undefined;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
      next = resolved(doc, pair?.value);
      // The name of a field is easier to find than what stands below it.
      if (pair && isLast && (atName || !isScalar(next))) return pair.key as Node;
    } else if (isSeq(node) && typeof key === 'number') next = resolved(doc, node.items[key]);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function resolved(doc: Document, node: unknown): Node | undefined {
  if (isAlias(node)) return node.resolve(doc);
  return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined;
}
