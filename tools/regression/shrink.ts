/**
 * Shrinks logs with delta debugging: removes records and parts of records as long as the logs still show a difference.
 *
 * For example, a log of 400 records in which a tea vanished shrinks to the tea, the clear that removed it, and the
 * events that both depend on.
 */
import { interpret } from '#events/cart/registry.ts';
import { getVariantKey } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isLineEvent } from '#projections/merge/line-fold.ts';
import { Assembly, splitLogs, type Atom } from './atoms.ts';
import { mergeStepwise, hasDifference, type Difference, type Live } from './difference.ts';

/** Reports progress: the atoms that are left, all atoms, and the number of tries. */
export type Progress = (left: number, all: number, tries: number) => void;

/**
 * Returns the smallest logs found that still show the difference. Events that they refer to are rejected
 * (`shrunkAwayCode`).
 */
export function shrink(
  logs: readonly (readonly LogRecord[])[],
  difference: Difference,
  onProgress: Progress = () => undefined,
  live: Live = mergeStepwise,
) {
  const assembly = new Assembly(logs);
  const all = splitLogs(logs);
  let tries = 0;
  let least = all.length;
  const isReproduced = (atoms: readonly Atom[]): boolean => {
    tries += 1;
    const smaller = assembly.of(atoms);
    const isShown = smaller !== undefined && hasDifference(difference, smaller, live);
    if (isShown) least = atoms.length;
    onProgress(least, all.length, tries);
    return isShown;
  };
  // Remove whole groups first, for example all events of another dish. Atom by atom, a long log would take hours.
  const groups = ddmin(groupAtoms(all, logs), (some) => isReproduced(some.flat().sort(compareAtoms)));
  const atoms = ddmin(groups.flat().sort(compareAtoms), isReproduced);
  return { logs: assembly.of(atoms)!, atoms, tries };
}

/** Groups related atoms: events of one diner and dish variant, other events by type, other records by kind. */
function groupAtoms(all: readonly Atom[], logs: readonly (readonly LogRecord[])[]): Atom[][] {
  const groups = new Map<string, Atom[]>();
  for (const atom of all) {
    const key = groupKey(logs[atom.log]![atom.record]!);
    const group = groups.get(key);
    if (group) group.push(atom);
    else groups.set(key, [atom]);
  }
  return [...groups.values()];
}

function groupKey(record: LogRecord): string {
  if (!('event' in record)) return Object.keys(record).find((field) => field !== 't' && field !== 'from')!;
  const event = interpret(record.event);
  return event && isLineEvent(event) ? event.userId + getVariantKey(event.item) : record.event.type;
}

function compareAtoms(a: Atom, b: Atom): number {
  return a.place - b.place;
}

/**
 * Delta debugging (Zeller, Hildebrandt 2002).
 * @returns a part of `all` for which `shows` is true, and from which no single element can be removed
 */
export function ddmin<T>(all: readonly T[], shows: (part: readonly T[]) => boolean): readonly T[] {
  let best = all;
  let pieces = 2;
  while (best.length > 0) {
    const smaller = findSmaller(best, Math.min(pieces, best.length), shows);
    if (smaller) {
      pieces = smaller.isPiece ? 2 : Math.max(pieces - 1, 2);
      best = smaller.part;
    } else if (pieces >= best.length) return best;
    else pieces *= 2;
  }
  return best;
}

/** Tries each piece alone, then everything except one piece. Returns the first part for which `shows` is true. */
function findSmaller<T>(
  best: readonly T[],
  pieces: number,
  shows: (part: readonly T[]) => boolean,
): { readonly part: readonly T[]; readonly isPiece: boolean } | undefined {
  const bounds = Array.from({ length: pieces + 1 }, (_, index) => Math.floor((index * best.length) / pieces));
  const ranges = bounds.slice(1).map((to, index) => [bounds[index]!, to] as const);
  // With two pieces, each piece is the complement of the other, so the second loop is enough.
  if (pieces > 2)
    for (const [from, to] of ranges) {
      const part = best.slice(from, to);
      if (shows(part)) return { part, isPiece: true };
    }
  for (const [from, to] of ranges) {
    const part = [...best.slice(0, from), ...best.slice(to)];
    if (shows(part)) return { part, isPiece: false };
  }
  return undefined;
}
