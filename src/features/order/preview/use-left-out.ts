import { useState } from 'react';
import { haveSameKey } from '#events/item.ts';
import type { DinerCart, TableLine } from '#client/cart/table-cart.ts';

/** Keeps which lines the diner leaves out of the order: single lines, or the lines of everybody else. */
export function useLeftOut(carts: readonly DinerCart[], mayLeaveOut: boolean) {
  const [named, setNamed] = useState<readonly TableLine[]>([]);
  const [onlyMine, setOnlyMine] = useState(false);

  const isLeftOut = (line: TableLine): boolean =>
    mayLeaveOut && ((onlyMine && !line.mine) || named.some((each) => isSame(each, line)));
  const filterCarts = (isIn: (line: TableLine) => boolean): DinerCart[] =>
    carts.flatMap((cart) => {
      const lines = cart.lines.filter(isIn);
      return lines.length > 0 ? [{ ...cart, lines }] : [];
    });

  return {
    isLeftOut,
    ordered: filterCarts((line) => !isLeftOut(line)),
    leftOut: filterCarts(isLeftOut),
    onlyMine,
    leaveOut: (lines: Iterable<TableLine>) => setNamed([...named, ...lines]),
    orderOnlyMine: () => setOnlyMine(true),
    orderAll() {
      setNamed([]);
      setOnlyMine(false);
    },
  };
}

/** A login gives the diner's own lines new ids. A line with the same dish, options and notes is still the same line. */
function isSame(named: TableLine, line: TableLine): boolean {
  const isNamed = [line.lineId, ...line.aliases].includes(named.lineId);
  return isNamed || (named.mine && line.mine && haveSameKey(named.item, line.item));
}
