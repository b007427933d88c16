/**
 * D56: what somebody changed, as values that can be sent, taken back and laid over what others changed meanwhile. A value
 * changes as a whole where it is text, a number or a list; what has names inside changes name by name.
 */

export type EditPath = readonly string[];

/** `undefined`: it is not there. */
export interface Edit {
  readonly path: EditPath;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What others made of a value that an edit changes too; `undefined`: it is gone, or what it belonged to. */
export interface Crossing {
  readonly path: EditPath;
  readonly mine?: unknown;
  readonly theirs?: unknown;
}

/** What makes one tree of the other. Parts that both share are not looked into. */
export function differences(before: unknown, after: unknown, path: EditPath = []): Edit[] {
  if (before === after) return [];
  if (!isNamed(before) || !isNamed(after))
    return isSame(before, after) ? [] : [{ path, from: before, to: after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    differences(own(before, name), own(after, name), [...path, name]),
  );
}

export function inverse({ path, from, to }: Edit): Edit {
  return { path, from: to, to: from };
}

/** Puts the new values there; parts that stay are shared with the tree before. What has no place any more is left out. */
export function applyEdits<Tree extends object>(tree: Tree, edits: readonly Edit[]): Tree {
  // Copied once, however many of the edits are in it: a draft may have thousands in one list of dishes.
  const copies = new Set<object>();
  return edits.reduce<Tree>((done, { path, to }) => withValue(done, path, to, copies) as Tree, tree);
}

function withValue(tree: unknown, [name, ...rest]: EditPath, value: unknown, copies: Set<object>): unknown {
  if (name === undefined) return value;
  if (!isNamed(tree)) return tree;
  const there = own(tree, name);
  const next = withValue(there, rest, value, copies);
  if (next === there) return tree;
  const copy = copies.has(tree) ? tree : { ...tree };
  copies.add(copy);
  if (next === undefined) Reflect.deleteProperty(copy, name);
  else Object.defineProperty(copy, name, { ...asAssigned, value: next });
  return copy;
}

/** Unlike an assignment it means the same for `__proto__`. */
const asAssigned = { writable: true, enumerable: true, configurable: true } as const;

/**
 * Lays edits over a tree that others changed since they were made. Lists of names come together; any other value that both
 * changed stays as the others have it, and is named.
 */
export function mergeEdits<Tree extends object>(
  tree: Tree,
  edits: readonly Edit[],
): { readonly tree: Tree; readonly crossings: readonly Crossing[] } {
  const crossings: Crossing[] = [];
  const fitting: Edit[] = [];
  for (const { path, from, to } of edits) {
    const now = valueAt(tree, path);
    if (isSame(now, to)) continue;
    if (!isNamed(valueAt(tree, path.slice(0, -1)))) crossings.push({ path, mine: to });
    else if (isSame(now, from)) fitting.push({ path, from: now, to });
    else if (areNames(from) && areNames(to) && areNames(now))
      fitting.push({ path, from: now, to: joined(from, to, now) });
    else crossings.push({ path, mine: to, theirs: now });
  }
  return { tree: applyEdits(tree, fitting), crossings };
}

/** One list of names that two people changed: nothing that either added is lost, what either took away is gone. */
export function joined(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const added = mine.filter((name) => !from.includes(name) && !theirs.includes(name));
  const removed = new Set(from.filter((name) => !mine.includes(name)));
  const kept = theirs.filter((name) => !removed.has(name));
  const common = from.filter((name) => mine.includes(name) && theirs.includes(name));
  const inMine = mine.filter((name) => common.includes(name));
  // Who moved something counts; where both did, who comes later.
  const result = isSame(inMine, common) ? kept : reordered(kept, mine);
  for (const name of added) insertBehind(result, name, mine.slice(0, mine.indexOf(name)));
  return result;
}

/** In the order of `wanted`; what that does not know stays behind what it stood behind. */
function reordered(list: readonly string[], wanted: readonly string[]): string[] {
  const result = wanted.filter((name) => list.includes(name));
  for (const [index, name] of list.entries())
    if (!wanted.includes(name)) insertBehind(result, name, list.slice(0, index));
  return result;
}

function insertBehind(list: string[], name: string, before: readonly string[]): void {
  const neighbour = before.findLast((each) => list.includes(each));
  list.splice(neighbour === undefined ? 0 : list.indexOf(neighbour) + 1, 0, name);
}

export function valueAt(tree: unknown, path: EditPath): unknown {
  let value = tree;
  for (const name of path) {
    if (!isNamed(value)) return undefined;
    value = own(value, name);
  }
  return value;
}

/** What is there without a value is not there. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  if (!isNamed(a) || !isNamed(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    isSame(own(a, name), own(b, name)),
  );
}

/** What stands under a name, not what every object has under it: an id may be `constructor`. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
