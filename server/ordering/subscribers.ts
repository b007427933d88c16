/**
 * Lets other parts of the server react to orders, carts and acts of the staff. The command that writes an event does not
 * know who reacts to it. `server/app.ts` passes the subscriptions to `createSubscribers`.
 *
 *     command ── record(trx, type, event) ──► runInTransaction  stored with the command, or not at all
 *                                             │ commit
 *                                             ▼
 *                                             afterCommit       retried, cannot undo the command
 *     command ── notify(type, event) ────────► afterCommit
 *
 * Work that must not be lost (a ticket, a webhook's delivery) is stored as a row in the transaction. A worker reads these
 * rows later. Work that the next event repeats anyway (an announcement, a metric) runs after the commit and is given up
 * after a few attempts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Order } from '#contract/order-fields.ts';
import type { HelpKind } from '#events/fulfilment/help-kinds.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { runAfterCommit } from '#server/platform/store/transaction-cache.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** A cart as the server has just stored it. */
export interface StoredCart {
  readonly sessionId: string;
  readonly version: number;
  readonly view: CartView;
}

interface AtTable {
  readonly merchantId: string;
  readonly sessionId: string;
}

/** Events about orders and calls. Their subscribers may write rows of their own in the same transaction. */
export interface OrderEvents {
  /** A diner placed an order, or a further round of it. */
  readonly orderPlaced: AtTable & {
    readonly cart: StoredCart;
    readonly order: Order;
    /** From 1. */
    readonly round: number;
    /** ms */
    readonly at: number;
  };
  /** Staff, a payment page or the server did something about an order: `act`. */
  readonly actDone: AtTable & {
    readonly act: ServiceEvent;
    /** The act that `act` takes back. */
    readonly undone: ServiceEvent | undefined;
    readonly before: Order;
    readonly after: Order;
    /** True for the first dish on an order that the staff opened. */
    readonly isFirstDish: boolean;
  };
  /** An order now belongs to another table or table session, or was merged with another order or separated from it. */
  readonly orderMoved: { readonly merchantId: string; readonly order: Order; readonly at: number };
  /** A table calls for staff. */
  readonly helpAsked: AtTable & { readonly kind: HelpKind; readonly at: number };
  /** A diner gave details for an invoice. */
  readonly invoiceGiven: { readonly merchantId: string; readonly order: Order; readonly at: number };
}

/** Events that nothing is stored for, except by the command itself. */
export interface TableEvents {
  /** The server accepted or rejected events of a cart. */
  readonly cartEventsDecided: AtTable & {
    readonly cart: StoredCart;
    readonly accepted: number;
    readonly rejectedCodes: readonly (number | string)[];
    /** False when all of these events had been stored before. */
    readonly isStored: boolean;
  };
  /** An order reads differently, but no act was done: somebody pays, shares a dish, or its lines changed hands. */
  readonly orderChanged: AtTable & { readonly orderId: string };
  readonly lostOrderReported: { readonly sessionId: string };
  /** A dish was marked as sold out, came back, or few portions are left. */
  readonly menuChanged: { readonly merchantId: string };
  /** A table called for staff, took the call back, or was answered. */
  readonly helpChanged: AtTable;
  readonly sessionEnded: AtTable;
  readonly tableMoved: AtTable;
  /** `sessionId` goes on, `endedId` joined it. */
  readonly tablesMerged: AtTable & { readonly endedId: string };
  /** An act about a whole table was taken back. `parted`: the session that left `sessionId` again, with its diners. */
  readonly tableActTakenBack: AtTable & {
    readonly parted: { readonly sessionId: string; readonly userIds: readonly string[] } | undefined;
  };
  /** `was`: the guest who logged in and is now `userId`. */
  readonly dinerJoined: AtTable & { readonly userId: string; readonly was?: string | undefined };
  readonly dinerRemoved: AtTable & { readonly userId: string };
  readonly dinerRenamed: { readonly userId: string; readonly userName: string };
  /** Something changed that only the staff see: a dispute, a QR code, a problem report. */
  readonly staffViewChanged: { readonly merchantId: string };
}

type Events = OrderEvents & TableEvents;
export type EventType = keyof Events;

/** Call it under the lock of the event's session, where it has one. */
type RecordEvent = <Type extends EventType>(trx: Trx, type: Type, event: Events[Type]) => Promise<void>;

interface AfterCommit<Event> {
  /** Runs once the event is durable, and again when it fails. It may run more than once for one event. */
  readonly afterCommit?: (event: Event) => Promise<void> | void;
}

interface InTransaction<Event> {
  /** Runs with the command. When it fails, the command fails. `record` adds an event that follows from this one. */
  readonly inTransaction?: (trx: Trx, event: Event, record: RecordEvent) => Promise<void>;
}

type SubscriberOf<Type extends EventType> = AfterCommit<Events[Type]> &
  (Type extends keyof OrderEvents ? InTransaction<Events[Type]> : unknown);

export interface Subscription {
  readonly type: EventType;
  readonly subscriber: AfterCommit<never> & InTransaction<never>;
}

export function subscribe<Type extends EventType>(type: Type, subscriber: SubscriberOf<Type>): Subscription {
  return { type, subscriber };
}

export interface Subscribers {
  /** Runs the subscribers of an event that the transaction stores. */
  readonly record: RecordEvent;
  /** Runs the subscribers of an event that is durable already. Returns at once. */
  readonly notify: <Type extends keyof TableEvents>(type: Type, event: TableEvents[Type]) => void;
}

export interface SubscriberDeps {
  readonly subscribers: Subscribers;
}

interface Options {
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Between the attempts of a subscriber that failed after the commit, ms. */
  readonly pausesMs?: readonly number[];
}

/** Three more attempts: enough for a database or a hub that restarts. */
const usualPausesMs = [200, 2_000, 10_000] as const;

export function createSubscribers(
  subscriptions: readonly Subscription[],
  { log, pausesMs = usualPausesMs }: Options,
): Subscribers {
  type Untyped = AfterCommit<unknown> & InTransaction<unknown>;
  const byType = new Map<EventType, Untyped[]>();
  // `subscribe` has paired each subscriber with the type of its event.
  for (const { type, subscriber } of subscriptions)
    byType.set(type, [...(byType.get(type) ?? []), subscriber as Untyped]);
  const listSubscribers = (type: EventType) => byType.get(type) ?? [];

  const attempt = async (type: EventType, event: unknown, run: Untyped['afterCommit'] & {}) => {
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        return await run(event);
      } catch (error) {
        if (pauseMs === undefined) {
          log.error({ err: error }, `a subscriber of ${type} failed, and is not called again`);
          return;
        }
        log.warn({ err: error }, `a subscriber of ${type} failed, and is called again`);
        await pause(pauseMs, undefined, { ref: false });
      }
    }
  };
  const notify = (type: EventType, event: unknown): void => {
    for (const { afterCommit } of listSubscribers(type))
      if (afterCommit) void attempt(type, event, afterCommit);
  };
  const record: RecordEvent = async (trx, type, event) => {
    for (const { inTransaction } of listSubscribers(type)) await inTransaction?.(trx, event, record);
    runAfterCommit(trx, () => notify(type, event));
  };
  return { record, notify };
}
