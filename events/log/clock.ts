/** T3: `[wallMs, counter]`, a hybrid logical clock stamp. */
export type Stamp = readonly [wallMs: number, counter: number];

/** T3, T4: a stamp may be this far ahead of one's own clock, in ms, before it stops counting as time. */
export const maxAheadMs = 5 * 60_000;

export const clockStart: Stamp = [0, 0];

/** The largest counter: 15 digits, as every reader of JSON takes them for a number. */
export const maxCounter = 999_999_999_999_999;

/**
 * T3: the stamp of the next event, given the last stamp and `now` in ms (corrected by the server's time). A counter
 * that somebody drove to its end carries over: the next stamp is a later one, whatever was heard.
 */
export function nextStamp(last: Stamp, now: number): Stamp {
  if (now > last[0]) return [now, 0];
  return last[1] < maxCounter ? [last[0], last[1] + 1] : [last[0] + 1, 0];
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

export function compareStamps(a: Stamp, b: Stamp): number {
  return a[0] - b[0] || a[1] - b[1];
}
