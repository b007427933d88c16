/**
 * The inputs of a step, as values. A recording of them replays a run to its last effect. The names are part of the format
 * of recordings, so they do not change.
 */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Command } from '../commands/decide.ts';
import type { Author } from '../commands/create-event.ts';
import type { Incoming } from './incoming.ts';
import type { TabMessage } from './tab-message.ts';
import type { Answer, AnswerOf } from './transport.ts';

/** Time, randomness and an id for one input, because `step` itself is pure. */
export interface Moment {
  /** The wall clock, corrected by the server's time, in ms. It may jump. */
  readonly now: number;
  /** ms since any start. It never jumps, so all timeouts use it. */
  readonly uptime: number;
  /** A random number in [0, 1). */
  readonly chance: number;
  /** A short random text without `:`, for a new id. */
  readonly id: string;
  /** Whether the app is visible. */
  readonly looking: boolean;
}

/** Optional parts of an order. */
export interface PlaceRequest {
  readonly orderCode?: string | undefined;
  readonly userCouponIds?: readonly string[] | undefined;
  /** Ids of lines that stay in the cart. A snapshot server does not support this. */
  readonly without?: readonly string[] | undefined;
  /** The total on the button. undefined if the server calculates no totals. */
  readonly shownTotal?: string | undefined;
  /** When and by whom an order to go is picked up. A snapshot server ignores it. */
  readonly pickup?: { readonly userName: string; readonly at: number | null } | undefined;
}

export type Input =
  /** The first input. `leads`: this tab is the leader of the diner's tabs. */
  | { readonly kind: 'start'; readonly author: Author; readonly leads: boolean }
  /** A command of the diner. */
  | { readonly kind: 'wish'; readonly author: Author; readonly command: Command }
  /** The diner places the order. `online` is false if the browser reports no network. */
  | {
      readonly kind: 'place';
      readonly author: Author;
      readonly request: PlaceRequest;
      readonly online: boolean;
    }
  /** Ask for the outcome of the last placement. `keepOn`: until there is one. */
  | { readonly kind: 'askPlacement'; readonly author: Author; readonly keepOn: boolean }
  /** Send everything now, including the changes of other tabs. */
  | { readonly kind: 'settle' }
  /** Ask the server for events that this phone lacks. */
  | { readonly kind: 'refresh' }
  /** The diner has looked at the missed changes. */
  | { readonly kind: 'sawMissed' }
  /** Publish a message that is not an event. */
  | { readonly kind: 'tell'; readonly messageType: MessageType; readonly data: MessageData }
  /** The outcome of the call with this number. */
  | {
      [Call in keyof AnswerOf]: {
        readonly kind: 'answered';
        readonly number: number;
        readonly call: Call;
        readonly answer: Answer<AnswerOf[Call]>;
      };
    }[keyof AnswerOf]
  /** A batch is on disk, or could not be written. */
  | { readonly kind: 'stored'; readonly batch: number; readonly ok: boolean; readonly reason?: string }
  /** A message of the table's group. `browserId` is this browser's, to recognise its own messages. */
  | { readonly kind: 'message'; readonly incoming: Incoming; readonly browserId: string }
  /** The table's group has a new connection. */
  | { readonly kind: 'connected' }
  /** Whether the group's connection currently receives data. */
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'tab'; readonly message: TabMessage }
  /** This tab has become the leader of the diner's tabs, or has lost the lead. */
  | { readonly kind: 'lead'; readonly leads: boolean }
  /** The network is back, or the page is visible again. */
  | { readonly kind: 'wake' }
  /** The page may end at any moment. Write everything at once. */
  | { readonly kind: 'flush' }
  /** A timer of `findNextDue` has rung. */
  | { readonly kind: 'time' }
  | { readonly kind: 'close' };

export type Answered = Extract<Input, { readonly kind: 'answered' }>;
