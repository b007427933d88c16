/**
 * What happens after an order was placed (merge-rules, *After placing*; E8, A1–A4): the second stream of a table session,
 * written by the table server alone as `desk:1, desk:2, …` when the staff, the kitchen or a till act, or a diner asks.
 */
import * as z from 'zod/mini';
import { deskReplica, parseEventId } from '../log/event-id.ts';
import { itemSchema, type Item } from '../item.ts';

/** Who did it: somebody at the staff page, a system of the restaurant, a diner at the table, or the server by itself. */
const actorKinds = ['staff', 'system', 'diner', 'server'] as const;

const text = z.string();
const name = z.string().check(z.minLength(1));
const pieces = z.int().check(z.minimum(1));
/** Decimal text (D15). */
const amount = z.string().check(z.regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount, as text'));

const ofOrder = { orderId: name };
/** `dish`: how the menu calls it, for whoever reads the log. */
const ofDish = { ...ofOrder, orderItemId: name, quantity: pieces, dish: z.optional(text) };

/** What each type says of its own; all of it came from a page once, or from this server. */
export const serviceFields = {
  /** The kitchen has it: what of the round is there then. */
  roundSent: { ...ofOrder, round: z.int().check(z.minimum(0)) },
  /** It is on the pass. */
  dishReady: ofDish,
  /** It is on the table. */
  dishServed: ofDish,
  /** Put on the order by the staff, at the price that it has then. `userId`: whose it is. */
  dishAdded: {
    ...ofOrder,
    round: z.int().check(z.minimum(0)),
    item: itemSchema,
    quantity: pieces,
    /** Of a dish sold by weight: what one step of its quantity is. */
    unitLabel: z.optional(text),
    userId: name,
    userName: z.optional(text),
  },
  dishVoided: { ...ofDish, reason: text },
  /** `percent` of what the dishes come to, 1 to 100, or an `amount`; one of them. */
  orderDiscounted: {
    ...ofOrder,
    amount: z.optional(amount),
    percent: z.optional(z.number().check(z.positive(), z.maximum(100))),
    reason: text,
  },
  /** `share`: whose part was paid, a user id. */
  orderPaid: { ...ofOrder, amount, tip: z.optional(amount), method: name, share: z.optional(name) },
  /** Money was given back, the shares' too; what was paid too much, or for what is voided next. */
  orderRefunded: {
    ...ofOrder,
    amount,
    tip: z.optional(amount),
    method: name,
    share: z.optional(name),
    reason: text,
  },
  /** Nothing more is done about it: `owed` and `unsent` pieces are what was left open then (A2). */
  orderClosed: {
    ...ofOrder,
    outcome: z.enum(['completed', 'cancelled']),
    reason: text,
    owed: amount,
    unsent: z.int().check(z.minimum(0)),
  },
  orderReopened: { ...ofOrder, reason: text },
  helpAsked: { helpId: name, kind: name, share: z.optional(name) },
  helpAnswered: { helpId: name },
  helpWithdrawn: { helpId: name },
  /** The party sits at this table from now on. `from`: where it sat. */
  tableMoved: { tableId: name, from: z.optional(name) },
  /** The party of this session joined this one. `from`: where it sat. */
  tablesMerged: { sessionId: name, from: z.optional(name) },
  /** `owed` and `unsent` pieces are what the party's orders left open then; they stay open (A2). */
  sessionClosed: {
    reason: text,
    owed: z.optional(amount),
    unsent: z.optional(z.int().check(z.minimum(0))),
  },
  /** The act of this `actId`, of the last minute, is undone. */
  takenBack: {},
} as const;

export type ServiceType = keyof typeof serviceFields;
const serviceTypes = Object.keys(serviceFields) as ServiceType[];

const actorSchema = z.looseObject({
  kind: z.enum(actorKinds),
  /** How people call them; "" where nobody said. */
  name: text,
  /** Of a diner. */
  userId: z.optional(name),
});
export type Actor = z.infer<typeof actorSchema>;

const common = {
  id: z.string().check(z.refine((id) => parseEventId(id)?.replicaId === deskReplica, 'must be "desk:<seq>"')),
  /** Wall clock of the server, ms. */
  at: z.int().check(z.minimum(0)),
  /** A3: made where the finger was; the same one twice is one act. */
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

/** What somebody wants done, without who and when. */
export type Act = { [Type in ServiceType]: { readonly type: Type } & FieldsOf<Type> }[ServiceType];

/** A service event that this program understands. */
export type ServiceEvent = Act & Common;
export type ServiceEventOf<Type extends ServiceType> = Extract<ServiceEvent, { readonly type: Type }>;

/** As it was written; of a type that a newer server may know, too. */
export interface AnyServiceEvent extends Common {
  readonly type: string;
}

const schemas: ReadonlyMap<string, z.ZodMiniType> = new Map(
  serviceTypes.map((type) => [type, z.looseObject(serviceFields[type])]),
);

/** A4: an event of the stream as it comes out of a file: a known type with its fields, an unknown one as it is. */
export const serviceEventSchema: z.ZodMiniType<AnyServiceEvent> = z
  .looseObject({ ...common, type: name })
  .check((context) => {
    const schema = schemas.get(context.value.type);
    const result = schema && z.safeParse(schema, context.value);
    for (const { message, path } of result?.error?.issues ?? [])
      context.issues.push({ code: 'custom', message, path, input: context.value });
  });

/** The event if this program knows its type; undefined for one of a newer server. */
export function interpretService(event: AnyServiceEvent): ServiceEvent | undefined {
  return Object.hasOwn(serviceFields, event.type) ? (event as ServiceEvent) : undefined;
}

/** The order that it is about; undefined: the table as a whole. */
export function orderOfAct(act: Act | AnyServiceEvent): string | undefined {
  return 'orderId' in act && typeof act.orderId === 'string' ? act.orderId : undefined;
}
