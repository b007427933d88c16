import type { LanguageCode } from '#contract/http/headers.ts';

/** What one station of the kitchen is to make of one round, or what has changed of it, as it goes on paper. */
export interface Ticket {
  readonly restaurant: string;
  readonly station: string;
  /** null: to go. */
  readonly tableName: string | null;
  /** The order's number to call out. */
  readonly serial: string;
  readonly round: number;
  /** When it was ordered: wall clock, ms. */
  readonly at: number;
  /** IANA name, such as `Asia/Taipei`; the server's own where absent. */
  readonly timeZone?: string | undefined;
  /** Of the words that are not of the menu. */
  readonly language: LanguageCode;
  /** 0: the first print; n: reprint number n, which says so. */
  readonly copy: number;
  /** `added` and `void`: what the staff put on a round that was ordered, or took off it. */
  readonly kind: 'round' | 'added' | 'void';
  /** An attempt before may be on paper, whole or in part. */
  readonly mayBeTwice: boolean;
  readonly lines: readonly TicketLine[];
}

export interface TicketLine {
  readonly quantity: number;
  /** What one step of a weighed dish is, such as "100 g"; empty for pieces. */
  readonly unitLabel: string;
  readonly name: string;
  /** The dish's id in the menu, which a kitchen can read where the printer lacks the characters of its name. */
  readonly productId: string;
  readonly choices: readonly string[];
  /** For the kitchen, as the diner typed them; may have several lines. */
  readonly notes: string;
  /** Whose dish it is; may be empty. */
  readonly userName: string;
}
