/** CX30: the daily closing, which tills call a Z report. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, countText, id, time } from '../fields.ts';
import { day, sumsSchema } from './numbers.ts';

/** A party at a table that leaves something open: what it owes, and how many pieces nobody has marked as served. */
const openPartySchema = z.object({ sessionId: id, tableName: z.string(), owed: amount, unserved: count });
export type OpenParty = z.infer<typeof openPartySchema>;

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
    /** Of those tables where something is open. Older closings lack it. */
    parties: z.optional(z.array(openPartySchema)),
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
    /** What would be closed now; null: nothing has happened since today was closed. */
    next: z.nullable(closingSchema),
  }),
  right: 'numbers',
  timeout: 'commit',
});

/** This day cannot be closed: it is, or it is not its turn. */
export const dayNotClosable = 4100;

/** More than a hall has tables. */
const mostParties = 1_000;

/** Ends the parties at the tables, too; of those that leave something open the ones that `ends` names, by their sessions. */
export const closeDay = call('POST /api/staff/closing/close', {
  body: z.object({ day, ends: z.optional(z.array(id).check(z.maxLength(mostParties))) }),
  data: keptClosingSchema,
  right: 'numbers',
  timeout: 'commit',
});
