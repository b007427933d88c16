import { allLines, type Place } from './carts.ts';
import type { Asker, CartRow, House } from './house.ts';
import { tellTable, type Change } from './messages.ts';
import { shownName, whoAsks } from './people.ts';
import { isRefusal } from './refusal.ts';

type Told = Pick<Change, 'type' | 'product' | 'quantity' | 'guests' | 'orderType'>;

/** Tells the table what a diner did, when the switch `serverTells` has the server tell that. */
export function tellOfDiner(house: House, asker: Asker, tableId: string, told: Told): void {
  const person = whoAsks(house, asker);
  const userName = isRefusal(person) ? 'Guest' : shownName(person);
  tellTable(house, { by: 'diner', tableId, fromBrowserId: asker.browserId ?? '', userName, ...told });
}

/** Tells the table what a cart request changed: one message for each kind of change. */
export function tellCartChange(house: House, asker: Asker, place: Place, before: CartRow | null): void {
  const after = house.carts.get(place.cart);
  if (!place.table || !after) return;
  const tableId = place.table.id;
  if (after.guests !== null && after.guests !== (before?.guests ?? null)) {
    tellOfDiner(house, asker, tableId, { type: 'updateGuestNumber', guests: after.guests });
  }
  if (after.orderType !== null && after.orderType !== (before?.orderType ?? null)) {
    tellOfDiner(house, asker, tableId, { type: 'updateOrderType', orderType: after.orderType });
  }
  const old = allLines(before ?? undefined);
  const ids = new Set([...old, ...allLines(after)].map((each) => each.line.id));
  for (const id of ids) {
    const was = old.find((each) => each.line.id === id)?.line;
    const is = allLines(after).find((each) => each.line.id === id)?.line;
    const product = (is ?? was)?.product.name ?? '';
    const quantity = (is?.quantity ?? 0) - (was?.quantity ?? 0);
    if (quantity > 0) tellOfDiner(house, asker, tableId, { type: 'addCartItem', product, quantity });
    else if (quantity < 0)
      tellOfDiner(house, asker, tableId, { type: 'decreaseCartItem', product, quantity });
    else if (is?.notes !== was?.notes)
      tellOfDiner(house, asker, tableId, { type: 'editCartItemNotes', product });
  }
}
