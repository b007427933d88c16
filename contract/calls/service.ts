/** Acts of the staff about orders and tables after an order was placed (A1–A4). */
import * as z from 'zod/mini';
import { serviceFields, type ServiceType } from '#events/fulfilment/service-event.ts';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { allergySchema } from '../allergy.ts';
import { lastCourse } from '../course.ts';
import { limits } from '../limits.ts';
import { pinDigits } from '../staff-rights.ts';
import { orderSchema } from '../order-fields.ts';
import { paidParts } from '../payments/payment-fields.ts';

/** Created by the device that acts. The same id again is the same act. */
export const actId = text(64).check(z.regex(/^[!-~]+$/, 'must be printable, 1 to 64 characters'));
/** The reason of a void, a discount, its removal or a closing. */
const reason = text(limits.notesLength);

function act<Type extends ServiceType, Fields extends z.core.$ZodShape>(type: Type, fields: Fields) {
  return z.object({ actId, type: z.literal(type), ...fields });
}

const { roundSent, dishAdded } = serviceFields;
const { dish: _dish, ...ofDish } = serviceFields.dishServed;
const { stage } = serviceFields.ticketBumped;
const { round } = serviceFields.courseHeld;
const course = z.int().check(z.minimum(1), z.maximum(lastCourse));
const { discountRemoved, orderReopened } = serviceFields;
// The server names who approved an act.
const { approvedBy: _onDiscount, ...orderDiscounted } = serviceFields.orderDiscounted;
const { approvedBy: _onClosing, ...orderClosed } = serviceFields.orderClosed;
/** The PIN of an owner or a manager, for an act beyond the limits of a waiter. */
const approval = z.optional(z.object({ personId: id, pin: text(pinDigits.most) }));
// The server calculates the rounding, and what was overpaid.
const { rounding: _rounding, parts: _parts, ...orderPaid } = serviceFields.orderPaid;
const {
  rounding: _back,
  overpaid: _overpaid,
  dishes: _dishes,
  approvedBy: _onRefund,
  ...orderRefunded
} = serviceFields.orderRefunded;
const someMoney = orderPaid.amount.check(z.refine((amount) => Number(amount) > 0, 'must be more than 0'));
const somePieces = z
  .array(z.object({ orderItemId: id, quantity: z.int().check(z.minimum(1), z.maximum(limits.quantity)) }))
  .check(z.minLength(1), z.maxLength(limits.lines));
/** The `method` of a payment in cash. */
export const paidCash = 'cash';
const method = text(limits.nameLength).check(z.minLength(1));
const { price: _price, name: _name, ...itemFields } = dishAdded.item.shape;
/** A dish that the staff add to an order. Name and price come from the menu. */
export const askedDish = {
  item: z.object(itemFields),
  quantity: z.int().check(z.minimum(1), z.maximum(limits.quantity)),
  /** The allergy of the guest who gets the dish. */
  allergy: z.optional(allergySchema),
};

const orderActSchema = z.discriminatedUnion('type', [
  act('roundSent', { ...roundSent, orderId: id }),
  act('dishReady', { ...ofDish, orderId: id }),
  /** Marks all dishes that are left as ready. */
  act('orderReady', { orderId: id }),
  act('dishServed', { ...ofDish, orderId: id }),
  /** Leaves out pieces that somebody else has marked. If no others are left, it is refused with `alreadyDone`. */
  act('ticketBumped', { orderId: id, stage, dishes: somePieces }),
  /** Undoes the `ticketBumped` with the `actId` `recalledId`, within 30 minutes. */
  act('ticketRecalled', { orderId: id, recalledId: actId }),
  /** The dishes of this course that the round still lacks. */
  act('courseHeld', { orderId: id, round, course }),
  /** All held dishes of this course. */
  act('courseFired', { orderId: id, course }),
  act('dishAdded', {
    orderId: id,
    ...askedDish,
    /** The diner who gets it. "" means the diner who placed the order, or else the whole table. */
    userId: text(limits.idLength),
  }),
  act('dishVoided', { ...ofDish, orderId: id, reason, approval }),
  act('orderDiscounted', { ...orderDiscounted, orderId: id, reason, approval }).check(
    z.refine(
      ({ amount, percent }) => (amount === undefined) !== (percent === undefined),
      'must have an amount or a percent',
    ),
  ),
  /** `discountId` is the `id` of one of the order's price adjustments. */
  act('discountRemoved', { ...discountRemoved, orderId: id, discountId: actId, reason }),
  act('orderPaid', {
    ...orderPaid,
    orderId: id,
    amount: someMoney,
    method,
    parts: z.optional(paidParts),
    /**
     * The amount owed as the staff member saw it. If two people take the same payment, the second one is asked to check
     * again.
     */
    owed: z.optional(orderClosed.owed),
  }),
  /**
   * At most what was paid. With `dishes`, the server calculates the amount that was paid for them. If `amount` is sent, too,
   * and differs, the act is refused with `changed`.
   */
  act('orderRefunded', {
    ...orderRefunded,
    orderId: id,
    amount: z.optional(someMoney),
    dishes: z.optional(somePieces),
    method,
    reason,
    approval,
  }).check(
    z.refine(
      ({ amount, dishes }) => amount !== undefined || dishes !== undefined,
      'must have an amount or dishes',
    ),
  ),
  /** `owed` and `unsent` as the staff member saw them. If they have changed, the act is refused with `changed`. */
  act('orderClosed', { ...orderClosed, orderId: id, reason, approval }),
  act('orderReopened', { ...orderReopened, orderId: id, reason }),
  /** Undoes the act with this `actId`, within a minute. */
  act('takenBack', { orderId: id }),
]);
export type OrderAct = z.infer<typeof orderActSchema>;
export type OrderActOf<Type extends OrderAct['type']> = Extract<OrderAct, { readonly type: Type }>;

