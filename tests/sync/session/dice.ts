/** Chance from a number: the same number, the same run. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** In [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
