import * as z from 'zod/mini';
import {
  messageDataSchema,
  messageSchema,
  type MessageData,
  type MessageType,
  type TableMessage,
} from '#contract/messages.ts';
import { isReserved, parseEventId } from '#events/event-id.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/**
 * P3: a message as far as it can be read. E5: undefined (logged) when somebody says what is not theirs to say: events and
 * rejections count only for the sender that the transport vouches for, and never for the server's replica.
 */
export function readMessage(data: unknown, fromUserId: string | undefined): Incoming | undefined {
  const message = messageOf(data);
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

function messageOf(data: unknown): TableMessage | undefined {
  const parsed = z.safeParse(messageSchema, data);
  if (parsed.success) return parsed.data;
  console.warn(`table group: message read in part: ${z.prettifyError(parsed.error)}`);
  const fields = fieldsOf(typeof data === 'string' ? jsonOf(data) : data);
  // What only phones of ours say is read whole or not at all.
  if (fields['messageType'] === ('presence' satisfies MessageType)) return undefined;
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    fromBrowserId: textOf('fromBrowserId'),
    messageType: textOf('messageType'),
    data: dataOf(fieldsOf(fields['data'])),
  };
}

/** The fields that are what they should be, numbers as text and the other way round. */
function dataOf(fields: Readonly<Record<string, unknown>>): MessageData {
  const data: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(messageDataSchema.shape)) {
    const read = [fields[name], inAnotherWay(fields[name])]
      .map((value) => z.safeParse(schema, value))
      .find(({ success }) => success);
    if (read?.data !== undefined) data[name] = read.data;
  }
  return data;
}

function inAnotherWay(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined;
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
