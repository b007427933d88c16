import { allLines, type Place } from './orders/carts.ts';
import type { Asker, CartRow, GroupMessage, House } from './house.ts';
import { longId } from './wire/loose.ts';
import { shownName, whoAsks } from './people.ts';
import { isRefusal } from './wire/refusal.ts';
import type { Switches } from './switches/switches.ts';

/** The message types of the contract. It names them in words only; these are ours for them. */
export type MessageType =
  | 'addCartItem'
  | 'decreaseCartItem'
  | 'editCartItemNotes'
  | 'clearCart'
  | 'placeOrder'
  | 'updateOrder'
  | 'updateGuestNumber'
  | 'updateOrderType';

/** A change that the table may be told of. */
export interface Change {
  type: MessageType;
  tableId: string;
  /** Whose doing it is: decides whether the switch `serverTells` lets it out. */
  by: 'staff' | 'diner';
  fromBrowserId: string;
  userName: string;
  product?: string;
  quantity?: number;
  guests?: number;
  orderType?: number;
}

/** Tells the table group of a change, in the form and as often as the switches say. */
export function tellTable(house: House, change: Change): void {
  const { serverTells, messageForm, messageCopies } = house.switches;
  if (serverTells === 'nothing' || (serverTells === 'staffChanges' && change.by === 'diner')) return;
  const message = inForm(change, messageForm);
  for (let copy = 0; copy < messageCopies; copy += 1) house.tell(groupOf(house, change.tableId), message);
}

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

/** The group of a table: its id, as the phones see it. */
export function groupOf(house: House, tableId: string): string {
  return house.switches.ids === 'long' ? longId(tableId) : tableId;
}

function inForm(change: Change, form: Switches['messageForm']): GroupMessage {
  const body = contractBody(change);
  switch (form) {
    case 'contract':
      return { content: 'json', body };
    case 'missingFields':
      return { content: 'json', body: { messageType: change.type } };
    case 'nullFields':
      return { content: 'json', body: { fromBrowserId: null, messageType: change.type, data: null } };
    case 'foreignFields':
      return {
        content: 'json',
        body: {
          ...body,
          till: { station: 3, printed: [true, null] },
          data: { ...body.data, product: { sku: 'A-1' } },
        },
      };
    case 'foreignType':
      return { content: 'json', body: { ...body, messageType: 'kitchenBell' } };
    case 'jsonInText':
      return { content: 'text', body: JSON.stringify(body) };
    case 'plainText':
      return { content: 'text', body: `${change.userName}: ${change.type}` };
    default:
      return form satisfies never;
  }
}

function contractBody(change: Change): { fromBrowserId: string; messageType: MessageType; data: object } {
  const { type, tableId: _tableId, by: _by, fromBrowserId, ...data } = change;
  return { fromBrowserId, messageType: type, data };
}
