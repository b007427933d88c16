/**
 * The life of an order after it was placed: its state is a fold of its service events, and of nothing else (A1).
 * Server, export, replay and tests all use it.
 *
 *   placed ──► sent ──► ready ──► served          per piece of a dish
 *      │         │        │         │
 *      └─────────┴────────┴─────────┴──► voided   pieces that are least far go first
 *
 * For example, three beers of which two are served, voided by 2, leave `left: 1, served: 1`. Quantities never exceed
 * `left`, so always `served ≤ ready ≤ sent ≤ left`.
 */
import type { Actor, ServiceEvent, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { calculateDifference, zero } from '#projections/bill/money.ts';

/** A line as it was placed, and its state if an older server handled it without writing events. */
interface PlacedDish {
  readonly id: string;
  readonly round: number;
  readonly quantity: number;
  /** Pieces that the kitchen has received. */
  readonly sent?: number | undefined;
  readonly sentAt?: number | undefined;
}

export interface DishLife {
  readonly id: string;
  readonly round: number;
  /** Pieces that are still ordered. */
  readonly left: number;
  /** How many of those are in the kitchen, ready and served. Each number is at most the one before it. */
  readonly sent: number;
  readonly ready: number;
  readonly served: number;
  /** Pieces that were voided before and after the kitchen received them. */
  readonly voidedUnsent: number;
  readonly voidedSent: number;
  /** The reason of the last void, or "". */
  readonly voidReason: string;
  /** Pieces that are left and were refunded. */
  readonly refunded: number;
  /** Pieces that were moved to another bill. */
  readonly moved: number;
  /** The course with which the dish is held; undefined: the kitchen may make it. */
  readonly heldCourse: number | undefined;
  /** When it was fired after it was held, ms. */
  readonly firedAt: number | undefined;
  /** When the first piece was sent, and when the last one was ready and served, ms. */
  readonly sentAt: number | undefined;
  readonly readyAt: number | undefined;
  readonly servedAt: number | undefined;
}

/** A refund is a payment below zero. */
export type Payment = Omit<ServiceEventOf<'orderPaid'>, 'type' | 'id' | 'orderId'> &
  Pick<ServiceEventOf<'orderRefunded'>, 'overpaid' | 'dishes'> &
  Partial<Pick<ServiceEventOf<'orderRefunded'>, 'reason'>>;
export type Discount = Pick<
  ServiceEventOf<'orderDiscounted'>,
  'actId' | 'amount' | 'percent' | 'reason' | 'by'
>;

interface Closing {
  readonly outcome: 'completed' | 'cancelled';
  readonly at: number;
  readonly by: Actor;
  readonly reason: string;
}

export interface OrderLife {
  /** The placed dishes, then those that the staff added. */
  readonly dishes: readonly DishLife[];
  readonly added: readonly ServiceEventOf<'dishAdded'>[];
  /** Without those that were removed. */
  readonly discounts: readonly Discount[];
  readonly payments: readonly Payment[];
  /** undefined while the order is open. */
  readonly closed: Closing | undefined;
  readonly isReopened: boolean;
}

/** Returns the id of the line that a `dishAdded` put on its order. */
export function getAddedLineId({ id }: ServiceEventOf<'dishAdded'>): string {
  return id.replace(':', '-');
}

/**
 * Computes the life of an order.
 *
 * @param placed the lines of every round
 * @param events of the order, in order of their numbers. Undone ones are left out here.
 * @param closedBefore how a server that wrote no events closed it
 */
export function foldOrderLife(
  placed: readonly PlacedDish[],
  events: readonly ServiceEvent[],
  closedBefore?: Closing,
): OrderLife {
  const asPlaced = { added: [], discounts: [], payments: [], closed: closedBefore, isReopened: false };
  return applyEvents({ ...asPlaced, dishes: placed.map((dish) => createDishLife(dish)) }, dropUndone(events));
}

/**
 * Adds one event to a life. Objects that it does not touch stay the same.
 *
 * @param events those before it, of which `life` is the fold
 * @returns undefined if it undoes or recalls earlier events. All events must then be folded again.
 */
export function extendLife(
  life: OrderLife,
  events: readonly ServiceEvent[],
  event: ServiceEvent,
): OrderLife | undefined {
  const isUndoing = (other: ServiceEvent) =>
    other.type === 'ticketRecalled'
      ? other.recalledId === event.actId
      : other.type === 'takenBack' && other.actId === event.actId;
  const isFoldedAgain = event.type === 'ticketRecalled' || isUndoing(event) || events.some(isUndoing);
  return isFoldedAgain ? undefined : applyEvents(life, [event]);
}

function applyEvents(before: OrderLife, events: readonly ServiceEvent[]): OrderLife {
  const dishes = new Map(before.dishes.map((dish) => [dish.id, dish]));
  const added = [...before.added];
  let discounts = [...before.discounts];
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
          if (isSentWith(dish, event.round)) change(dish.id, (each) => markSent(each, each.left, event.at));
        break;
      case 'dishReady':
        change(event.orderItemId, (dish) => markReady(dish, dish.ready + event.quantity, event.at));
        break;
      case 'orderReady':
        for (const dish of dishes.values())
          change(dish.id, (each) => (each.ready === each.left ? each : markReady(each, each.left, event.at)));
        break;
      case 'dishServed':
        change(event.orderItemId, (dish) => markServed(dish, dish.served + event.quantity, event.at));
        break;
      case 'ticketBumped': {
        const { at, stage } = event;
        for (const { orderItemId, quantity } of event.dishes)
          change(orderItemId, (dish) =>
            stage === 'ready'
              ? markReady(dish, dish.ready + quantity, at)
              : markServed(dish, dish.served + quantity, at),
          );
        break;
      }
      case 'courseHeld':
      case 'courseFired':
        for (const { orderItemId } of event.dishes) change(orderItemId, (dish) => applyCourse(dish, event));
        break;
      case 'dishVoided':
        change(event.orderItemId, (dish) =>
          event.movedTo ? takeAway(dish, event.quantity) : voidPieces(dish, event.quantity, event.reason),
        );
        break;
      case 'dishAdded': {
        added.push(event);
        dishes.set(getAddedLineId(event), createAddedLife(event));
        break;
      }
      case 'orderDiscounted':
        discounts.push(event);
        break;
      case 'discountRemoved':
        discounts = discounts.filter(({ actId }) => actId !== event.discountId);
        break;
      case 'orderPaid':
        payments.push(event);
        break;
      case 'orderRefunded':
        payments.push(toPayment(event));
        for (const { orderItemId, quantity } of event.dishes ?? [])
          change(orderItemId, (dish) => ({
            ...dish,
            refunded: Math.min(dish.left, dish.refunded + quantity),
          }));
        break;
      case 'orderClosed':
        closed = event;
        break;
      case 'orderReopened':
        closed = undefined;
        isReopened = true;
        break;
      default:
        // An event of the table as a whole.
        break;
    }
  return { dishes: [...dishes.values()], added, discounts, payments, closed, isReopened };
}

