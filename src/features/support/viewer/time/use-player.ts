import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '#projections/replay/axis.ts';

export const speeds = [1, 4, 16, 64, 256] as const;
export type Speed = (typeof speeds)[number];

/** A pause at the table is played no longer than this, ms of the table's time. */
const longestPause = 4_000;

/** How far a player comes from `position` with so many ms of the table's time, and what is left of them. */
export function played(
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

/** Moves through the axis as time went by at the table, until its end. */
export function usePlayer(axis: readonly Moment[], position: number, go: (position: number) => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(16);
  const isOver = position >= axis.length;

  const advance = useEffectEvent((budget: number) => {
    const next = played(axis, position, budget);
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
