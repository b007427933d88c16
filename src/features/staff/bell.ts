import { useEffect, useRef, useState } from 'react';
import type { StaffOrder } from '#contract/calls/staff.ts';

/** Two notes, Hz, and how long each sounds, seconds. */
const notes = [880, 1174.7];
const lasts = 0.35;
const loudness = 0.25;

let context: AudioContext | undefined;

/** Browsers let a page sound only once somebody has tapped on it: call this on a tap. */
export function unlockBell(): void {
  context ??= new AudioContext();
  void context.resume();
}

/** The bell at the pass. Silent where the browser doesn't allow it. */
export function ring(): void {
  if (context?.state !== 'running') return;
  for (const [index, frequency] of notes.entries()) {
    const start = context.currentTime + index * (lasts / 2);
    const tone = new OscillatorNode(context, { frequency, type: 'sine' });
    const volume = new GainNode(context, { gain: loudness });
    volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}

/** Counts orders and rounds that came since the page was opened, and rings for them. */
export function useArrivals(orders: readonly StaffOrder[] | undefined, sounds: boolean): number {
  const rounds = useRef<Map<string, number>>(undefined);
  const [arrived, setArrived] = useState(0);

  useEffect(() => {
    if (!orders) return;
    const before = rounds.current;
    const now = new Map(orders.map(({ id, rounds: count }) => [id, count]));
    rounds.current = now;
    if (!before) return;
    const fresh = [...now].reduce((sum, [id, count]) => sum + Math.max(0, count - (before.get(id) ?? 0)), 0);
    if (fresh === 0) return;
    setArrived((sum) => sum + fresh);
    if (sounds) ring();
  }, [orders, sounds]);
  return arrived;
}
