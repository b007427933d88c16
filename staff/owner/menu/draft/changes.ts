/** Describes edits as changes that a diner sees, per dish and counted by kind. Pure. */
import type { Edit } from '#contract/menu-file/edits.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import type { Localized } from '#contract/menu-file/whole-merchant.ts';

/** The kinds of changes, in the order of the summary. */
const changeKinds = [
  'newDish',
  'removedDish',
  'newSection',
  'removedSection',
  'price',
  'name',
  'description',
  'picture',
  'options',
  'labels',
  'moved',
  'hours',
  'section',
  'other',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The changes of one dish or section. */
export interface Change {
  readonly id: string;
  readonly of: 'dish' | 'section';
  readonly name: Localized | undefined;
  readonly kinds: readonly ChangeKind[];
  /** The price before and after, if it changed. */
  readonly prices?: readonly [before: string, after: string];
}

type NameOf = (list: 'dishes' | 'sections', id: string) => Localized | undefined;

/** Groups edits by dish and section. @param nameOf the current name, or the last one of a removed entry */
export function listChanges(edits: readonly Edit[], nameOf: NameOf): Change[] {
  const dishes = new Map<string, Set<ChangeKind>>();
  const sections = new Map<string, Set<ChangeKind>>();
  const prices = new Map<string, readonly [string, string]>();
  const note = (of: Map<string, Set<ChangeKind>>, id: string, kind: ChangeKind) =>
    of.set(id, (of.get(id) ?? new Set()).add(kind));

  for (const { path, from, to } of edits) {
    const [list, id = '', field] = path;
    if (list === 'dishes' && field === undefined)
      note(dishes, id, from === undefined ? 'newDish' : to === undefined ? 'removedDish' : 'other');
    else if (list === 'dishes') {
      note(dishes, id, kindOfField[field as keyof TreeDish] ?? 'other');
      if (field === 'price') prices.set(id, [String(from), String(to)]);
    } else if (list === 'sections' && field === undefined)
      note(sections, id, from === undefined ? 'newSection' : to === undefined ? 'removedSection' : 'section');
    else if (list === 'sections' && field !== 'dishes')
      note(sections, id, field === 'served' ? 'hours' : 'section');
    else if (list === 'order')
      for (const each of listOutOfOrder(readNames(from), readNames(to))) note(sections, each, 'section');
  }
  for (const id of listMovedDishes(edits)) if (!hasComeOrGone(dishes.get(id))) note(dishes, id, 'moved');

  return [
    ...[...sections].map(([id, kinds]) => changeOf('section', id, kinds, nameOf('sections', id))),
    ...[...dishes].map(([id, kinds]) => {
      const price = prices.get(id);
      return { ...changeOf('dish', id, kinds, nameOf('dishes', id)), ...(price && { prices: price }) };
    }),
  ];
}

/** Counts the changes of each kind that occurs. */
export function countChanges(changes: readonly Change[]): readonly (readonly [ChangeKind, number])[] {
  return changeKinds
    .map((kind) => [kind, changes.filter(({ kinds }) => kinds.includes(kind)).length] as const)
    .filter(([, count]) => count > 0);
}

const kindOfField: Partial<Record<keyof TreeDish, ChangeKind>> = {
  price: 'price',
  name: 'name',
  description: 'description',
  picture: 'picture',
  modifierGroups: 'options',
  allergens: 'labels',
  diets: 'labels',
};

function changeOf(
  of: Change['of'],
  id: string,
  found: ReadonlySet<ChangeKind>,
  name: Localized | undefined,
): Change {
  return { id, of, name, kinds: changeKinds.filter((kind) => found.has(kind)) };
}

function hasComeOrGone(kinds: ReadonlySet<ChangeKind> | undefined): boolean {
  return kinds !== undefined && (kinds.has('newDish') || kinds.has('removedDish'));
}

/** Finds the dishes that were moved within a section or into another one. */
function listMovedDishes(edits: readonly Edit[]): string[] {
  return edits.flatMap(({ path: [list, , field], from, to }) => {
    if (list !== 'sections' || (field !== undefined && field !== 'dishes')) return [];
    const [before, after] =
      field === undefined ? [readDishes(from), readDishes(to)] : [readNames(from), readNames(to)];
    return [...listOutOfOrder(before, after), ...after.filter((id) => !before.includes(id))];
  });
}

function readDishes(section: unknown): readonly string[] {
  return readNames((section as { readonly dishes?: unknown } | undefined)?.dishes);
}

function readNames(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Finds the smallest set of ids whose moves explain the new order. */
function listOutOfOrder(before: readonly string[], after: readonly string[]): string[] {
  const place = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => place.has(id));
  const stays = new Set(findLongestRun(common.map((id) => place.get(id)!)));
  return common.filter((id) => !stays.has(place.get(id)!));
}

/** The longest increasing subsequence. */
function findLongestRun(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.unshift(numbers[at]!);
  return run;
}
