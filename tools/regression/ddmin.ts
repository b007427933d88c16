/**
 * Delta debugging (Zeller and Hildebrandt, 2002): of `all`, in order, a part that still `shows`, and of which nothing
 * alone can be left out. Deterministic. `all` itself must show.
 */
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
