/** Rate limit of a connection: an allowance that refills steadily up to its burst. */
export function createAllowance(perSecond: number, burst: number, now: () => number) {
  let left = burst;
  let countedAt = now();
  return {
    /** False when there is not enough left; nothing is taken then. */
    spend: (units: number): boolean => {
      const time = now();
      // A clock set back must not take allowance away.
      left = Math.min(burst, left + (Math.max(0, time - countedAt) / 1000) * perSecond);
      countedAt = time;
      if (left < units) return false;
      left -= units;
      return true;
    },
  };
}
