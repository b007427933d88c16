/** The cash of a restaurant's drawers: what lies in them, is put in, taken out and counted, next to payments in cash. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, currencyCode, decimal, id, storableText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { day } from './numbers.ts';

/**
 * `float` is what lies in a drawer when its closing begins, and `count` what lies in it at the end: of both the last one
 * counts. `payIn` and `payOut` are cash apart from orders, each with a reason.
 */
export const movementKinds = ['float', 'payIn', 'payOut', 'count'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The coins and notes of one value, e.g. 12 of "0.50". */
const piecesSchema = z.object({ value: amount, count: z.int().check(z.minimum(0), z.maximum(100_000)) });
export type Pieces = z.infer<typeof piecesSchema>;

const movementSchema = z.object({
  actId: id,
  kind: z.enum(movementKinds),
  at: time,
  /** The name of the person whose drawer it is; "" is the restaurant's. */
  drawer: z.string(),
  currency: z.string(),
  amount,
  reason: z.string(),
  /** Who recorded it. */
  by: z.string(),
  /** How a count was added up, if it was by coins and notes. */
  pieces: z.optional(z.array(piecesSchema)),
});
export type Movement = z.infer<typeof movementSchema>;

/** `expected` = `float` + `received` + `paidIn` − `paidOut`. `received` is paid in cash, with tips, less refunds. */
export const drawerSchema = z.object({
  drawer: z.string(),
  currency: z.string(),
  float: amount,
  received: amount,
  paidIn: amount,
  paidOut: amount,
  expected: amount,
  /** null: not counted. */
  counted: z.nullable(amount),
  /** `counted` − `expected`: below zero if cash is missing. */
  difference: z.nullable(amount),
});
export type Drawer = z.infer<typeof drawerSchema>;

const cashSchema = z.object({
  /** The day whose closing is next. A count belongs to it. */
  day,
  /** The restaurant's current day. Everything else belongs to it. */
  today: day,
  currency: currencyCode,
  decimals: count,
  /** Whether each person has a drawer. */
  isPerPerson: z.boolean(),
  /** The people who may have one. */
  people: z.array(z.string()),
  drawers: z.array(drawerSchema),
  /** What the next closing contains, the newest first. */
  movements: z.array(movementSchema),
  /** How many older ones did not fit into the answer. */
  older: z.optional(count),
});
export type Cash = z.infer<typeof cashSchema>;

export const getCash = call('GET /api/staff/cash', { data: cashSchema, right: 'till', timeout: 'commit' });

/** The movement cannot be recorded. */
export const cashRefused = 4120;
/** `dayClosed`: the counted day has its closing. `tooMany`: the next closing has as many as fit into it. */
export const cashRefusals = ['dayClosed', 'tooMany'] as const;

/** Movements in one closing. */
export const mostMovements = 500;
/** More than any currency has. */
const mostValues = 40;

/** Records a movement. The same `actId` twice is one movement. */
export const moveCash = call('POST /api/staff/cash', {
  body: z
    .object({
      actId: id,
      kind: z.enum(movementKinds),
      amount: z.string().check(z.regex(decimal), z.regex(/^\d/, 'must not be below zero')),
      /** Needed for a pay-in or pay-out. */
      reason: z.optional(storableText(limits.notesLength)),
      /** Whose drawer it is, if each person has one. Default: that of the caller. */
      drawer: z.optional(storableText(limits.nameLength)),
      /** The day of the closing that a count is for. Default: the current day. */
      day: z.optional(day),
      /** The coins and notes of a count, which add up to the amount. */
      pieces: z.optional(z.array(piecesSchema).check(z.maxLength(mostValues))),
    })
    .check(
      z.refine(
        ({ kind, reason = '' }) => (kind !== 'payIn' && kind !== 'payOut') || reason.trim() !== '',
        'must have a reason',
      ),
    ),
  data: cashSchema,
  right: 'till',
  timeout: 'commit',
});
