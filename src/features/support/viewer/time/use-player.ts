import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '#projections/replay/axis.ts';

/** Milliseconds at the table for each real millisecond. */
export const speeds = [1, 4, 16, 64, 256] as const;
export type Speed = (typeof speeds)[number];

/** A longer pause between two records is shortened to this, ms of the table's time. */
const longestPause = 4_000;

/**
 * Plays as many records as fit into the budget.
 *
 * @param position how many records of the axis have been played
 * @param budget the time to play, ms of the table's time
 * @returns the new position, and the unused time, which the caller adds to its next budget
 */
export function playFrom(
  axis: readonly Moment[],
  position: number,
  budget: number,
): { readonly position: number; readonly left: number } {
  let [at, left] = [position, budget];
  while (at < axis.length) {
    // The first record plays at once. If a phone's clock went back, a record is earlier than the one before it.
    const pause = at === 0 ? 0 : Math.max(0, axis[at]!.t - axis[at - 1]!.t);
    const needed = Math.min(pause, longestPause);
    if (needed > left) break;
    left -= needed;
    at += 1;
  }
  return { position: at, left };
}

export interface Player {
  readonly isPlaying: boolean;
  readonly speed: Speed;
  toggle(): void;
  stop(): void;
  setSpeed(speed: Speed): void;
}

/**
 * Plays the records of the axis at the pace of the table, times `speed`, until the end.
 *
 * @param position how many records have been played; the caller holds it
 * @param go sets the position
 */
export function usePlayer(axis: readonly Moment[], position: number, go: (position: number) => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(16);
  const isOver = position >= axis.length;

  // An effect event reads the latest position, so the animation does not restart at each record.
  const advance = useEffectEvent((budget: number) => {
    const next = playFrom(axis, position, budget);
    if (next.position !== position) go(next.position);
    if (next.position >= axis.length) setPlaying(false);
    return next.left;
  });

  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let before = performance.now();
    let left = 0;
    const tick = (now: number) => {
      left = advance(left + (now - before) * speed);
      before = now;
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed]);

  return {
    isPlaying,
    speed,
    toggle() {
      // At the end, playing starts over.
      if (!isPlaying && isOver) go(0);
      setPlaying(!isPlaying);
    },
    stop: () => setPlaying(false),
    setSpeed,
  };
}
