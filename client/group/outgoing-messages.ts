/** Limits the size of messages to the table group, and merges waiting messages. Pure. */
import { limits } from '#contract/limits.ts';
import type { MessageData, MessageType } from '#contract/messages.ts';

export interface OutgoingMessage {
  readonly messageType: MessageType;
  readonly data: MessageData;
}

/** Bytes for the rest of a message: the browser's id and the names of the fields. */
const envelopeBytes = 256;

/**
 * Returns the message, without its events if it would be too large. A phone that receives a message without events reloads
 * the cart.
 */
export function fitMessage({ messageType, data }: OutgoingMessage): OutgoingMessage {
  const isSmall =
    (data.events?.length ?? 0) <= limits.eventsPerRequest &&
    new TextEncoder().encode(JSON.stringify(data)).length <= limits.messageBytes - envelopeBytes;
  return isSmall ? { messageType, data } : { messageType, data: removeEvents(data) };
}

/**
 * Merges two messages into one. Returns undefined for different types and for orders: apps that know only the contract's
 * fields must receive each of them.
 */
export function mergeMessages(first: OutgoingMessage, next: OutgoingMessage): OutgoingMessage | undefined {
  const { messageType } = next;
  if (first.messageType !== messageType) return undefined;
  if (first.data.orderId !== undefined || next.data.orderId !== undefined) return undefined;
  if (!first.data.events || !next.data.events) return { messageType, data: removeEvents(next.data) };
  const events = [...first.data.events, ...next.data.events];
  const rejected = [...(first.data.rejected ?? []), ...(next.data.rejected ?? [])];
  const version = chooseLowerVersion(first.data.version, next.data.version);
  return fitMessage({
    messageType,
    data: {
      ...next.data,
      events,
      ...(version !== undefined && { version }),
      ...(rejected.length > 0 && { rejected }),
    },
  });
}

/** A lower version is safe: the receiver then asks the server. A higher one would claim changes that it may lack. */
function chooseLowerVersion(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function removeEvents({ events: _events, version: _version, rejected: _rejected, ...rest }: MessageData) {
  return rest;
}
