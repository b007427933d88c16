import { differences, type Edit } from '#contract/menu-file/edits.ts';
import { limits } from '#contract/limits.ts';
import { tidied, type MenuTree } from '#contract/menu-file/menu-tree.ts';

/** UTF-16 code units of the dishes in one request as JSON, each up to three bytes; there is room for lists beside them. */
const mostLength = limits.bodyBytes / 4;

/**
 * The edits that make one tree of the other, in as many requests as they need: a section of a hundred dishes that comes
 * back is more than one takes. After each the menu is whole: a dish comes together with its place.
 */
export function portionsOf(before: MenuTree, after: MenuTree): readonly (readonly Edit[])[] {
  const edits = differences(before, after);
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
    const next = isLast ? after : tidied({ ...after, dishes }, [before]);
    portions.push(differences(tree, next));
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
