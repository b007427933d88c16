/** The kitchen's printers and its screen. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, id, time } from '../fields.ts';
import { pickupSchema } from '../pickup.ts';
import { placedItemSchema } from '../order-fields.ts';
import { actId } from './service.ts';

/**
 * Why a printer does not print: it refuses connections, reports that it is offline or has no paper, breaks off, does
 * not answer, or a ticket cannot be created. `absent`: a printer that asks the server has not done so for minutes.
 */
const printerProblems = [
  'unreachable',
  'offline',
  'noPaper',
  'cutOff',
  'silent',
  'unreadable',
  'absent',
] as const;
export type PrinterProblem = (typeof printerProblems)[number];

export const printerStateSchema = z.object({
  /** Its first station, or its own id if it has none. */
  station: id,
  printer: z.optional(id),
  name: z.string(),
  /** It also prints bills and receipts. */
  bills: z.optional(z.boolean()),
  state: z.enum(['ok', ...printerProblems]),
  /** Tickets that are not printed yet. */
  waiting: count,
  /** When the oldest of them was ordered, ms; null if none is waiting. */
  since: z.nullable(time),
});
export type PrinterState = z.infer<typeof printerStateSchema>;

/** Prints the tickets of a round again, marked as reprints. */
export const printAgain = call('POST /api/staff/print', {
  body: z.object({
    actId,
    orderId: id,
    round: count,
    /** Without it, all stations that prepare part of the round. */
    station: z.optional(id),
  }),
  /** 0 if no printer prepares part of it. */
  data: z.object({ tickets: count }),
  scope: 'settle',
});

const kitchenTicketSchema = z.object({
  orderId: id,
  serial: z.string(),
  /** null for an order to go. */
  tableName: z.nullable(z.string()),
  pickup: z.optional(pickupSchema),
  round: count,
  /** Absent for an order to go, and for a second bill of the same guests. */
  guests: z.optional(count),
  /** When it was ordered, ms. */
  placedAt: time,
  dishes: z.array(
    z.object({
      /** "" if the restaurant has no stations. */
      station: z.string(),
      line: placedItemSchema,
      /** It was voided less than ten minutes ago, after the kitchen had received it. */
      justVoided: z.optional(z.boolean()),
      /** How long the kitchen usually takes for this dish, minutes. */
      usualMinutes: z.optional(count),
    }),
  ),
});
export type KitchenTicket = z.infer<typeof kitchenTicketSchema>;

const bumpSchema = z.object({
  /** The act that marked its dishes, for `ticketRecalled`. */
  actId,
  orderId: id,
  serial: z.string(),
  tableName: z.nullable(z.string()),
  round: count,
  stations: z.array(z.string()),
  stage: z.enum(['ready', 'served']),
  /** ms */
  at: time,
});
export type KitchenBump = z.infer<typeof bumpSchema>;

/** The place of a ticket in the list: when it was ordered, its round and its order. */
const kitchenPlace = z
  .string()
  .check(z.regex(/^\d{1,15}\.\d{1,9}\.\S{1,64}$/, 'must be the `more` of an answer'));

/** Lists rounds with dishes to prepare or serve, or with dishes that were just voided; oldest round first. */
export const kitchenScreen = call('GET /api/staff/kitchen', {
  query: z.object({ after: z.optional(kitchenPlace) }),
  data: z.object({
    stations: z.array(z.object({ id, name: z.string() })),
    tickets: z.array(kitchenTicketSchema),
    /** What was marked as ready or served in the last 30 minutes, newest first. Only in the first answer. */
    bumped: z.optional(z.array(bumpSchema)),
    /** There are more: ask at once with this as `after`. */
    more: z.optional(kitchenPlace),
  }),
  scope: 'readOrders',
});
