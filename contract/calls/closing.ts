/** CX30: the daily closing, which tills call a Z report. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, countText, time } from '../fields.ts';
import { day, sumsSchema } from './numbers.ts';

/** What happened since the closing before, or was taken back since of what that one has. */
const closingSchema = z.object({
  day,
  /** `from`: the closing before; ms since 1970. */
  from: time,
  to: time,
  /** Of the restaurant's clock then. */
  timeZone: z.string(),
  sums: sumsSchema,
  /** What nobody has paid yet, and where somebody sits. */
  open: z.object({
    orders: z.array(z.object({ serial: z.string(), tableName: z.nullable(z.string()), owed: amount })),
    owed: amount,
    tables: z.array(z.string()),
  }),
});
export type ClosingSheet = z.infer<typeof closingSchema>;

const keptClosingSchema = z.object({
  ...closingSchema.shape,
  /** From 1 on, without a gap. */
  number: count,
  /** Who closed it, as they are called; "": nobody said. */
  closedBy: z.string(),
});
export type Closing = z.infer<typeof keptClosingSchema>;

/** The newest 30; `before`: those before that number. */
export const listClosings = call('GET /api/staff/closing/list', {
  query: z.object({ before: z.optional(countText) }),
  data: z.object({
    closings: z.array(keptClosingSchema),
    /** What would be closed now; null: the day of today is closed. */
    next: z.nullable(closingSchema),
  }),
  right: 'numbers',
  timeout: 'commit',
});

/** This day cannot be closed: it is, or it is not its turn. */
export const dayNotClosable = 4100;

export const closeDay = call('POST /api/staff/closing/close', {
  body: z.object({ day }),
  data: keptClosingSchema,
  right: 'numbers',
  timeout: 'commit',
});
