import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '#projections/replay/axis.ts';

export const speeds = [1, 4, 16, 64, 256] as const;
export type Speed = (typeof speeds)[number];

/** A longer pause at the table is shortened to this, ms of the table's time. */
const longestPause = 4_000;

/**
 * Moves a player along the axis.
 *
 * @param budget the time to play, ms of the table's time
 * @returns the new position, and the time that is left before the next record
 */
export function playFrom(
  axis: readonly Moment[],
  position: number,
  budget: number,
): { readonly position: number; readonly left: number } {
  let [at, left] = [position, budget];
  while (at < axis.length) {
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

/** A player that moves through the axis at the pace of the table, until the end. */
export function usePlayer(axis: readonly Moment[], position: number, go: (position: number) => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(16);
  const isOver = position >= axis.length;

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
      if (!isPlaying && isOver) go(0);
      setPlaying(!isPlaying);
    },
    stop: () => setPlaying(false),
    setSpeed,
  };
}
