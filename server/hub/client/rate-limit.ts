/** An allowance that refills steadily up to its burst. */
interface Allowance {
  /** False when there is not enough left; nothing is taken then. */
  readonly spend: (units: number) => boolean;
}

export function createAllowance(perSecond: number, burst: number, now: () => number): Allowance {
  let left = burst;
  let countedAt = now();
  return {
    spend: (units) => {
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