function toPayment({ amount, tip, rounding, ...refund }: ServiceEventOf<'orderRefunded'>): Payment {
  return {
    ...refund,
    amount: calculateDifference(zero, amount),
    ...(tip !== undefined && { tip: calculateDifference(zero, tip) }),
    ...(rounding !== undefined && { rounding: calculateDifference(zero, rounding) }),
  };
}

/** Returns the events that are valid: without undone and recalled ones, and without the undoing ones. */
export function dropUndone(events: readonly ServiceEvent[]): readonly ServiceEvent[] {
  const undone = new Set(events.filter(({ type }) => type === 'takenBack').map(({ actId }) => actId));
  const valid = undone.size === 0 ? events : events.filter(({ actId }) => !undone.has(actId));
  // A recall that was undone recalls nothing.
  const recalled = new Set(valid.flatMap((event) => ('recalledId' in event ? event.recalledId : [])));
  return recalled.size === 0
    ? valid
    : valid.filter((event) => !recalled.has(event.actId) || !isRecallable(event));
}

/** Whether it is an act of the kitchen that `ticketRecalled` can bring back. */
export function isRecallable({ type }: Pick<ServiceEvent, 'type'>): boolean {
  return type === 'dishReady' || type === 'dishServed' || type === 'ticketBumped';
}

