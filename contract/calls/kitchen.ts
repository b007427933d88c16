/** CX18: the kitchen's printers and its screen. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, id, time } from '../fields.ts';
import { placedItemSchema } from '../order-fields.ts';
import { actId } from './service.ts';

/** It takes no connection, says that it is off, has no paper, broke off, says nothing; or a ticket of it cannot be made. */
const printerProblems = ['unreachable', 'offline', 'noPaper', 'cutOff', 'silent', 'unreadable'] as const;

export const printerStateSchema = z.object({
  station: id,
  name: z.string(),
  state: z.enum(['ok', ...printerProblems]),
  /** Tickets that are not on paper yet. */
  waiting: count,
  /** When the oldest of them was ordered; null: none waits. ms */
  since: z.nullable(time),
});
export type PrinterState = z.infer<typeof printerStateSchema>;

/** Prints a round's tickets once more; they say that they are reprints. */
export const printAgain = call('POST /api/staff/print', {
  body: z.object({
    actId,
    orderId: id,
    round: count,
    /** Without it: every station that makes something of the round. */
    station: z.optional(id),
  }),
  /** 0: no printer makes anything of it. */
  data: z.object({ tickets: count }),
  scope: 'settle',
});

const kitchenTicketSchema = z.object({
  orderId: id,
  serial: z.string(),
  /** null: to go. */
  tableName: z.nullable(z.string()),
  round: count,
  /** When it was ordered, ms. */
  placedAt: time,
  dishes: z.array(
    z.object({
      /** "": the restaurant names no stations. */
      station: z.string(),
      line: placedItemSchema,
      /** The kitchen had it when it was taken off, less than ten minutes ago. */
      justVoided: z.optional(z.boolean()),
    }),
  ),
});
export type KitchenTicket = z.infer<typeof kitchenTicketSchema>;

/** Of a ticket: when it was ordered, its round and its order. */
const kitchenPlace = z
  .string()
  .check(z.regex(/^\d{1,15}\.\d{1,9}\.\S{1,64}$/, 'must be the `more` of an answer'));

/** Rounds with dishes to make or serve, or with dishes that were just taken off; the oldest first. */
export const kitchenScreen = call('GET /api/staff/kitchen', {
  query: z.object({ after: z.optional(kitchenPlace) }),
  data: z.object({
    stations: z.array(z.object({ id, name: z.string() })),
    tickets: z.array(kitchenTicketSchema),
    /** There are more (D37): ask at once with this as `after`. */
    more: z.optional(kitchenPlace),
  }),
  scope: 'readOrders',
});
