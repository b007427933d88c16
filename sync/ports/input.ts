/** What a phone's engine is told, as values: a run that is recorded can be played again to its last effect. */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Command } from '../commands/decide.ts';
import type { Author } from '../commands/create-event.ts';
import type { Incoming } from './incoming.ts';
import type { TabMessage } from './tab-message.ts';
import type { Answer, AnswerOf } from './transport.ts';

/** When an input comes, and the chance that goes with it: `step` itself knows neither clock nor dice. */
export interface Moment {
  /** Wall clock, corrected by the server's time, ms (T3). It may jump. */
  readonly now: number;
  /** Runs on evenly, ms from any start: what waits waits by it. */
  readonly uptime: number;
  /** In [0, 1). */
  readonly chance: number;
  /** A short random text without `:` that was never used before. */
  readonly id: string;
  /** The diner looks at the app. */
  readonly looking: boolean;
}

/** What may go with an order beside the cart. */
export interface PlaceRequest {
  readonly orderCode?: string | undefined;
  readonly userCouponIds?: readonly string[] | undefined;
  /** O5: ids of the lines that stay in the cart; a plain server is not asked for that. */
  readonly without?: readonly string[] | undefined;
  /** O1: the total on the button; undefined where the server tells no totals. */
  readonly shownTotal?: string | undefined;
}

export type Input =
  /** The first one. */
  | { readonly kind: 'start'; readonly author: Author; readonly leads: boolean }
  /** A cart action of the diner. */
  | { readonly kind: 'wish'; readonly author: Author; readonly command: Command }
  /** The diner presses "Place order". `online`: false while the phone itself says that it has no network. */
  | {
      readonly kind: 'place';
      readonly author: Author;
      readonly request: PlaceRequest;
      readonly online: boolean;
    }
  /** O2: what became of the last placement? `keepOn`: until it is known. */
  | { readonly kind: 'askPlacement'; readonly author: Author; readonly keepOn: boolean }
  /** Everything is to be sent now, the other tabs' changes too (O4). */
  | { readonly kind: 'settle' }
  | { readonly kind: 'refresh' }
  /** The diner has looked at what was missed. */
  | { readonly kind: 'sawMissed' }
  /** Tells the table something that is no event. */
  | { readonly kind: 'tell'; readonly messageType: MessageType; readonly data: MessageData }
  | {
      [Call in keyof AnswerOf]: {
        readonly kind: 'answered';
        readonly number: number;
        readonly call: Call;
        readonly answer: Answer<AnswerOf[Call]>;
      };
    }[keyof AnswerOf]
  /** A batch is on disk for good, or could not be written. */
  | { readonly kind: 'stored'; readonly batch: number; readonly ok: boolean; readonly reason?: string }
  /** `browserId`: this browser's own, for messages that come back. */
  | { readonly kind: 'message'; readonly incoming: Incoming; readonly browserId: string }
  /** The table group: each new connection; whether frames arrive. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'tab'; readonly message: TabMessage }
  /** This tab sends for all of the diner's tabs, or no longer. */
  | { readonly kind: 'lead'; readonly leads: boolean }
  /** The network is back, the page is visible again. */
  | { readonly kind: 'wake' }
  /** The page may end at any moment: what is not written yet is to be written at once. */
  | { readonly kind: 'flush' }
  /** A time that was waited for has come. */
  | { readonly kind: 'time' }
  | { readonly kind: 'close' };

export type Answered = Extract<Input, { readonly kind: 'answered' }>;
