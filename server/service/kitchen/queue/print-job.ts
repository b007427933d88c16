import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';

export type PrintJobRow = Selectable<Database['print_jobs']>;

/** The subject of a ticket. Its texts are read when it is printed, so that they are up to date. */
export type PrintWhat =
  | { readonly kind: 'round' }
  /** @param copy from 1 */
  | { readonly kind: 'reprint'; readonly copy: number }
  /** The bill of the order, or its receipt. @param copy 0: the first print; n: copy n of a receipt */
  | { readonly kind: 'receipt'; readonly copy: number }
  /** Dishes that staff added to an ordered round, or voided. */
  | {
      readonly kind: 'added' | 'void';
      readonly orderItemId: string;
      readonly quantity: number;
    };
