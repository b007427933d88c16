/**
 * A1: where an order stands is a fold of its service events over what was placed, and of nothing else. Pure: server,
 * export, replay and tests read by it.
 */
import type { Actor, ServiceEvent, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { difference, zero } from '#projections/bill/money.ts';

/** A line as it was placed, and what a server that wrote no events had done with it by then. */
interface PlacedDish {
  readonly id: string;
  readonly round: number;
  readonly quantity: number;
  /** Pieces that the kitchen had. */
  readonly sent?: number | undefined;
  readonly sentAt?: number | undefined;
}

export interface DishLife {
  readonly id: string;
  readonly round: number;
  /** Pieces that are still ordered. */
  readonly left: number;
  /** Of those: in the kitchen's hands, on the pass or further, on the table. Each is at most the one before it. */
  readonly sent: number;
  readonly ready: number;
  readonly served: number;
  /** Pieces that were taken off before the kitchen had them, and after. */
  readonly voidedUnsent: number;
  readonly voidedSent: number;
  /** Of the last void; "" without one. */
  readonly voidReason: string;
  /** ms; undefined: never. Of the first piece that was sent, the last one that was served. */
  readonly sentAt: number | undefined;
  readonly servedAt: number | undefined;
}

/** What was given back is a payment below zero. */
export type Payment = Pick<
  ServiceEventOf<'orderPaid'>,
  'actId' | 'amount' | 'tip' | 'method' | 'share' | 'at' | 'by'
>;
export type Discount = Pick<ServiceEventOf<'orderDiscounted'>, 'actId' | 'amount' | 'percent' | 'reason'>;

interface Closing {
  readonly outcome: 'completed' | 'cancelled';
  readonly at: number;
  readonly by: Actor;
  readonly reason: string;
}

export interface OrderLife {
  /** As placed, then what the staff added. */
  readonly dishes: readonly DishLife[];
  readonly added: readonly ServiceEventOf<'dishAdded'>[];
  readonly discounts: readonly Discount[];
  readonly payments: readonly Payment[];
  /** undefined: something may still be done about it. */
  readonly closed: Closing | undefined;
  readonly isReopened: boolean;
}

/** The id of the line that a `dishAdded` put on its order. */
export function addedLineId({ id }: ServiceEventOf<'dishAdded'>): string {
  return id.replace(':', '-');
}

/**
 * @param placed the lines of every round
 * @param events the order's, in order of their numbers; what was taken back is left out here
 * @param closedBefore by a server that wrote no events
 */
export function orderLife(
  placed: readonly PlacedDish[],
  events: readonly ServiceEvent[],
  closedBefore?: Closing,
): OrderLife {
  const asPlaced = { added: [], discounts: [], payments: [], closed: closedBefore, isReopened: false };
  return withEvents({ ...asPlaced, dishes: placed.map((dish) => newDish(dish)) }, standing(events));
}

/**
 * The same with one event more; what that is not about stays the very same.
 * @param events those before, of which `life` is the fold
 * @returns undefined: it changes what others of them came to, so that all are folded anew
 */
export function lifeAfter(
  life: OrderLife,
  events: readonly ServiceEvent[],
  event: ServiceEvent,
): OrderLife | undefined {
  const isUndoing = ({ type, actId }: ServiceEvent) => type === 'takenBack' && actId === event.actId;
  return isUndoing(event) || events.some(isUndoing) ? undefined : withEvents(life, [event]);
}

function withEvents(before: OrderLife, events: readonly ServiceEvent[]): OrderLife {
  const dishes = new Map(before.dishes.map((dish) => [dish.id, dish]));
  const added = [...before.added];
  const discounts = [...before.discounts];
  const payments = [...before.payments];
  let { closed, isReopened } = before;
  const change = (id: string, changed: (dish: DishLife) => DishLife): void => {
    const dish = dishes.get(id);
    if (dish) dishes.set(id, changed(dish));
  };
  for (const event of events)
    switch (event.type) {
      case 'roundSent':
        for (const dish of dishes.values())
          if (dish.round === event.round) change(dish.id, (each) => withSent(each, each.left, event.at));
        break;
      case 'dishReady':
        change(event.orderItemId, (dish) => withReady(dish, dish.ready + event.quantity, event.at));
        break;
      case 'dishServed':
        change(event.orderItemId, (dish) => withServed(dish, dish.served + event.quantity, event.at));
        break;
      case 'dishVoided':
        change(event.orderItemId, (dish) => withVoid(dish, event.quantity, event.reason));
        break;
      case 'dishAdded': {
        added.push(event);
        const id = addedLineId(event);
        dishes.set(id, newDish({ id, round: event.round, quantity: event.quantity }));
        break;
      }
      case 'orderDiscounted':
        discounts.push(event);
        break;
      case 'orderPaid':
        payments.push(event);
        break;
      case 'orderRefunded':
        payments.push(givenBack(event));
        break;
      case 'orderClosed':
        closed = event;
        break;
      case 'orderReopened':
        closed = undefined;
        isReopened = true;
        break;
      default:
        // Of the table as a whole.
        break;
    }
  return { dishes: [...dishes.values()], added, discounts, payments, closed, isReopened };
}

function givenBack({ amount, tip, ...refund }: ServiceEventOf<'orderRefunded'>): Payment {
  const less = tip === undefined ? {} : { tip: difference(zero, tip) };
  return { ...refund, ...less, amount: difference(zero, amount) };
}

/** The events that hold: those that were not taken back, and no word of taking back. */
export function standing(events: readonly ServiceEvent[]): readonly ServiceEvent[] {
  const gone = new Set(events.filter(({ type }) => type === 'takenBack').map(({ actId }) => actId));
  return gone.size === 0 ? events : events.filter(({ actId }) => !gone.has(actId));
}

function newDish({ id, round, quantity, sent = 0, sentAt }: PlacedDish): DishLife {
  const dish = {
    id,
    round,
    left: quantity,
    sent: 0,
    ready: 0,
    served: 0,
    voidedUnsent: 0,
    voidedSent: 0,
    voidReason: '',
    sentAt: undefined,
    servedAt: undefined,
  };
  return sent > 0 ? withSent(dish, sent, sentAt ?? 0) : dish;
}

/** What is ready was sent, and what is served was ready: a waiter may carry a beer past the kitchen. */
function withSent(dish: DishLife, sent: number, at: number): DishLife {
  const most = Math.max(dish.sent, Math.min(sent, dish.left));
  return most === dish.sent ? dish : { ...dish, sent: most, sentAt: dish.sentAt ?? at };
}

function withReady(dish: DishLife, ready: number, at: number): DishLife {
  const sent = withSent(dish, ready, at);
  return { ...sent, ready: Math.max(dish.ready, Math.min(ready, sent.left)) };
}

function withServed(dish: DishLife, served: number, at: number): DishLife {
  const ready = withReady(dish, served, at);
  return { ...ready, served: Math.min(served, ready.left), servedAt: at };
}

/** Of the pieces those go first that are least far. */
function withVoid(dish: DishLife, quantity: number, reason: string): DishLife {
  const gone = Math.min(quantity, dish.left);
  const left = dish.left - gone;
  const fromSent = Math.max(0, dish.sent - left);
  return {
    ...dish,
    left,
    sent: dish.sent - fromSent,
    ready: Math.min(dish.ready, left),
    served: Math.min(dish.served, left),
    voidedUnsent: dish.voidedUnsent + gone - fromSent,
    voidedSent: dish.voidedSent + fromSent,
    voidReason: reason,
  };
}
