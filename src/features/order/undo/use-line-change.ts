import { haveSameKey, type Item } from '#events/item.ts';
import { useCartEngine } from '#src/cart/hooks.ts';
import { listOwnLines } from '../adding/own-lines.ts';
import { useExpectChange } from './UndoProvider.tsx';

/**
 * Replaces one of the diner's lines by an item, as one step that can be undone.
 *
 * @returns false if the cart no longer contains the line
 */
export function useLineChange(): (lineId: string, item: Item) => boolean {
  const engine = useCartEngine();
  const expectChange = useExpectChange();
  return (lineId, to) => {
    const line =
      engine &&
      listOwnLines(engine.cart.value, to.productId).find(
        // Another line may have been merged with this one. The merged line has the old ids as aliases.
        (each) => each.lineId === lineId || each.aliases.includes(lineId),
      );
    if (!line) return false;
    const { item: from, quantity } = line;
    if (haveSameKey(from, to)) return true;
    const lineWith = (item: Item) =>
      listOwnLines(engine.cart.value, item.productId).find((each) => haveSameKey(each.item, item));
    const exchange = (next: Item, before: Item) => {
      const old = lineWith(before);
      engine.commands.add(next, quantity);
      if (old) engine.commands.decrease(old, Math.min(quantity, old.quantity));
    };
    expectChange({
      isOf: (lost) => haveSameKey(lost.item, from),
      putBack: () => {
        // If the cart already had such a line before the change, it keeps its own pieces and no line is lost.
        if (lineWith(to)?.quantity === quantity) expectChange({ isOf: (lost) => haveSameKey(lost.item, to) });
        exchange(from, to);
      },
    });
    exchange(to, from);
    return true;
  };
}
