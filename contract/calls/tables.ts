/** What the staff do about a table and its session. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, guestCount, id, storableText, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { actId } from './service.ts';

/**
 * Ends the table session. Its phones are notified, and receive nothing of the next session. Its orders stay as they are. If
 * something is owed or unsent, `owed` and `unsent` must say so. Otherwise it is refused with `actRefused` and the
 * current values.
 */
export const closeTable = call('POST /api/staff/table/close', {
  body: z.object({
    /** The same id twice closes once. Without an id, it cannot be undone. */
    actId: z.optional(actId),
    tableId: id,
    /** The expected session. If another one has started, it stays open. */
    sessionId: z.optional(id),
    owed: z.optional(amount),
    unsent: z.optional(count),
    reason: z.optional(text(limits.notesLength)),
  }),
  data: z.object({
    closed: z.boolean(),
    /** Until when it can be undone; null if it cannot. */
    undoUntil: z.nullable(time),
  }),
  scope: 'settle',
  right: 'service',
});

/** Undoes an act about a table within a minute, including the answer to a call. */
export const takeBackAtTable = call('POST /api/staff/table/take-back', {
  body: z.object({ actId, sessionId: id }),
  data: z.object({ takenBack: z.boolean() }),
  scope: 'settle',
  right: 'service',
});

/**
 * Moves a session to another table, with its cart and orders. It is refused with `actRefused` if other diners sit there
 * (`tableTaken`), or if the expected session is no longer at `tableId` (`tableFree`).
 */
export const moveTable = call('POST /api/staff/table/move', {
  body: z.object({
    actId,
    tableId: id,
    toTableId: id,
    /** The expected session. */
    sessionId: z.optional(id),
  }),
  data: z.object({ sessionId: id, undoUntil: time }),
  scope: 'settle',
  right: 'service',
});

/**
 * Merges two sessions at `intoTableId`. The newer session joins the older one, with its cart and orders. It is refused
 * with `actRefused` and `tableFree` if one of the tables is free or has another session than expected. If both have an
 * unpaid order with the same tax and service charge, these become one bill: the order of the older session (`mergedOrders`).
 * It is refused with `paying` while a diner pays one of them at the payment page. Undoing it separates sessions and
 * bills again, unless they have ordered since (`orderedSince`), or the joint bill was paid or changed (`paidSince`).
 */
export const mergeTables = call('POST /api/staff/table/merge', {
  body: z.object({
    actId,
    tableId: id,
    intoTableId: id,
    /** The expected sessions. */
    sessionId: z.optional(id),
    intoSessionId: z.optional(id),
  }),
  /**
   * The session that continues, and its number of unpaid bills. More than one: bills with other rates, or too long for
   * one order, stay apart.
   */
  data: z.object({ sessionId: id, undoUntil: time, unpaidBills: z.optional(count) }),
  scope: 'settle',
  right: 'service',
});

const someGuests = guestCount.check(z.minimum(1));

/**
 * Seats guests at a free table, before anybody scans its code or orders. It is refused with `actRefused` and
 * `tableTaken` if somebody sits there. Undoing it frees the table again, and is refused with `changed` once somebody has
 * joined or ordered.
 */
export const seatTable = call('POST /api/staff/table/seat', {
  body: z.object({ actId, tableId: id, guests: someGuests }),
  data: z.object({ sessionId: id, undoUntil: time }),
  scope: 'settle',
  right: 'service',
});

/** Sets the number of guests of a session and of its open order. */
export const setTableGuests = call('POST /api/staff/table/guests', {
  body: z.object({ sessionId: id, guests: someGuests }),
  data: z.object({ guests: count }),
  scope: 'settle',
  right: 'service',
});

/** UTF-16 code units of a note about a table. */
export const tableNoteLength = 200;

/** Notes something about the guests for all staff. It is erased with the session. "" removes it. */
export const noteTable = call('POST /api/staff/table/note', {
  body: z.object({ sessionId: id, note: storableText(tableNoteLength) }),
  data: z.object({ note: z.string() }),
  scope: 'settle',
  right: 'service',
});

/**
 * Separates two merged sessions, as undoing the merge does, but also after its minute. `actId` is that of the merge. It is
 * refused with `actRefused`: `orderedSince`, `paidSince`, `paying`, or `tableTaken` if others sit at the table by now.
 */
export const splitTables = call('POST /api/staff/table/split', {
  body: z.object({ actId, sessionId: id }),
  data: z.object({ split: z.boolean() }),
  scope: 'settle',
  right: 'service',
});
