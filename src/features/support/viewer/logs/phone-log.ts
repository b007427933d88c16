import { projectCart } from '#src/runtime/cart/project-cart.ts';
import { emptyTableCart, type TableCart } from '#src/runtime/cart/table-cart.ts';
import type { ReadLog } from './read-log.ts';

/** A log that stands beside others: one phone's. */
export interface PhoneLog extends ReadLog {
  /** The replica's id, unless another open log has it too. */
  readonly key: string;
  /** A, B, C … in the order in which they were opened. */
  readonly letter: string;
  /** Whose phone it is, as far as the log says. */
  readonly userId: string | undefined;
}

/** A, B … Z, then numbers. */
export function phoneLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** Who wrote on this phone. */
export function ownerOf({ records }: ReadLog): string | undefined {
  for (const record of records) if (record.from === 'local' && 'event' in record) return record.event.userId;
  return undefined;
}

/** L3: the cart as this phone's pages had it after so many records; how far a change was on its way no log says. */
export function cartAt({ replay, userId }: PhoneLog, count: number): TableCart {
  const entries = new Map(replay.pendingAt(count).map((entry) => [entry.event.id, entry]));
  return projectCart(emptyTableCart, replay.viewAt(count), userId ?? '', {
    entries,
    names: replay.namesAt(count),
    pending: new Set(entries.keys()),
    sent: new Set(),
    isSaved: () => true,
  });
}
