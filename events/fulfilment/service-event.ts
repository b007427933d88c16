/**
 * Events after an order was placed (docs/merge-rules.md, "After placing").
 *
 * They are a second stream of a table session with ids `desk:1`, `desk:2` and so on. Only the table server writes it:
 * when the staff, the kitchen or a POS act, or when a diner asks for something. The cart's merge never reads it.
 */
import * as z from 'zod/mini';
import { fulfilmentReplica, parseEventId } from '../log/event-id.ts';
import { itemSchema, type Item } from '../item.ts';
import { count, name } from '../log/event-fields.ts';

/** Who acted: a person on the staff page, a system of the restaurant, a diner at the table, or the server by itself. */
const actorKinds = ['staff', 'system', 'diner', 'server'] as const;

const text = z.string();
const pieces = z.int().check(z.minimum(1));
/** An amount as decimal text. */
const amount = z.string().check(z.regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount, as text'));
/** By how much the cash differs from the amount, because of the smallest coin. */
const rounding = z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,3})?$/, 'must be an amount, as text'));

const ofOrder = { orderId: name };
/** The other bill of a moved dish, and the name of its table; null for an order to go. */
const otherBill = z.object({ orderId: name, tableName: z.nullable(text) });
/** The owner or manager whose PIN allowed more than the limits of a waiter. */
const approved = { approvedBy: z.optional(text) };
/** `dish` is the name on the menu, for people who read the log. */
const ofDish = { ...ofOrder, orderItemId: name, quantity: pieces, dish: z.optional(text) };
const { orderId: _orderId, ...dishOfTicket } = ofDish;

/** The fields of each type. The values came from a page or from this server. */
export const serviceFields = {
  /** The kitchen has received the round. */
  roundSent: { ...ofOrder, round: count },
  /** The dish is on the pass. */
  dishReady: ofDish,
  /** All dishes of the order are on the pass, e.g. packed for a guest who picks them up. */
  orderReady: ofOrder,
  /** The dish is on the table. */
  dishServed: ofDish,
  /** Dishes of a kitchen ticket are on the pass or on the table, all with one tap. */
  ticketBumped: { ...ofOrder, stage: z.enum(['ready', 'served']), dishes: z.array(z.object(dishOfTicket)) },
  /** The `dishReady`, `dishServed` or `ticketBumped` with this `actId` counts as never done. */
  ticketRecalled: { ...ofOrder, recalledId: name },
  /** The kitchen makes these dishes of a round later. */
  courseHeld: { ...ofOrder, round: count, course: count, dishes: z.array(z.object(dishOfTicket)) },
  /** The kitchen makes the held dishes of this course now. */
  courseFired: { ...ofOrder, course: count, dishes: z.array(z.object(dishOfTicket)) },
  /** The staff added a dish to the order, at its price of that moment. `userId` is the diner who gets it. */
  dishAdded: {
    ...ofOrder,
    round: count,
    item: itemSchema,
    quantity: pieces,
    /** The unit of one step of the quantity, for a dish that is sold by weight. */
    unitLabel: z.optional(text),
    /** The tax of the dish, and those of options with another one, by the option's id. */
    taxId: z.optional(text),
    optionTaxIds: z.optional(z.record(text, text)),
    userId: name,
    userName: z.optional(text),
    /** What the guest who gets it is allergic to. */
    allergy: z.optional(text),
    course: z.optional(count),
    /** A dish that was moved here and is held. */
    heldCourse: z.optional(count),
    /**
     * The dish was moved here from another bill: when it was ordered there, and how far its pieces were. The other bill has a
     * `dishVoided` with `movedTo` and the same `actId`.
     */
    movedFrom: z.optional(otherBill),
    placedAt: z.optional(count),
    progress: z.optional(z.object({ sent: count, ready: count, served: count, sentAt: z.optional(count) })),
  },
  /** With `movedTo`, the pieces are on that bill since, and are no loss. */
  dishVoided: { ...ofDish, ...approved, reason: text, movedTo: z.optional(otherBill) },
  /** Either `percent` of the sum of the dishes, 1 to 100, or an `amount`. */
  orderDiscounted: {
    ...ofOrder,
    amount: z.optional(amount),
    percent: z.optional(z.number().check(z.positive(), z.maximum(100))),
    ...approved,
    reason: text,
  },
  /** The discount is no longer given. `discountId` is the `actId` of its `orderDiscounted`. */
  discountRemoved: { ...ofOrder, discountId: name, reason: text },
  /** `share` is the user id of the diner whose share was paid. */
  orderPaid: {
    ...ofOrder,
    amount,
    tip: z.optional(amount),
    method: name,
    share: z.optional(name),
    /** The shares of several diners, which add up to the amount. */
    parts: z.optional(z.array(z.object({ userId: name, amount }))),
    /** The cash that was handed over. What exceeds amount, tip and rounding is the change. */
    tendered: z.optional(amount),
    rounding: z.optional(rounding),
  },
  /** Money was given back: of the order or of a share, because too much was paid or a dish will be voided. */
  orderRefunded: {
    ...ofOrder,
    amount,
    /** The part of it that was overpaid. Absent from older events. */
    overpaid: z.optional(amount),
    tip: z.optional(amount),
    method: name,
    share: z.optional(name),
    rounding: z.optional(rounding),
    /** The pieces that it is for, and what was paid for them. Without it, it is for the whole order. */
    dishes: z.optional(z.array(z.object({ orderItemId: name, quantity: pieces, amount }))),
    ...approved,
    reason: text,
  },
  /** The order is closed. `owed` and `unsent` record what was left open. */
  orderClosed: {
    ...ofOrder,
    outcome: z.enum(['completed', 'cancelled']),
    ...approved,
    reason: text,
    owed: amount,
    unsent: count,
  },
  orderReopened: { ...ofOrder, reason: text },
  helpAsked: { helpId: name, kind: name, share: z.optional(name) },
  helpAnswered: { helpId: name },
  helpWithdrawn: { helpId: name },
  /** Staff seated guests at a free table. */
  tableSeated: { tableId: name, guests: count },
  /** The guests sit at this table now. `from` is their former table. */
  tableMoved: { tableId: name, from: z.optional(name) },
  /** The guests of another session joined this one. `from` is their former table. */
  tablesMerged: { sessionId: name, from: z.optional(name) },
  /** `owed` and `unsent` record what the session's orders left open. It stays open. */
  sessionClosed: {
    reason: text,
    owed: z.optional(amount),
    unsent: z.optional(count),
  },
  /** Undoes the act with this `actId`, which is at most a minute old. */
  takenBack: {},
} as const;

