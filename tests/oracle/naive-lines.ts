/** The lines of one cart, and the effect of an item event on them, read as plainly as in `naive-view.ts`. */

import type { Item, ItemEvent } from './log-records.ts';

export interface Line {
  /** The id of the line first, its aliases after it. */
  ids: string[];
  item: Item;
  quantity: number;
  fromBase: boolean;
}

/** Events while a log is read. The tests check that the generated logs contain each. */
export type Occurrence =
  | 'void'
  | 'waiting'
  | 'joined by notes'
  | 'found by alias'
  | 'base line found by key'
  | 'late'
  | 'newer base spared'
  | 'kept'
  | 'covered'
  | 'rejected cut'
  | 'stamp of the snapshot wins';

/** By UTF-16 code unit. */
export const compareByCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Drops modifiers of quantity ≤ 0, then sums repeated ones. Their order does not matter (E3). */
function tidyModifiers(item: Item) {
  const tidy: { modifierProductId: string; quantity: number }[] = [];
  for (const { modifierProductId, quantity } of item.modifiers) {
    if (quantity <= 0) continue;
    const same = tidy.find((other) => other.modifierProductId === modifierProductId);
    if (same) same.quantity += quantity;
    else tidy.push({ modifierProductId, quantity });
  }
  return tidy.sort((a, b) => compareByCodeUnit(a.modifierProductId, b.modifierProductId));
}

/** Lines agree if product, category and modifiers are the same (V5). */
const isSameDish = (a: Item, b: Item) =>
  a.productId === b.productId &&
  a.categoryId === b.categoryId &&
  JSON.stringify(tidyModifiers(a)) === JSON.stringify(tidyModifiers(b));

/** The same product, category and modifiers, and exactly the same notes (E3). */
export const hasSameKey = (a: Item, b: Item) => isSameDish(a, b) && a.notes === b.notes;

/** Applies one item event to the lines of its user (V5a–V5c). */
export function foldItem(lines: Line[], event: ItemEvent, notice: (what: Occurrence) => void): void {
  // The line with the id that agrees, else a line with the key (V5). An add looks at all lines, …
  const byId = lines.find((line) => line.ids.includes(event.lineId) && isSameDish(line.item, event.item));
  // … a decrease or new notes only at lines from the base.
  const byKey = lines.find(
    (line) => hasSameKey(line.item, event.item) && (event.type === 'itemAdded' || line.fromBase),
  );
  const found = byId ?? byKey;
  if (byId && byId.ids[0] !== event.lineId) notice('found by alias');
  if (!byId && byKey?.fromBase) notice('base line found by key');
  const remove = (line: Line) => lines.splice(lines.indexOf(line), 1);

  switch (event.type) {
    case 'itemAdded': // V5a
      if (found === undefined) {
        lines.push({ ids: [event.lineId], item: event.item, quantity: event.quantity, fromBase: false });
      } else {
        found.quantity += event.quantity;
        if (!found.ids.includes(event.lineId)) found.ids.push(event.lineId);
      }
      break;
    case 'itemDecreased': // V5b
      if (found === undefined) break;
      found.quantity = Math.max(0, found.quantity - event.quantity);
      if (found.quantity === 0) remove(found);
      break;
    case 'notesEdited': {
      // V5c
      if (found === undefined) break;
      const item = { ...found.item, notes: event.notes };
      const other = lines.find((line) => line !== found && hasSameKey(line.item, item));
      if (other === undefined) {
        found.item = item;
      } else {
        notice('joined by notes');
        other.quantity += found.quantity;
        other.ids.push(...found.ids);
        remove(found);
      }
      break;
    }
  }
}

/** A line as it is printed, its modifiers by id (V6). */
export function toShownLine({ ids, item, quantity }: Line) {
  const { productId, categoryId, notes } = item;
  return { lineId: ids[0] ?? '', productId, categoryId, notes, modifiers: tidyModifiers(item), quantity };
}
