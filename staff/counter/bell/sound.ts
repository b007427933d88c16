import { useValue, createValue } from '#client/values/value.ts';

/** Two notes (Hz), and the length of each (seconds). */
const notes = [880, 1174.7];
const lasts = 0.35;
const loudness = 0.25;

/** The events that a browser accepts as a user gesture. */
const taps = ['click', 'touchend', 'keydown'] as const;

let context: AudioContext | undefined;
/** True while the browser blocks sound. Browsers allow it only after a user gesture. */
const locked = createValue(false);

/** Prepares the sound. From here on, any tap on the page unlocks it. */
export function openBell(): void {
  if (context || typeof AudioContext === 'undefined') return;
  context = new AudioContext();
  context.addEventListener('statechange', noteLock);
  noteLock();
  for (const tap of taps) document.addEventListener(tap, unlock, { capture: true, passive: true });
}

function unlock(): void {
  if (context && context.state !== 'running') void context.resume();
}

function noteLock(): void {
  locked.next(context !== undefined && context.state !== 'running');
}

export function useIsLocked(): boolean {
  return useValue(locked);
}

/** Rings the bell. Silent if the browser does not allow sound. */
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
