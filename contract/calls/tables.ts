/** CX19: what the staff do about a table and its party (A1–A4). */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, id, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { actId } from './service.ts';

/**
 * Ends the party's session: its phones are told, and get nothing of the next one. Its orders stay as they are. Where they
 * owe something, or the kitchen lacks something of them, `owed` and `unsent` say so as the asker saw it, else it is
 * refused with `actRefused` and what it is now (A2).
 */
export const closeTable = call('POST /api/staff/table/close', {
  body: z.object({
    /** A3: the same one twice closes once; without it it cannot be taken back. */
    actId: z.optional(actId),
    tableId: id,
    /** The party that is meant: one that has sat down since stays. */
    sessionId: z.optional(id),
    owed: z.optional(amount),
    unsent: z.optional(count),
    reason: z.optional(text(limits.notesLength)),
  }),
  data: z.object({
    closed: z.boolean(),
    /** Until when it may be taken back; null: it cannot. */
    undoUntil: z.nullable(time),
  }),
  scope: 'settle',
  right: 'service',
});

/** Undoes what was done about a table under this `actId`, within a minute: an answer to its call, too. */
export const takeBackAtTable = call('POST /api/staff/table/take-back', {
  body: z.object({ actId, sessionId: id }),
  data: z.object({ takenBack: z.boolean() }),
  scope: 'settle',
  right: 'service',
});

/**
 * Sets a party at another table; session, cart and orders go with it. Refused with `actRefused` where another party sits
 * (`tableTaken`), and where the one that is meant does not sit at `tableId` any more (`tableFree`).
 */
export const moveTable = call('POST /api/staff/table/move', {
  body: z.object({
    actId,
    tableId: id,
    toTableId: id,
    /** The party that is meant. */
    sessionId: z.optional(id),
  }),
  data: z.object({ sessionId: id, undoUntil: time }),
  scope: 'settle',
  right: 'service',
});

/**
 * Makes one party of two, at `intoTableId`: who came later joins with cart and orders. Refused with `actRefused` and
 * `tableFree` where nobody sits at one of the two, or not the party that is meant. Taken back, each has what is theirs again, unless something was
 * ordered since (`orderedSince`, D49).
 */
export const mergeTables = call('POST /api/staff/table/merge', {
  body: z.object({
    actId,
    tableId: id,
    intoTableId: id,
    /** The parties that are meant. */
    sessionId: z.optional(id),
    intoSessionId: z.optional(id),
  }),
  /** Of the party that goes on. */
  data: z.object({ sessionId: id, undoUntil: time }),
  scope: 'settle',
  right: 'service',
});
