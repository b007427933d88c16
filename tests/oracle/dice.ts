/** Random choices from a seed. */
export class Dice {
  constructor(private state: number) {}
  /** Returns a whole number from 0 to n - 1 (mulberry32). */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * n);
  }
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
  one<T>(list: readonly T[]): T {
    const value = list[this.below(list.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }
}
