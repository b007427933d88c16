import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useStoredValue } from '#client/values/web-storage.ts';
import { useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { storeLastOrder, findMissingLines, restoredTable } from '#src/cart/order/restored-table.ts';
import { useDiner } from '#src/diner/diner.ts';
import type { LostLine } from '#sync/ports/table-notice.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

interface RestoredState {
  /** The diner's lines that the restored cart does not contain. */
  readonly lines: readonly LostLine[];
  /** True if the staff moved the party to this table, and false if the data was restored from a backup. */
  readonly hasJoined: boolean;
  readonly isRead: boolean;
  markRead(): void;
}

/**
 * Compares the diner's lines from before a restore with the cart now. It returns undefined at a table without a
 * restore, until cart and order have loaded, and after a move to another table that lost nothing.
 *
 * At any other time it stores the table's order, because only the phones know it after a restore.
 */
export function useRestoredTable(): RestoredState | undefined {
  const { table } = useDiner();
  const { loaded } = useCartStatus();
  const stored = useStoredValue(restoredTable);
  const { data: order } = useTableActiveOrder(table);
  const isHere = stored !== undefined && stored.sessionId === table?.sessionId;
  useEffectWhen(order != null && table !== undefined && !isHere, () =>
    storeLastOrder(table!.sessionId, order!),
  );

  const isKnown = isHere && loaded && !(table?.tableId && order === undefined);
  // Select nothing while it is not needed: otherwise each tap on a dish would render this again.
  const mine = useCartPart(({ carts }) => (isKnown && carts.find((cart) => cart.mine)?.lines) || noLines);
  const lines = isKnown ? findMissingLines(stored.mine, mine) : [];
  // The toast about the move was enough. Mark it as read, or lines that are ordered later would count as missing.
  const isWhole = isKnown && table?.hasJoined === true && lines.length === 0;
  useEffectWhen(isWhole, () => restoredTable.set({ ...stored!, isRead: true }));

  if (!isKnown || isWhole) return undefined;
  return {
    lines,
    hasJoined: table.hasJoined === true,
    isRead: stored.isRead,
    markRead: () => restoredTable.set({ ...stored, isRead: true }),
  };
}

const noLines: readonly never[] = [];
