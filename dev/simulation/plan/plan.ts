/** What happens in one run: data alone, so that a failing run can be shrunk, kept as JSON and run again. */
import type { Switches } from '#testing/foreign-server/switches.ts';

/** Faults that strike single requests, messages and writes; each has a probability. */
export const rateFaults = [
  'requestLost',
  'requestTwice',
  'requestLate',
  'answerLost',
  'answerLate',
  'serverError',
  'staleSnapshot',
  'messageTwice',
  'messageLate',
  'connectionLost',
  'publishFailed',
  'writeQuota',
  'writeAborted',
  'writeStoredButFailed',
  'loadFailed',
  'corruptRow',
  'crashBeforeWrite',
  'crashAfterWrite',
  'repeatedByBrowser',
] as const;

/** What a server, or what stands before it, says to single requests that no promise of its own breaks. */
export const serverFaults = [
  /** The whole request is refused; nothing of it was read. */
  'refusedWhole',
  /** 429, with and without a time. */
  'tooBusy',
  /** A copy that lags behind holds events, because it lacks what they had seen. */
  'heldByACopy',
  'otherDigest',
  /** Whoever asks for everything gets no answer, or a copy's that lags behind. */
  'wholeFails',
  /** Of a session that is over it answers with the next one's cart. */
  'otherParty',
] as const;

/** A server that takes its time (G7). */
export const slowFaults = [
  /** The answer takes 6 or 13 s longer. */
  'slowAnswer',
  /** The server carries a request out so late that the phone may have given it up. */
  'lateWork',
] as const;
export type RateFault =
  | (typeof rateFaults)[number]
  | (typeof serverFaults)[number]
  | (typeof slowFaults)[number];
export type Rates = Record<RateFault, number>;

export interface DevicePlan {
  readonly userId: string;
  /** What the diner's events bear; absent: which tap it was. */
  readonly name?: string;
  readonly tabs: number;
  /** False: plain HTTP, a browser without Web Locks (D24). */
  readonly locks: boolean;
  /** How wrong the phone's clock is, ms. */
  readonly skewMs: number;
  /** An older app that does not know every type of event yet (E7). */
  readonly older: boolean;
  /** Opened so late, ms after the start; absent: at once. */
  readonly joinsAt?: number;
}

export type StepKind =
  | { readonly kind: 'add'; readonly product: number; readonly variant: number; readonly notes: number; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly line: number; readonly quantity: number }
  | { readonly kind: 'editNotes'; readonly line: number; readonly notes: number }
  | { readonly kind: 'clear'; readonly scope: 'table' | 'user' }
  | { readonly kind: 'setGuests'; readonly guests: number }
  | { readonly kind: 'setOrderType'; readonly orderType: number }
  /** `without` O5: of the lines, everybody's, those whose bit is set stay; absent: all are ordered. */
  | { readonly kind: 'place'; readonly twice: boolean; readonly without?: number }
  | { readonly kind: 'askPlacement'; readonly keepOn: boolean }
  | { readonly kind: 'crash'; readonly reopenMs: number }
  | { readonly kind: 'leave'; readonly reopenMs: number }
  | { readonly kind: 'wake' }
  | { readonly kind: 'partition'; readonly way: 'up' | 'down' | 'both'; readonly ms: number }
  | { readonly kind: 'reconnect'; readonly ms: number }
  | { readonly kind: 'saysOffline'; readonly ms: number; readonly isTrue: boolean }
  | { readonly kind: 'clockJump'; readonly ms: number }
  | { readonly kind: 'soldOut'; readonly product: number; readonly soldOut: boolean }
  | { readonly kind: 'newSession' }
  | { readonly kind: 'login'; readonly memberId: string }
  | { readonly kind: 'forge'; readonly way: 'user' | 'server' | 'replica' | 'rejected' | 'post' | 'again' | 'ahead' | 'unsent' }
  | { readonly kind: 'futureEvent'; readonly way: 'type' | 'version' | 'message' }
  | { readonly kind: 'outage'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'serverClock'; readonly ms: number }
  | { readonly kind: 'keepCarts' }
  | { readonly kind: 'restoreCarts' }; // prettier-ignore

export type Step = StepKind & {
  /** ms after the start. */
  readonly at: number;
  readonly device: number;
  readonly tab: number;
};

export interface Plan {
  /** 64 bits; everything that the plan leaves to chance. */
  readonly seed: string;
  /** Absent: the table's server knows events. */
  readonly server?: 'plain';
  /** In what a plain server differs from the plainest. */
  readonly switches?: Partial<Switches>;
  readonly devices: readonly DevicePlan[];
  readonly rates: Partial<Rates>;
  readonly steps: readonly Step[];
  /** Phase one lasts so long, ms. */
  readonly lengthMs: number;
  /** The server makes a checkpoint after so many versions; absent: as often as the real one. */
  readonly checkpointEvery?: number;
}
