import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';

export type PrintJobRow = Selectable<Database['print_jobs']>;

/** What a ticket is about; its words are looked up when it is printed, so that it says what is true then. */
export type PrintWhat =
  | { readonly kind: 'round' }
  /** @param copy from 1 */
  | { readonly kind: 'reprint'; readonly copy: number }
  /** Dishes that the staff have added to a round that was ordered, or taken off it. */
  | {
      readonly kind: 'added' | 'void';
      readonly orderItemId: string;
      readonly quantity: number;
    };
