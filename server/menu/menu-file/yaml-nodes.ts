import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import type { Path } from '#contract/menu-file/mistake.ts';

/**
 * Finds the YAML node of a value. For a missing field it returns the entry that should have the field. For an alias
 * (`*name`) it returns the node with the anchor.
 * @param atName return the field's name instead of its value
 */
export function findNode(doc: Document, path: Path, atName = false): Node | undefined {
  let node = resolveNode(doc, doc.contents);
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    let next: Node | undefined;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
      next = resolveNode(doc, pair?.value);
      // For a list or an object, point to the name of the field. It is easier to find than its first entry.
      if (pair && isLast && (atName || !isScalar(next))) return pair.key as Node;
    } else if (isSeq(node) && typeof key === 'number') next = resolveNode(doc, node.items[key]);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function resolveNode(doc: Document, node: unknown): Node | undefined {
  if (isAlias(node)) return node.resolve(doc);
  return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined;
}
