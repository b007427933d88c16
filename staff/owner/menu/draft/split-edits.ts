import { diffTrees, type Edit } from '#contract/menu-file/edits.ts';
import { limits } from '#contract/limits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';

/**
 * The most UTF-16 code units of dishes (JSON) in one request. A code unit takes up to three bytes, and lists need
 * room too.
 */
const mostLength = limits.bodyBytes / 4;
/** The most edits of dishes in one request. The rest is room for edits of sections. */
const mostEdits = limits.menuEdits / 2;

/**
 * Splits the edits between two trees into requests, because one has a limited size and number of edits. The menu is valid
 * after each request: a dish is sent together with its place.
 */
export function splitEdits(before: MenuTree, after: MenuTree): readonly (readonly Edit[])[] {
  const edits = diffTrees(before, after);
  const byDish = new Map<string, { edits: number; length: number }>();
  for (const { path, ...values } of edits) {
    const [list, id = ''] = path;
    if (list !== 'dishes') continue;
    const { edits: count, length } = byDish.get(id) ?? { edits: 0, length: 0 };
    byDish.set(id, { edits: count + 1, length: length + JSON.stringify({ path, ...values }).length });
  }
  const batches: string[][] = [[]];
  let sum = { edits: 0, length: 0 };
  for (const [id, own] of byDish) {
    const isFull = sum.length + own.length > mostLength || sum.edits + own.edits > mostEdits;
    if (sum.edits > 0 && isFull) {
      batches.push([]);
      sum = { edits: 0, length: 0 };
    }
    batches.at(-1)!.push(id);
    sum = { edits: sum.edits + own.edits, length: sum.length + own.length };
  }
  if (batches.length === 1) return edits.length > 0 ? [edits] : [];

  const portions: (readonly Edit[])[] = [];
  let tree = before;
  let dishes = before.dishes;
  for (const batch of batches) {
    dishes = withDishesOf(dishes, after.dishes, batch);
    const isLast = batch === batches.at(-1);
    // A dish that a later request removes keeps its section of `before` until then.
    const next = isLast ? after : normaliseTree({ ...after, dishes }, [before]);
    portions.push(diffTrees(tree, next));
    tree = next;
  }
  return portions;
}

function withDishesOf(dishes: MenuTree['dishes'], from: MenuTree['dishes'], ids: readonly string[]) {
  const next = { ...dishes };
  for (const id of ids) {
    const dish = from[id];
    if (dish) next[id] = dish;
    else delete next[id];
  }
  return next;
}
