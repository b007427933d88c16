/** The plan of a run. It is plain data, so that a failing run can be shrunk, stored as JSON and repeated. */
import type { Switches } from '#testing/foreign-server/switches.ts';

/** Faults of single requests, messages and writes. Each has a probability. */
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

/** Answers of a server, or of a proxy before it, that are unusual but allowed. */
export const serverFaults = [
  /** The whole request is refused, and the server reads no event of it. */
  'refusedWhole',
  /** 429, with and without `Retry-After`. */
  'tooBusy',
  /** A lagging copy holds events, because it lacks events that their author had seen. */
  'heldByACopy',
  'otherDigest',
  /** A request for the whole log gets no answer, or one of a lagging copy. */
  'wholeFails',
  /** A request of an ended session gets the cart of the next one. */
  'otherParty',
] as const;

/** Faults of a slow server. */
export const slowFaults = [
  /** The answer takes 6 or 13 s longer. */
  'slowAnswer',
  /** The server does the work so late that the phone may have given up the request. */
  'lateWork',
] as const;
export type RateFault =
  | (typeof rateFaults)[number]
  | (typeof serverFaults)[number]
  | (typeof slowFaults)[number];
export type Rates = Record<RateFault, number>;

export interface DevicePlan {
  readonly userId: string;
  /** The author's name in events. Default: the tag of the tap. */
  readonly name?: string;
  readonly tabs: number;
  /** False: a page over plain HTTP, without Web Locks. */
  readonly locks: boolean;
  /** The error of the phone's clock, ms. */
  readonly skewMs: number;
  /** An older app, which does not know every type of event. */
  readonly older: boolean;
  /** When the phone is opened, ms after the start. Default: at once. */
  readonly joinsAt?: number;
}

export type StepKind =
  | { readonly kind: 'add'; readonly product: number; readonly variant: number; readonly notes: number; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly line: number; readonly quantity: number }
  | { readonly kind: 'editNotes'; readonly line: number; readonly notes: number }
  | { readonly kind: 'clear'; readonly scope: 'table' | 'user' }
  | { readonly kind: 'setGuests'; readonly guests: number }
  | { readonly kind: 'setOrderType'; readonly orderType: number }
  /** `without`: bits of the table's lines that the order leaves in the cart. Default: none. */
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
  /** 64 bits. All random choices of the run come from it. */
  readonly seed: string;
  /** The kind of server. Default: an event server. */
  readonly server?: 'plain';
  /** How the snapshot server differs from the simplest one. */
  readonly switches?: Partial<Switches>;
  readonly devices: readonly DevicePlan[];
  readonly rates: Partial<Rates>;
  readonly steps: readonly Step[];
  /** The length of phase one, ms. */
  readonly lengthMs: number;
  /** Versions between two checkpoints. Default: as many as on the real server. */
  readonly checkpointEvery?: number;
}
