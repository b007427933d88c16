/** CX18: the kitchen's printers. */
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, id, time } from '../fields.ts';
import { actId } from './service.ts';

/** What is the matter with a printer: it takes no connection, says that it is off, has no paper, broke off, says nothing. */
export const printerProblems = ['unreachable', 'offline', 'noPaper', 'cutOff', 'silent'] as const;

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
