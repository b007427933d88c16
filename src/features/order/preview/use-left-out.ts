import { useState } from 'react';
import type { DinerCart, TableLine } from '#src/runtime/cart/table-cart.ts';

/** O5: which lines of the cart the diner leaves out of the order: some by name, or everybody else's. */
export function useLeftOut(carts: readonly DinerCart[], mayLeaveOut: boolean) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const [onlyMine, setOnlyMine] = useState(false);

  const isLeftOut = (line: TableLine): boolean =>
    mayLeaveOut && ((onlyMine && !line.mine) || [line.lineId, ...line.aliases].some((id) => names.has(id)));
  const part = (isIn: (line: TableLine) => boolean): DinerCart[] =>
    carts.flatMap((cart) => {
      const lines = cart.lines.filter(isIn);
      return lines.length > 0 ? [{ ...cart, lines }] : [];
    });

  return {
    isLeftOut,
    ordered: part((line) => !isLeftOut(line)),
    leftOut: part(isLeftOut),
    onlyMine,
    leaveOut: (lines: Iterable<TableLine>) =>
      setNames(new Set([...names, ...[...lines].map(({ lineId }) => lineId)])),
    orderOnlyMine: () => setOnlyMine(true),
    orderAll() {
      setNames(new Set());
      setOnlyMine(false);
    },
  };
}
