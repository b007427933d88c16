let offsetMs = 0;

/** T3: learns how far the phone's clock is from the server's, from the time in an answer that came `at` (both ms). */
export function noteServerTime(serverTime: number, at: number): void {
  offsetMs = serverTime - at;
}

/** The phone's clock corrected by the server's, ms. */
export function correctedNow(): number {
  return Date.now() + offsetMs;
}
