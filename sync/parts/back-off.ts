/** The one way to wait between tries: each pause is double the one before, and no two phones keep step. Pure. */

/** The first pause and the longest one, ms. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

interface Bounds {
  /** No longer than this before the jitter, ms. */
  readonly mostMs?: number;
  /** No longer than this with it, ms. */
  readonly atMostMs?: number;
  /** No shorter, whatever else is said, ms: the other side asked for it. */
  readonly atLeastMs?: number;
}

/** The pause that follows one of `delayMs`. */
export function doubleDelay({ maxMs }: BackOff, delayMs: number): number {
  return Math.min(delayMs * 2, maxMs);
}

/**
 * How long to wait now: `delayMs` jittered, from half of it to one and a half, ms.
 * @param chance in [0, 1)
 */
export function pauseMs(chance: number, delayMs: number, bounds: Bounds = {}): number {
  const { mostMs = Infinity, atMostMs = Infinity, atLeastMs = 0 } = bounds;
  return Math.max(Math.min(Math.min(delayMs, mostMs) * (0.5 + chance), atMostMs), atLeastMs);
}
