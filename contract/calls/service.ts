/** CX16: what is done about orders and tables after the order was placed (A1–A4). */
import * as z from 'zod/mini';
import { serviceFields, type ServiceType } from '#events/fulfilment/service-event.ts';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderSchema } from '../order-fields.ts';

/** A3: made where the finger was. */
export const actId = text(64).check(z.regex(/^[!-~]+$/, 'must be printable, 1 to 64 characters'));
/** Of a void, a discount, a closing. */
const reason = text(limits.notesLength);

function act<Type extends ServiceType, Fields extends z.core.$ZodShape>(type: Type, fields: Fields) {
  return z.object({ actId, type: z.literal(type), ...fields });
}

const { roundSent, dishAdded } = serviceFields;
const { dish: _dish, ...ofDish } = serviceFields.dishServed;
const { orderDiscounted, orderPaid, orderRefunded, orderClosed, orderReopened } = serviceFields;
const someMoney = orderPaid.amount.check(z.refine((amount) => Number(amount) > 0, 'must be more than 0'));
const method = text(limits.nameLength).check(z.minLength(1));
const { price: _price, name: _name, ...itemFields } = dishAdded.item.shape;
/** A dish that the staff put on an order. Name and price are the menu's. */
export const askedDish = {
  item: z.object(itemFields),
  quantity: z.int().check(z.minimum(1), z.maximum(limits.quantity)),
};

const orderActSchema = z.discriminatedUnion('type', [
  act('roundSent', { ...roundSent, orderId: id }),
  act('dishReady', { ...ofDish, orderId: id }),
  act('dishServed', { ...ofDish, orderId: id }),
  act('dishAdded', {
    orderId: id,
    ...askedDish,
    /** Whose it is; "": of whoever placed the order, of the table where nobody did (D52). */
    userId: text(limits.idLength),
  }),
  act('dishVoided', { ...ofDish, orderId: id, reason }),
  act('orderDiscounted', { ...orderDiscounted, orderId: id, reason }).check(
    z.refine(
      ({ amount, percent }) => (amount === undefined) !== (percent === undefined),
      'must have an amount or a percent',
    ),
  ),
  act('orderPaid', {
    ...orderPaid,
    orderId: id,
    amount: someMoney,
    method,
    /** As whoever takes it saw it: of two who take one diner's part the second is asked to look again. */
    owed: z.optional(orderClosed.owed),
  }),
  /** Never more than was paid. */
  act('orderRefunded', { ...orderRefunded, orderId: id, amount: someMoney, method, reason }),
  /** `owed` and `unsent` as whoever closes it saw them: they are asked again where that has changed. */
  act('orderClosed', { ...orderClosed, orderId: id, reason }),
  act('orderReopened', { ...orderReopened, orderId: id, reason }),
  /** Undoes the act of this `actId`, within a minute. */
  act('takenBack', { orderId: id }),
]);
export type OrderAct = z.infer<typeof orderActSchema>;
export type OrderActOf<Type extends OrderAct['type']> = Extract<OrderAct, { readonly type: Type }>;

/** An act that can no longer be done (A3); the data of the refusal say why. */
export const actRefused = 4092;

/** Why an act is not taken. */
export const actRefusals = [
  /** Nothing more is done about it; reopen it first. */
  'orderClosed',
  'noSuchDish',
  /** Fewer pieces are left for it: somebody else has done it. */
  'alreadyDone',
  'moreThanOwed',
  'moreThanPaid',
  /** More has been paid than would be owed then. */
  'belowPaid',
  /** What is owed or not sent is not what was shown. */
  'changed',
  /** It was longer ago than a minute, or never was. */
  'tooLate',
  'notOnMenu',
  /** It is as long as one may be. */
  'orderFull',
  /** Another party sits there now. */
  'tableTaken',
  /** Nobody sits there, or not the party that is meant. */
  'tableFree',
  /** The two parties that became one have ordered together since. */
  'orderedSince',
] as const;
export type ActRefusal = (typeof actRefusals)[number];

const actDone = z.object({
  order: orderSchema,
  /** Until when it may be taken back; null: it cannot. */
  undoUntil: z.nullable(time),
});

/** The same act again changes nothing, and is answered as it was. */
export const actOnOrder = call('POST /api/staff/act', {
  body: orderActSchema,
  data: actDone,
  scope: 'settle',
});

/** D58: what the kitchen does about an order; everything else needs the right `service`. */
export const kitchenActs: ReadonlySet<string> = new Set<OrderAct['type']>([
  'roundSent',
  'dishReady',
  'dishServed',
]);

/**
 * CX22: a dish for a table, whose order is opened where there is none, and its party where nobody sits. `takenBack` of
 * this `actId` undoes it, with what it opened.
 */
export const orderAtTable = call('POST /api/staff/table/order', {
  body: z.object({ actId, tableId: id, ...askedDish }),
  data: actDone,
  scope: 'settle',
  right: 'service',
});
