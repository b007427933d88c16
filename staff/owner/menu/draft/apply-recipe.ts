/** Turns an Immer recipe into edits. Each edit replaces a text, a number or a whole list. */
import { enablePatches, produceWithPatches, type Draft } from 'immer';
import { isSame, getValueAt, type Edit, type EditPath } from '#contract/menu-file/edits.ts';

enablePatches();

/** Applies a recipe. Returns the new tree and the edits. */
export function applyRecipe<Tree extends object>(
  tree: Tree,
  recipe: (draft: Draft<Tree>) => void,
): readonly [Tree, readonly Edit[]] {
  const [next, patches] = produceWithPatches(tree, recipe);
  const paths = new Map<string, EditPath>();
  for (const { path } of patches) {
    const whole = shortenPath(tree, next, path);
    paths.set(whole.join('\n'), whole);
  }
  const edits = [...paths.values()]
    // Drops paths below an object that was added or removed as a whole.
    .filter((path) => !path.some((_, index) => index > 0 && paths.has(path.slice(0, index).join('\n'))))
    .map((path) => ({ path, from: getValueAt(tree, path), to: getValueAt(next, path) }))
    .filter(({ from, to }) => !isSame(from, to));
  return [next, edits];
}

/** Shortens a path to the list that contains it, or to the object that was added or removed. */
function shortenPath(before: unknown, after: unknown, path: readonly (string | number)[]): EditPath {
  const whole: string[] = [];
  for (const name of path) {
    const isNamed = [before, after].every((tree) => {
      const value = getValueAt(tree, whole);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    });
    if (!isNamed) break;
    whole.push(String(name));
  }
  return whole;
}
