import type { GroupMessage, House } from './house.ts';
import { longId } from './loose.ts';
import type { Switches } from './switches.ts';

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
