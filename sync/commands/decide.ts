/**
 * Decides what a diner's command means for the cart that the diner sees. It becomes one event, or none if it would
 * change nothing.
 *
 * Example: `decrease` by 3 of a line with 2 pieces becomes `itemDecreased` by 2. If the line is gone, there is
 * no event.
 */
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import { haveSameKey, type Item } from '#events/item.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import { createNotesEdited } from '#events/cart/notes-edited.ts';
import { createOrderTypeSet } from '#events/cart/order-type-set.ts';
import { getLines, type CartLine, type CartView } from '#projections/merge/cart-view.ts';

export type Command =
  | { readonly kind: 'add'; readonly item: Item; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly lineId: string; readonly quantity: number }
  | { readonly kind: 'editNotes'; readonly lineId: string; readonly notes: string }
  | { readonly kind: 'clear'; readonly scope: 'table' | 'user' }
  | { readonly kind: 'setGuests'; readonly guests: number }
  | { readonly kind: 'setOrderType'; readonly orderType: number };

/** Creates the event from its common fields. undefined: the command changes nothing. */
export type EventDraft = ((fields: EventFields) => CartEvent) | undefined;

/** Decides on a command of `userId`, who may change only own lines. `clear` with the scope `table` is the exception. */
export function decide(view: CartView, userId: string, command: Command): EventDraft {
  const lines = getLines(view, userId);
  switch (command.kind) {
    case 'add': {
      const { quantity } = command;
      if (quantity < 1) return undefined;
      const notes = normaliseText(command.item.notes);
      const item = notes === command.item.notes ? command.item : { ...command.item, notes };
      const line = lines.find((each) => haveSameKey(each.item, item));
      return (fields) => createItemAdded(fields, { lineId: line?.lineId ?? fields.id, item, quantity });
    }
    case 'decrease': {
      const line = findLine(lines, command.lineId);
      if (!line || command.quantity < 1) return undefined;
      const quantity = Math.min(command.quantity, line.quantity);
      return (fields) => createItemDecreased(fields, { lineId: line.lineId, item: line.item, quantity });
    }
    case 'editNotes': {
      const line = findLine(lines, command.lineId);
      const notes = normaliseText(command.notes);
      if (!line || notes === line.item.notes) return undefined;
      return (fields) => createNotesEdited(fields, { lineId: line.lineId, item: line.item, notes });
    }
    case 'clear': {
      const { scope } = command;
      if (scope === 'user' ? lines.length === 0 : view.carts.length === 0) return undefined;
      return (fields) => createCartCleared(fields, { scope });
    }
    case 'setGuests': {
      const { guests } = command;
      return view.guests === guests ? undefined : (fields) => createGuestsSet(fields, { guests });
    }
    case 'setOrderType': {
      const { orderType } = command;
      return view.orderType === orderType ? undefined : (fields) => createOrderTypeSet(fields, { orderType });
    }
    default:
      return command satisfies never;
  }
}

function findLine(lines: readonly CartLine[], lineId: string): CartLine | undefined {
  return lines.find((line) => line.lineId === lineId || line.aliases.includes(lineId));
}
