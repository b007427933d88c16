/** The daily closing, which POS systems call a Z report. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, countText, id, time } from '../fields.ts';
import { drawerSchema } from './cash.ts';
import { billTerms } from './house.ts';
import { day, exportFormats, sumsSchema } from './numbers.ts';

/** A table session that is not finished: what it owes, and how many pieces are not marked as served. */
const openPartySchema = z.object({ sessionId: id, tableName: z.string(), owed: amount, unserved: count });
export type OpenParty = z.infer<typeof openPartySchema>;

/** Everything since the closing before, including what undoes parts of that closing. */
const closingSchema = z.object({
  day,
  /** `from` is the closing before; ms since 1970. */
  from: time,
  to: time,
  /** The restaurant's time zone at that time. */
  timeZone: z.string(),
  /** The restaurant's currency at that time. Older closings lack it. */
  currency: z.optional(z.string()),
  sums: sumsSchema,
  /** The cash drawers. Older closings lack them. */
  drawers: z.optional(z.array(drawerSchema)),
  /** Unpaid orders, and tables where diners still sit. */
  open: z.object({
    orders: z.array(z.object({ serial: z.string(), tableName: z.nullable(z.string()), owed: amount })),
    owed: amount,
    tables: z.array(z.string()),
    /** The sessions of those tables that are not finished. Older closings lack this field. */
    parties: z.optional(z.array(openPartySchema)),
    /** Orders with pieces that are not marked as served. Older closings lack this field. */
    unserved: z.optional(
      z.array(z.object({ serial: z.string(), tableName: z.nullable(z.string()), pieces: count })),
    ),
  }),
});
export type ClosingSheet = z.infer<typeof closingSchema>;

const keptClosingSchema = z.object({
  ...closingSchema.shape,
  /** From 1, without gaps. */
  number: count,
  /** The name of the person who closed it, or "". */
  closedBy: z.string(),
});
export type Closing = z.infer<typeof keptClosingSchema>;

/** Lists the newest 30, or those before the number `before`. */
export const listClosings = call('GET /api/staff/closing/list', {
  query: z.object({ before: z.optional(countText) }),
  data: z.object({
    closings: z.array(keptClosingSchema),
    /** What would be closed now; null if nothing has happened since the last closing. */
    next: z.nullable(closingSchema),
    /** The terms of bills whose saved change takes effect with a closing. */
    pendingTerms: z.optional(z.array(z.enum(billTerms))),
  }),
  right: 'numbers',
  timeout: 'commit',
});

/** Exports a past closing as a file. */
export const exportClosing = call('GET /api/staff/closing/file', {
  query: z.object({ number: countText, format: z.enum(exportFormats) }),
  data: z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  scope: 'readOrders',
  right: 'numbers',
});

/** This day cannot be closed: it is closed already, or an earlier day comes first. */
export const dayNotClosable = 4100;

/** More than a restaurant has tables. */
const mostParties = 1_000;

/** Closes the day. It also ends table sessions: the finished ones, and the unfinished ones that `ends` names. */
export const closeDay = call('POST /api/staff/closing/close', {
  body: z.object({ day, ends: z.optional(z.array(id).check(z.maxLength(mostParties))) }),
  data: keptClosingSchema,
  right: 'numbers',
  timeout: 'commit',
});
