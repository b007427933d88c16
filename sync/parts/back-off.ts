/** Pauses between tries: each is double the last, with jitter so that phones do not retry at the same moment. Pure. */

/** The first pause and the longest one, ms. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

interface Bounds {
  /** The longest pause before jitter, ms. */
  readonly mostMs?: number;
  /** The longest pause after jitter, ms. */
  readonly atMostMs?: number;
  /** The shortest pause, ms. It overrides the other bounds, because the server asked for it. */
  readonly atLeastMs?: number;
}

/** Returns the pause after one of `delayMs`, ms. */
export function doubleDelay({ maxMs }: BackOff, delayMs: number): number {
  return Math.min(delayMs * 2, maxMs);
}

/**
 * Returns how long to wait now, ms: `delayMs` times a random factor from 0.5 to 1.5, within the bounds.
 * @param chance in [0, 1)
 */
export function pauseMs(chance: number, delayMs: number, bounds: Bounds = {}): number {
  const { mostMs = Infinity, atMostMs = Infinity, atLeastMs = 0 } = bounds;
  return Math.max(Math.min(Math.min(delayMs, mostMs) * (0.5 + chance), atMostMs), atLeastMs);
}
