/** The servers in memory that a stepped phone talks to. */
import { EventTable } from '#testing/event-table.ts';
import { SnapshotTable } from '#testing/snapshot-table.ts';

export type HonestServer = EventTable | SnapshotTable;

export function createHonestServer(isPlain: boolean, now: () => number): HonestServer {
  return isPlain ? new SnapshotTable(now) : new EventTable(now);
}

/** The lines of each diner as sorted texts, such as `2×p1 no ice`. */
export function readShown(
  carts: readonly {
    readonly userId: string;
    readonly lines: readonly { item: { productId: string; notes: string }; quantity: number }[];
  }[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    carts
      .filter(({ lines }) => lines.length > 0)
      .map(({ userId, lines }) => [
        userId,
        lines.map(({ item, quantity }) => `${quantity}×${item.productId} ${item.notes}`).sort(),
      ]),
  );
}
