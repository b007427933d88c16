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