function createDishLife({ id, round, quantity, sent = 0, sentAt }: PlacedDish): DishLife {
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
    refunded: 0,
    moved: 0,
    heldCourse: undefined,
    firedAt: undefined,
    sentAt: undefined,
    readyAt: undefined,
    servedAt: undefined,
  };
  return sent > 0 ? markSent(dish, sent, sentAt ?? 0) : dish;
}

/** A dish that was moved here keeps how far its pieces were. */
function createAddedLife(event: ServiceEventOf<'dishAdded'>): DishLife {
  const { round, quantity, progress, at } = event;
  const { heldCourse } = event;
  const created = createDishLife({ id: getAddedLineId(event), round, quantity, ...progress });
  const dish = heldCourse === undefined ? created : { ...created, heldCourse };
  if (!progress) return dish;
  const ready = progress.ready > 0 ? markReady(dish, progress.ready, at) : dish;
  return progress.served > 0 ? markServed(ready, progress.served, at) : ready;
}

/** Takes pieces to another bill: those that are least far first, as for a void. */
export function takeAway(dish: DishLife, quantity: number): DishLife {
  const left = Math.max(0, dish.left - quantity);
  const limit = (pieces: number) => Math.min(pieces, left);
  return {
    ...dish,
    left,
    sent: limit(dish.sent),
    ready: limit(dish.ready),
    served: limit(dish.served),
    moved: dish.moved + dish.left - left,
  };
}

/** Whether the dish goes to the kitchen with the others of the round. */
function isSentWith({ round, heldCourse }: DishLife, sent: number): boolean {
  return round === sent && heldCourse === undefined;
}

/** Holds a dish, or fires a held one: the kitchen has it from now on, so its time counts from here. */
function applyCourse(dish: DishLife, event: ServiceEventOf<'courseHeld' | 'courseFired'>): DishLife {
  if (event.type === 'courseHeld') return { ...dish, heldCourse: event.course, firedAt: undefined };
  if (dish.heldCourse === undefined) return dish;
  const { at } = event;
  return { ...markSent({ ...dish, heldCourse: undefined, firedAt: at }, dish.left, at), sentAt: at };
}

/** Whether the kitchen has to wait with pieces of the dish. Pieces that are ready wait for nothing. */
export function isHeld({ heldCourse, left, ready }: DishLife): boolean {
  return heldCourse !== undefined && ready < left;
}

/** A ready dish counts as sent, and a served one as ready, because a waiter may carry a beer past the kitchen. */
function markSent(dish: DishLife, sent: number, at: number): DishLife {
  const most = Math.max(dish.sent, Math.min(sent, dish.left));
  return most === dish.sent ? dish : { ...dish, sent: most, sentAt: dish.sentAt ?? at };
}

function markReady(dish: DishLife, ready: number, at: number): DishLife {
  const sent = markSent(dish, ready, at);
  const most = Math.max(dish.ready, Math.min(ready, sent.left));
  return most === dish.ready ? sent : { ...sent, ready: most, readyAt: at };
}

function markServed(dish: DishLife, served: number, at: number): DishLife {
  const ready = markReady(dish, served, at);
  return { ...ready, served: Math.min(served, ready.left), servedAt: at };
}

/** Voids the pieces that are least far first, and refunded pieces before others. */
function voidPieces(dish: DishLife, quantity: number, reason: string): DishLife {
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
    refunded: Math.max(0, dish.refunded - gone),
  };
}
