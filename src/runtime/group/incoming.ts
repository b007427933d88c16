import * as z from 'zod/mini';
import { messageDataSchema, messageSchema, type TableMessage } from '#contract/messages.ts';
import { isReserved, parseEventId } from '#events/event-id.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/** What a message of somebody who knows only the contract can be shown by (P3). */
const shownFields = [
  'userName',
  'product',
  'quantity',
  'orderId',
  'guests',
  'orderType',
  'shouldClearCart',
] as const;

/**
 * E5: a message as it may be believed, or undefined (logged). Events and rejections count only for the sender
 * that the transport vouches for, and never for the server's replica. P3: whatever else is said at the table counts as
 * far as it can be read.
 */
export function readMessage(data: unknown, fromUserId: string | undefined): Incoming | undefined {
  const parsed = z.safeParse(messageSchema, data);
  if (!parsed.success) {
    console.warn(`table group: message read in part: ${z.prettifyError(parsed.error)}`);
    return { message: readInPart(data), fromUserId };
  }
  const message = parsed.data;
  const events = message.data.events ?? [];
  const forged = events.find(
    (event) => event.userId !== fromUserId || isReserved(parseEventId(event.id)?.replicaId ?? ''),
  );
  if (forged) {
    console.warn(`table group: message dropped: event ${forged.id} is not of its sender`);
    return undefined;
  }
  return { message, fromUserId };
}

function readInPart(said: unknown): TableMessage {
  const { fromBrowserId, messageType, data } = fieldsOf(typeof said === 'string' ? jsonOf(said) : said);
  const told = fieldsOf(data);
  const read = shownFields.flatMap((name) => {
    const value = told[name];
    // A number may be text, and an id a number.
    const other =
      typeof value === 'string' ? Number(value) : typeof value === 'number' ? String(value) : value;
    const found = [value, other].find((each) => z.safeParse(messageDataSchema.shape[name], each).success);
    return found === undefined ? [] : [[name, found] as const];
  });
  return {
    fromBrowserId: typeof fromBrowserId === 'string' ? fromBrowserId : '',
    messageType: typeof messageType === 'string' ? messageType : '',
    data: Object.fromEntries(read),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