/** An act that is no longer possible. The data say why. */
export const actRefused = 4092;

/** Why an act is refused. */
export const actRefusals = [
  /** The order is closed. It must be reopened first. */
  'orderClosed',
  'noSuchDish',
  /** The discount was removed or undone, or never given. */
  'noSuchDiscount',
  /** Too few pieces are left, because somebody else has already done it. */
  'alreadyDone',
  'moreThanOwed',
  'moreThanPaid',
  /** The cash that was handed over is less than amount and tip. */
  'tooLittleCash',
  /** More has been paid than would then be owed. */
  'belowPaid',
  /** The staff saw another owed amount, or other unsent pieces. */
  'changed',
  /** The act is too old to be undone or recalled, or does not exist. */
  'tooLate',
  'notOnMenu',
  /** The order has no room for another line or act. */
  'orderFull',
  /** The table has other guests now. */
  'tableTaken',
  /** The table is free, or has other diners than expected. */
  'tableFree',
  /** The two sessions have ordered together since they were merged. */
  'orderedSince',
  /** The joint bill of two sessions was paid or changed since they were merged. */
  'paidSince',
  /** A diner is paying one of the bills at the payment page. */
  'paying',
  /** The dish was paid by its diner, or refunded. Give the money back first. */
  'dishPaid',
  /** The two bills differ in taxes, service charge or currency. */
  'otherTerms',
  /** The act exceeds the limits of the role. The answer names the `approvers` whose PIN allows it; with `isOwners` owners only. */
  'needsApproval',
] as const;
export type ActRefusal = (typeof actRefusals)[number];

const actDone = z.object({
  order: orderSchema,
  /** Until when it can be undone; null if it cannot. */
  undoUntil: z.nullable(time),
});

/** Does an act about an order. Repeating it changes nothing and returns the first answer. */
export const actOnOrder = call('POST /api/staff/act', {
  body: orderActSchema,
  data: actDone,
  scope: 'settle',
});

/** Acts that the kitchen may do. All others need the right `service`. */
export const kitchenActs: ReadonlySet<string> = new Set<OrderAct['type']>([
  'roundSent',
  'dishReady',
  'orderReady',
  'dishServed',
  'ticketBumped',
  'ticketRecalled',
  'courseHeld',
  'courseFired',
]);

/**
 * Orders a dish for a table. It opens an order and a table session if needed. `takenBack` with this `actId` undoes all
 * of it.
 */
export const orderAtTable = call('POST /api/staff/table/order', {
  body: z.object({ actId, tableId: id, ...askedDish }),
  data: actDone,
  scope: 'settle',
  right: 'service',
});

/**
 * Moves dishes to another open bill, or to a new one at the same table. Both bills are calculated again with their own
 * discounts. A bill without dishes is cancelled. `takenBack` with this `actId`, on either bill, undoes all of it.
 */
export const moveDishes = call('POST /api/staff/order/move', {
  body: z.object({ actId, orderId: id, dishes: somePieces, toOrderId: z.optional(id) }),
  data: z.object({
    ...actDone.shape,
    /** The bill that has the dishes now. */
    to: z.object({ orderId: id, serial: z.string() }),
  }),
  scope: 'settle',
  right: 'service',
});
