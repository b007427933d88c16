/** What a crowd's process is told to do, and what it answers. */
import type { Restaurant } from '#tests/real-phones/restaurant.ts';

export type Order =
  | { readonly kind: 'seat'; readonly restaurant: Restaurant; readonly servers: readonly string[] }
  | { readonly kind: 'tap'; readonly changesPerSecond: number; readonly seconds: number }
  | { readonly kind: 'leave' };

/** What came of taps; times are ms from the moment at which the tap was due. */
export interface Taps {
  readonly changes: number;
  /** Until the server's answer, and so until it is durable. */
  readonly toServer: readonly number[];
  /** Until each other phone of the table shows it. */
  readonly toPeers: readonly number[];
  /** Of these so many had not come when patience ended; no time of theirs is counted. */
  readonly late: number;
  /** How late the phones' own process came to a timer, ms: what is theirs of the times. */
  readonly lag: { readonly p50: number; readonly p99: number };
  readonly cpuMs: number;
}
