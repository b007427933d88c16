import type { MessageData, MessageType, TableMessage } from '#contract/messages.ts';
import { interpret, type AnyEvent, type CartEventType } from '#events/cart/registry.ts';
import type { Item } from '#events/item.ts';
import type { Rejected } from '#events/records/records.ts';
import type { TableNotice } from '../ports/table-notice.ts';

/** The contract's message for each event. `orderPlaced` is missing, because the phone that placed the order announces it. */
const typeOfEvent: Readonly<Partial<Record<CartEventType, MessageType>>> = {
  itemAdded: 'addCartItem',
  itemDecreased: 'decreaseCartItem',
  notesEdited: 'editCartItemNotes',
  cartCleared: 'clearCart',
  guestsSet: 'updateGuestNumber',
  orderTypeSet: 'updateOrderType',
};

/**
 * Converts accepted events to messages for the table. Consecutive events of one type share a message.
 * @param rejected own rejections, which the first message includes
 */
export function createTableMessages(
  events: readonly AnyEvent[],
  about: { readonly version?: number; readonly sessionId: string },
  rejected: readonly Rejected[] = [],
): { messageType: MessageType; data: MessageData }[] {
  const messages: { messageType: MessageType; data: MessageData & { events: AnyEvent[] } }[] = [];
  for (const event of events) {
    const cartEvent = interpret(event);
    const messageType = cartEvent && typeOfEvent[cartEvent.type];
    if (!messageType) continue;
    const last = messages.at(-1);
    if (last?.messageType === messageType) {
      last.data.events.push(event);
      Object.assign(last.data, getContractFields(event));
    } else {
      messages.push({ messageType, data: { ...getContractFields(event), ...about, events: [event] } });
    }
  }
  const [first] = messages;
  if (first && rejected.length > 0)
    first.data.rejected = rejected.map(({ ids, code }) => ({ ids: [...ids], code }));
  return messages;
}

/** Returns the contract's fields of a message about one event. Phones show them in toasts and dialogs. */
function getContractFields(event: AnyEvent): MessageData {
  const cartEvent = interpret(event);
  const by = { userName: event.userName ?? '' };
  switch (cartEvent?.type) {
    case 'itemAdded':
    case 'itemDecreased':
      return {
        ...by,
        product: cartEvent.item.name ?? cartEvent.item.productId,
        quantity: cartEvent.quantity,
      };
    case 'notesEdited':
      return { ...by, product: cartEvent.item.name ?? cartEvent.item.productId };
    case 'guestsSet':
      return { ...by, guests: cartEvent.guests };
    case 'orderTypeSet':
      return { ...by, orderType: cartEvent.orderType };
    default:
      return by;
  }
}

/** Sums the pieces that the events add (positive) or remove (negative), for each dish. */
function sumDishes(events: readonly AnyEvent[]): ReadonlyMap<string, { item: Item; quantity: number }> {
  const dishes = new Map<string, { item: Item; quantity: number }>();
  for (const event of events) {
    const cartEvent = interpret(event);
    if (cartEvent?.type !== 'itemAdded' && cartEvent?.type !== 'itemDecreased') continue;
    const { item, quantity } = cartEvent;
    const before = dishes.get(item.productId)?.quantity ?? 0;
    const change = cartEvent.type === 'itemAdded' ? quantity : -quantity;
    dishes.set(item.productId, { item, quantity: before + change });
  }
  return dishes;
}

/**
 * Creates a notice for each dish that a diner's message adds or removes. The events are read if there are any, because the
 * contract's fields describe only the last of them.
 */
function createAdditionNotices({ messageType, data }: TableMessage): TableNotice[] {
  const userName = data.userName ?? '';
  const dishes = sumDishes(data.events ?? []);
  if (dishes.size > 0)
    return [...dishes].map(([productId, { item, quantity }]) => ({
      kind: 'peerAdded',
      userName,
      product: item.name ?? productId,
      productId,
      quantity,
    }));
  // The message of a phone that knows no events.
  if (messageType !== 'addCartItem') return [];
  const { product = '', quantity = 1 } = data;
  return [{ kind: 'peerAdded', userName, product, productId: '', quantity }];
}

/**
 * Creates the notices that a page shows for a message of another browser.
 * @param isByRestaurant true if no diner's phone has sent it
 */
export function createNoticesOfMessage(message: TableMessage, isByRestaurant: boolean): TableNotice[] {
  const { messageType, data } = message;
  const userName = data.userName ?? '';
  switch (messageType) {
    case 'addCartItem':
    case 'decreaseCartItem':
      return createAdditionNotices(message);
    case 'placeOrder':
      return [{ kind: 'orderSubmitted', userName, orderId: data.orderId ?? '', mine: false }];
    case 'updateOrder':
      return [
        {
          kind: 'orderUpdated',
          userName,
          orderId: data.orderId ?? '',
          mine: false,
          byRestaurant: isByRestaurant,
        },
      ];
    case 'closeInactiveDialog':
      return [{ kind: 'closeInactiveDialog', shouldClearCart: data.shouldClearCart ?? false }];
    default:
      return [];
  }
}
