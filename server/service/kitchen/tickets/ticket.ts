import type { Pickup } from '#contract/pickup.ts';
import type { LanguageCode } from '#contract/http/headers.ts';

/** A printed ticket: the dishes of a round that one station makes, or a change to them. */
export interface Ticket {
  readonly restaurant: string;
  readonly station: string;
  /** null: to go. */
  readonly tableName: string | null;
  /** Undefined for an order to go, and for a second bill of the same guests. */
  readonly guests?: number | undefined;
  /** When and by whom an order to go is picked up. */
  readonly pickup?: Pickup | undefined;
  /** The order's number for people. */
  readonly serial: string;
  readonly round: number;
  /** When it was ordered: wall clock, ms. */
  readonly at: number;
  /** IANA name, such as `Asia/Taipei`. Default: the server's own. */
  readonly timeZone?: string | undefined;
  /** Language of the ticket's own words. */
  readonly language: LanguageCode;
  /** 0: the first print; n: reprint number n. */
  readonly copy: number;
  /** `added` and `void`: a dish that staff added to an ordered round, or voided. `moved`: from another table. */
  readonly kind: 'round' | 'added' | 'void' | 'moved' | 'fired' | 'held';
  /** The course of dishes that the kitchen makes now (`fired`) or later (`held`). */
  readonly course?: number | undefined;
  /** The table where moved dishes were; null: to go. */
  readonly movedFrom?: string | null | undefined;
  /** An earlier attempt may have printed all or some of it. */
  readonly mayBeTwice: boolean;
  readonly lines: readonly TicketLine[];
}

export interface TicketLine {
  readonly quantity: number;
  /** The unit of a weighed dish, such as "100 g"; empty for pieces. */
  readonly unitLabel: string;
  readonly name: string;
  /** The dish's id on the menu, printed if the printer lacks characters of its name. */
  readonly productId: string;
  readonly choices: readonly string[];
  /** What the guest is allergic to; may be empty. */
  readonly allergy: string;
  /** What the dish contains, by the menu. */
  readonly allergens: readonly string[];
  /** For the kitchen, as the diner typed them; may have several lines. */
  readonly notes: string;
  /** The diner's name; may be empty. */
  readonly userName: string;
}
