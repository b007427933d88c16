/**
 * A stamp of a hybrid logical clock.
 *
 * The clock follows the wall clock, and never runs behind a stamp that it has created or received. So an event sorts
 * after everything that its author knew, even if the phones' wall clocks disagree.
 *
 *   last stamp     now     next stamp
 *   [1000, 0]      1005    [1005, 0]     the wall clock moved on
 *   [1005, 0]      1005    [1005, 1]     same millisecond
 *   [1009, 4]      1006    [1009, 5]     a stamp from a faster clock was received
 *
 * The clock is a value that functions take and return. It is never global.
 */
export type Stamp = readonly [wallMs: number, counter: number];

/**
 * A stamp may be this far ahead of the own clock, in ms. A later one does not move the clock, and the server rejects
 * its event.
 */
export const maxAheadMs = 5 * 60_000;

export const clockStart: Stamp = [0, 0];

/** The largest counter. It has 15 digits, which every JSON reader can read exactly. */
export const maxCounter = 999_999_999_999_999;

/**
 * Returns the stamp of the next event. If the counter is exhausted, it overflows into the next millisecond, so stamps
 * still increase.
 *
 * @param now the wall clock, corrected by the server's time, in ms
 */
export function createNextStamp(last: Stamp, now: number): Stamp {
  if (now > last[0]) return [now, 0];
  return last[1] < maxCounter ? [last[0], last[1] + 1] : [last[0] + 1, 0];
}

/** Returns the clock after it received the stamp `at`. A stamp that is too far ahead does not move the clock. */
export function receive(last: Stamp, at: Stamp, now: number): Stamp {
  if (isAhead(at, now)) return last;
  return compareStamps(at, last) > 0 ? at : last;
}

/** Whether a stamp is more than 5 minutes ahead of `now`. */
export function isAhead(at: Stamp, now: number): boolean {
  return at[0] > now + maxAheadMs;
}

export function compareStamps(a: Stamp, b: Stamp): number {
  return a[0] - b[0] || a[1] - b[1];
}
