import * as z from 'zod/mini';
import { messageSchema } from '#contract/messages.ts';
import { isReserved, parseEventId } from '#events/event-id.ts';
import type { Incoming } from './table-group.ts';

/**
 * E5: a message as it may be believed, or undefined (logged). Events and rejections count only for the sender
 * that the transport vouches for, and never for the server's replica.
 */
export function readMessage(data: unknown, fromUserId: string | undefined): Incoming | undefined {
  const parsed = z.safeParse(messageSchema, data);
  if (!parsed.success) {
    console.warn(`table group: message dropped: ${z.prettifyError(parsed.error)}`);
    return undefined;
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