export type ServiceType = keyof typeof serviceFields;
const serviceTypes = Object.keys(serviceFields) as ServiceType[];

const actorSchema = z.looseObject({
  kind: z.enum(actorKinds),
  /** The name that people use, or "" if none was given. */
  name: text,
  /** Set for a diner. */
  userId: z.optional(name),
});
export type Actor = z.infer<typeof actorSchema>;

const common = {
  id: z
    .string()
    .check(z.refine((id) => parseEventId(id)?.replicaId === fulfilmentReplica, 'must be "desk:<seq>"')),
  /** Wall clock of the server, ms. */
  at: count,
  /** Created by the device that acts. The same id twice is one act (A3). */
  actId: name,
  by: actorSchema,
};

interface Common {
  readonly id: string;
  readonly at: number;
  readonly actId: string;
  readonly by: Actor;
}
type FieldsOf<Type extends ServiceType> = Type extends 'takenBack'
  ? unknown
  : Type extends 'dishAdded'
    ? Omit<z.infer<z.ZodMiniObject<(typeof serviceFields)[Type]>>, 'item'> & { readonly item: Item }
    : z.infer<z.ZodMiniObject<(typeof serviceFields)[Type]>>;

/** An act, without who did it and when. */
export type Act = { [Type in ServiceType]: { readonly type: Type } & FieldsOf<Type> }[ServiceType];

/** A service event of a type that this program knows. */
export type ServiceEvent = Act & Common;
export type ServiceEventOf<Type extends ServiceType> = Extract<ServiceEvent, { readonly type: Type }>;

/** A service event as it was written, possibly of a type that only a newer server knows. */
export interface AnyServiceEvent extends Common {
  readonly type: string;
}

const schemas: ReadonlyMap<string, z.ZodMiniType> = new Map(
  serviceTypes.map((type) => [type, z.looseObject(serviceFields[type])]),
);

/** Validates an event of the stream from a file. The fields of an unknown type are not checked. */
export const serviceEventSchema: z.ZodMiniType<AnyServiceEvent> = z
  .looseObject({ ...common, type: name })
  .check((context) => {
    const schema = schemas.get(context.value.type);
    const result = schema && z.safeParse(schema, context.value);
    for (const { message, path } of result?.error?.issues ?? [])
      context.issues.push({ code: 'custom', message, path, input: context.value });
  });

/** Returns the event if this program knows its type. */
export function interpretService(event: AnyServiceEvent): ServiceEvent | undefined {
  return Object.hasOwn(serviceFields, event.type) ? (event as ServiceEvent) : undefined;
}

/** Returns the order that an act is about, or undefined if it is about the table as a whole. */
export function getOrderOfAct(act: Act | AnyServiceEvent): string | undefined {
  return 'orderId' in act && typeof act.orderId === 'string' ? act.orderId : undefined;
}
