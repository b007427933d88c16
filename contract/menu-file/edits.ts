/**
 * Edits of a menu: changes as values, which can be sent, undone, and merged with the changes of other people.
 *
 * Text, numbers and lists change as a whole. Objects change field by field.
 *
 *   before      { name: 'Miso', price: '4.00' }
 *   mine        price 4.00 → 4.50
 *   theirs      name Miso → Miso soup           merged: both
 *   theirs      price 4.00 → 5.00               merged: 5.00, and a crossing with mine: 4.50
 */

export type EditPath = readonly string[];

/** `undefined` means that the value does not exist. */
export interface Edit {
  readonly path: EditPath;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** A value that both an edit and others changed. `undefined` means that others removed it or its parent. */
export interface Crossing {
  readonly path: EditPath;
  readonly mine?: unknown;
  readonly theirs?: unknown;
}

/** Returns the edits that turn one tree into the other. Parts that both trees share are skipped. */
export function diffTrees(before: unknown, after: unknown, path: EditPath = []): Edit[] {
  if (before === after) return [];
  if (!isNamed(before) || !isNamed(after))
    return isSame(before, after) ? [] : [{ path, from: before, to: after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    diffTrees(readOwn(before, name), readOwn(after, name), [...path, name]),
  );
}

export function invertEdit({ path, from, to }: Edit): Edit {
  return { path, from: to, to: from };
}

/**
 * Applies edits. Parts without edits are shared with the tree before. An edit whose place no longer exists is ignored.
 */
export function applyEdits<Tree extends object>(tree: Tree, edits: readonly Edit[]): Tree {
  // Each object is copied once for all edits. A draft may have thousands of edits in one list of dishes.
  const copies = new Set<object>();
  return edits.reduce<Tree>((done, { path, to }) => withValue(done, path, to, copies) as Tree, tree);
}

function withValue(tree: unknown, [name, ...rest]: EditPath, value: unknown, copies: Set<object>): unknown {
  if (name === undefined) return value;
  if (!isNamed(tree)) return tree;
  const there = readOwn(tree, name);
  const next = withValue(there, rest, value, copies);
  if (next === there) return tree;
  const copy = copies.has(tree) ? tree : { ...tree };
  copies.add(copy);
  if (next === undefined) Reflect.deleteProperty(copy, name);
  else Object.defineProperty(copy, name, { ...asAssigned, value: next });
  return copy;
}

/** An assignment would treat `__proto__` differently. */
const asAssigned = { writable: true, enumerable: true, configurable: true } as const;

/**
 * Applies edits to a tree that others changed meanwhile. Lists of names are combined. Any other value that both changed
 * stays as others have it, and is reported as a crossing.
 */
export function mergeIntoTree<Tree extends object>(
  tree: Tree,
  edits: readonly Edit[],
): { readonly tree: Tree; readonly crossings: readonly Crossing[] } {
  const crossings: Crossing[] = [];
  const fitting: Edit[] = [];
  for (const { path, from, to } of edits) {
    const now = getValueAt(tree, path);
    if (isSame(now, to)) continue;
    if (!isNamed(getValueAt(tree, path.slice(0, -1)))) crossings.push({ path, mine: to });
    else if (isSame(now, from)) fitting.push({ path, from: now, to });
    else if (isNameList(from) && isNameList(to) && isNameList(now))
      fitting.push({ path, from: now, to: mergeNames(from, to, now) });
    else crossings.push({ path, mine: to, theirs: now });
  }
  return { tree: applyEdits(tree, fitting), crossings };
}

/** Combines a list of names that two people changed. Additions of both stay, and removals of both apply. */
export function mergeNames(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const added = mine.filter((name) => !from.includes(name) && !theirs.includes(name));
  const removed = new Set(from.filter((name) => !mine.includes(name)));
  const kept = theirs.filter((name) => !removed.has(name));
  const common = from.filter((name) => mine.includes(name) && theirs.includes(name));
  const inMine = mine.filter((name) => common.includes(name));
  // The person who moved something decides. If both did, the later one decides.
  const result = isSame(inMine, common) ? kept : sortBy(kept, mine);
  for (const name of added) insertBehind(result, name, mine.slice(0, mine.indexOf(name)));
  return result;
}

/** Sorts by `wanted`. Names that it does not contain stay after the name before them. */
function sortBy(list: readonly string[], wanted: readonly string[]): string[] {
  const result = wanted.filter((name) => list.includes(name));
  for (const [index, name] of list.entries())
    if (!wanted.includes(name)) insertBehind(result, name, list.slice(0, index));
  return result;
}

function insertBehind(list: string[], name: string, before: readonly string[]): void {
  const neighbour = before.findLast((each) => list.includes(each));
  list.splice(neighbour === undefined ? 0 : list.indexOf(neighbour) + 1, 0, name);
}

export function getValueAt(tree: unknown, path: EditPath): unknown {
  let value = tree;
  for (const name of path) {
    if (!isNamed(value)) return undefined;
    value = readOwn(value, name);
  }
  return value;
}

/** A field without a value counts as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  if (!isNamed(a) || !isNamed(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    isSame(readOwn(a, name), readOwn(b, name)),
  );
}

/** Reads an own field only, because an id may be `constructor`. */
export function readOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
