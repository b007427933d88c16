import * as z from 'zod/mini';
import { messageSchema, type MessageType, type TableMessage } from '#contract/messages.ts';
import { readForeignMessage } from '#contract/reading/foreign-message.ts';
import { isReserved, parseEventId } from '#events/log/event-id.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/**
 * Reads a message of the table group as far as possible. Returns undefined, and logs why, for a forged message: its events
 * must belong to `fromUserId`, which the hub has authenticated, and never to the server's replica. The server's own messages contain no
 * events.
 */
export function readMessage(data: unknown, fromUserId: string | undefined): Incoming | undefined {
  const message = parseMessage(data);
  if (!message) return undefined;
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

function parseMessage(data: unknown): TableMessage | undefined {
  const parsed = z.safeParse(messageSchema, data);
  if (parsed.success && isOwnFormat(parsed.data)) return parsed.data;
  if (!parsed.success) console.warn(`table group: message read in part: ${z.prettifyError(parsed.error)}`);
  const message = readForeignMessage(data);
  // Only this app sends presence, so a presence message that does not fit the schema is useless.
  return message.messageType === ('presence' satisfies MessageType) ? undefined : message;
}

/** Whether this app or its event server sent the message. Their messages contain the session id or events. */
function isOwnFormat({ messageType, data }: TableMessage): boolean {
  const isOwn = data.sessionId !== undefined || data.events !== undefined;
  return isOwn || messageType === ('presence' satisfies MessageType);
}
