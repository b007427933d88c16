/** How large a message to the table may be, and how several become one. Pure. */
import { limits } from '#contract/limits.ts';
import type { MessageData, MessageType } from '#contract/messages.ts';

export interface OutgoingMessage {
  readonly messageType: MessageType;
  readonly data: MessageData;
}

/** What a message has around its type and data: the browser's id and the names of the fields. */
const envelopeBytes = 256;

/** The message as it may be sent; one without events means: show it, and reload the cart (P3). */
export function fitMessage({ messageType, data }: OutgoingMessage): OutgoingMessage {
  const isSmall =
    (data.events?.length ?? 0) <= limits.eventsPerRequest &&
    new TextEncoder().encode(JSON.stringify(data)).length <= limits.messageBytes - envelopeBytes;
  return isSmall ? { messageType, data } : { messageType, data: removeEvents(data) };
}

/**
 * Two of one type in one message; undefined for an order, which is announced by itself, and for different types: whoever
 * knows only the contract's fields must hear of each.
 */
export function mergeMessages(first: OutgoingMessage, next: OutgoingMessage): OutgoingMessage | undefined {
  const { messageType } = next;
  if (first.messageType !== messageType) return undefined;
  if (first.data.orderId !== undefined || next.data.orderId !== undefined) return undefined;
  if (!first.data.events || !next.data.events) return { messageType, data: removeEvents(next.data) };
  const events = [...first.data.events, ...next.data.events];
  const rejected = [...(first.data.rejected ?? []), ...(next.data.rejected ?? [])];
  const version = minVersion(first.data.version, next.data.version);
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

/** P2: a cart that has the first of the events must not get it twice; the last may wait for the next answer. */
function minVersion(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function removeEvents({ events: _events, version: _version, rejected: _rejected, ...told }: MessageData) {
  return told;
}
