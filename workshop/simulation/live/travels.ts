import type { Leg } from '../world/world.ts';

/** A leg that is on its way. */
export interface Travelling extends Leg {
  readonly id: number;
}

/** So many are kept at most: more than anybody can look at. */
const most = 200;

/** What is on its way between the phones and the server. */
export class Travels {
  private legs: Travelling[] = [];
  private count = 0;

  add(leg: Leg): void {
    this.count += 1;
    this.legs.push({ ...leg, id: this.count });
    if (this.legs.length > most) this.legs.shift();
  }

  /** When the next one arrives; Infinity: nothing is on its way. */
  get nextArrival(): number {
    return Math.min(Infinity, ...this.legs.map(({ arrives }) => arrives));
  }

  /** How often something has set out or arrived. @param now wall clock, ms */
  changes(now: number): number {
    return 2 * this.count - this.at(now).length;
  }

  /** @param now wall clock, ms */
  at(now: number): readonly Travelling[] {
    if (this.legs.some(({ arrives }) => arrives <= now))
      this.legs = this.legs.filter(({ arrives }) => arrives > now);
    return this.legs;
  }
}
