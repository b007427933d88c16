import type { MessageData, MessageType, TableMessage } from '#contract/messages.ts';
import { interpret, type AnyEvent, type CartEventType } from '#events/cart/registry.ts';
import type { Item } from '#events/item.ts';
import type { Rejected } from '#events/records/records.ts';
import type { TableNotice } from '../ports/table-notice.ts';

/** D5: what the contract calls each of a diner's events; an order is announced by who placed it. */
const typeOfEvent: Readonly<Partial<Record<CartEventType, MessageType>>> = {
  itemAdded: 'addCartItem',
  itemDecreased: 'decreaseCartItem',
  notesEdited: 'editCartItemNotes',
  cartCleared: 'clearCart',
  guestsSet: 'updateGuestNumber',
  orderTypeSet: 'updateOrderType',
};

/** P3: accepted events as messages to the table, one for each run of the same type; own rejections go along (F2). */
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

/** The contract's fields of a message about one event: they drive toasts and dialogs. */
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

/** By dish, how many more or fewer of it some events make. */
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

/** How much of what a diner's message puts into the cart, or takes out: the contract's fields speak of one event. */
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
  // A phone that knows nothing of events.
  if (messageType !== 'addCartItem') return [];
  const { product = '', quantity = 1 } = data;
  return [{ kind: 'peerAdded', userName, product, productId: '', quantity }];
}

/**
 * What a message of another browser gives the page to say.
 * @param isByRestaurant no diner's phone has sent it
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
