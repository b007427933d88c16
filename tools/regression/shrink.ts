import { interpret } from '#events/cart/registry.ts';
import { variantKey } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isLineEvent } from '#projections/merge/line-fold.ts';
import { Assembly, atomsOf, type Atom } from './atoms.ts';
import { liveView, stillShows, type Difference, type Live } from './difference.ts';

/** How far it is: atoms that are left, of how many, after so many tries. */
export type Progress = (left: number, all: number, tries: number) => void;

/** The least of these logs that still shows the difference; what others stand on counts as left out (`leftOutCode`). */
export function shrink(
  logs: readonly (readonly LogRecord[])[],
  difference: Difference,
  tell: Progress = () => undefined,
  live: Live = liveView,
) {
  const assembly = new Assembly(logs);
  const all = atomsOf(logs);
  let tries = 0;
  let least = all.length;
  const shows = (atoms: readonly Atom[]): boolean => {
    tries += 1;
    const smaller = assembly.of(atoms);
    const isShown = smaller !== undefined && stillShows(difference, smaller, live);
    if (isShown) least = atoms.length;
    tell(least, all.length, tries);
    return isShown;
  };
  // What has to do with another dish goes at once; a long log would take hours atom by atom.
  const groups = ddmin(grouped(all, logs), (some) => shows(some.flat().sort(byPlace)));
  const atoms = ddmin(groups.flat().sort(byPlace), shows);
  return { logs: assembly.of(atoms)!, atoms, tries };
}

/** Atoms that have to do with each other: of one diner and variant, of a type of event, of a kind of record. */
function grouped(all: readonly Atom[], logs: readonly (readonly LogRecord[])[]): Atom[][] {
  const groups = new Map<string, Atom[]>();
  for (const atom of all) {
    const key = groupOf(logs[atom.log]![atom.record]!);
    const group = groups.get(key);
    if (group) group.push(atom);
    else groups.set(key, [atom]);
  }
  return [...groups.values()];
}

function groupOf(record: LogRecord): string {
  if (!('event' in record)) return Object.keys(record).find((field) => field !== 't' && field !== 'from')!;
  const event = interpret(record.event);
  return event && isLineEvent(event) ? event.userId + variantKey(event.item) : record.event.type;
}

function byPlace(a: Atom, b: Atom): number {
  return a.place - b.place;
}

/** Delta debugging (Zeller, Hildebrandt 2002): a part of `all` that still `shows`, of which nothing alone can go. */
export function ddmin<T>(all: readonly T[], shows: (part: readonly T[]) => boolean): readonly T[] {
  let best = all;
  let pieces = 2;
  while (best.length > 0) {
    const smaller = smallerOf(best, Math.min(pieces, best.length), shows);
    if (smaller) {
      pieces = smaller.isPiece ? 2 : Math.max(pieces - 1, 2);
      best = smaller.part;
    } else if (pieces >= best.length) return best;
    else pieces *= 2;
  }
  return best;
}

/** One of so many pieces alone, or all but one of them. */
function smallerOf<T>(
  best: readonly T[],
  pieces: number,
  shows: (part: readonly T[]) => boolean,
): { readonly part: readonly T[]; readonly isPiece: boolean } | undefined {
  const bounds = Array.from({ length: pieces + 1 }, (_, index) => Math.floor((index * best.length) / pieces));
  const ranges = bounds.slice(1).map((to, index) => [bounds[index]!, to] as const);
  // Of two halves each is what the other leaves; of one alone nothing is left.
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
