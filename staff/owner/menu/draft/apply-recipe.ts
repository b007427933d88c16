/** What a recipe changes, as edits: Immer says where, and each counts down to a text, a number or a list as a whole. */
import { enablePatches, produceWithPatches, type Draft } from 'immer';
import { isSame, valueAt, type Edit, type EditPath } from '#contract/menu-file/edits.ts';

enablePatches();

/** The tree after a recipe, and what it changed. */
export function applyRecipe<Tree extends object>(
  tree: Tree,
  recipe: (draft: Draft<Tree>) => void,
): readonly [Tree, readonly Edit[]] {
  const [next, patches] = produceWithPatches(tree, recipe);
  const paths = new Map<string, EditPath>();
  for (const { path } of patches) {
    const whole = wholePath(tree, next, path);
    paths.set(whole.join('\n'), whole);
  }
  const edits = [...paths.values()]
    // What stands below something that came or went as a whole came or went with it.
    .filter((path) => !path.some((_, index) => index > 0 && paths.has(path.slice(0, index).join('\n'))))
    .map((path) => ({ path, from: valueAt(tree, path), to: valueAt(next, path) }))
    .filter(({ from, to }) => !isSame(from, to));
  return [next, edits];
}

/** Down to a list, which counts as a whole, or to what came or went. */
function wholePath(before: unknown, after: unknown, path: readonly (string | number)[]): EditPath {
  const whole: string[] = [];
  for (const name of path) {
    const isNamed = [before, after].every((tree) => {
      const value = valueAt(tree, whole);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    });
    if (!isNamed) break;
    whole.push(String(name));
  }
  return whole;
}
