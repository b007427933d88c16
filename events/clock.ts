/** T3: `[wallMs, counter]`, a hybrid logical clock stamp. */
export type Stamp = readonly [wallMs: number, counter: number];

/** T3, T4: a stamp may be this far ahead of one's own clock, in ms, before it stops counting as time. */
export const maxAheadMs = 5 * 60_000;

export const clockStart: Stamp = [0, 0];

/** T3: the stamp of the next event, given the last stamp and `now` in ms (corrected by the server's time). */
export function mint(last: Stamp, now: number): Stamp {
  return now > last[0] ? [now, 0] : [last[0], last[1] + 1];
}

/** T3: the clock after an event with stamp `at` was received; a stamp from too far ahead moves nothing. */
export function receive(last: Stamp, at: Stamp, now: number): Stamp {
  if (isAhead(at, now)) return last;
  return compareStamps(at, last) > 0 ? at : last;
}

/** T4: true when the wall time of `at` is more than 5 minutes ahead of `now`. */
export function isAhead(at: Stamp, now: number): boolean {
  return at[0] > now + maxAheadMs;
}

/** Wall, then counter. */
export function compareStamps(a: Stamp, b: Stamp): number {
  return a[0] - b[0] || a[1] - b[1];
}
