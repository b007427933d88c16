import { diffTrees, type Edit } from '#contract/menu-file/edits.ts';
import { limits } from '#contract/limits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';

/**
 * The most UTF-16 code units of dishes (JSON) in one request. A code unit takes up to three bytes, and lists need
 * room too.
 */
const mostLength = limits.bodyBytes / 4;

/**
 * Splits the edits between two trees into requests, because a large section exceeds the size of one. The menu is
 * valid after each request: a dish is sent together with its place.
 */
export function splitIntoPortions(before: MenuTree, after: MenuTree): readonly (readonly Edit[])[] {
  const edits = diffTrees(before, after);
  const byDish = new Map<string, number>();
  for (const { path, ...values } of edits) {
    const [list, id = ''] = path;
    if (list === 'dishes') byDish.set(id, (byDish.get(id) ?? 0) + JSON.stringify(values).length);
  }
  const batches: string[][] = [[]];
  let length = 0;
  for (const [id, own] of byDish) {
    if (length > 0 && length + own > mostLength) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)!.push(id);
    length += own;
  }
  if (batches.length === 1) return edits.length > 0 ? [edits] : [];

  const portions: (readonly Edit[])[] = [];
  let tree = before;
  let dishes = before.dishes;
  for (const batch of batches) {
    dishes = withDishesOf(dishes, after.dishes, batch);
    const isLast = batch === batches.at(-1);
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
