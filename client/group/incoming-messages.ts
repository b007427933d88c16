import * as z from 'zod/mini';
import { messageSchema, type MessageType, type TableMessage } from '#contract/messages.ts';
import { readForeignMessage } from '#contract/reading/foreign-message.ts';
import { isReserved, parseEventId } from '#events/log/event-id.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/**
 * P3: a message as far as it can be read. E5: undefined (logged) when somebody says what is not theirs to say: events and
 * rejections count only for the sender that the transport vouches for, and never for the server's replica.
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
  // What only phones of ours say is read whole or not at all.
  return message.messageType === ('presence' satisfies MessageType) ? undefined : message;
}

/** Messages of phones of this project, and of its server, name the session; presence is of such phones alone. */
function isOwnFormat({ messageType, data }: TableMessage): boolean {
  const isOwn = data.sessionId !== undefined || data.events !== undefined;
  return isOwn || messageType === ('presence' satisfies MessageType);
}
