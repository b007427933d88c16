/**
 * The JSON frames of `json.webpubsub.azure.v1` and `json.reliable.webpubsub.azure.v1`: reads those of clients and
 * creates those of the hub.
 */
import * as z from 'zod/mini';

type DataType = 'json' | 'text' | 'binary' | 'protobuf';

export interface Payload {
  readonly dataType: DataType;
  /** The `data` member as JSON text, so that a message to many members is serialised once. */
  readonly json: string;
}

export type ClientFrame =
  | { readonly type: 'joinGroup' | 'leaveGroup'; readonly group: string; readonly ackId?: number | undefined }
  | {
      readonly type: 'sendToGroup';
      readonly group: string;
      readonly ackId?: number | undefined;
      readonly noEcho: boolean;
      /** 0: the message never expires. */
      readonly ttlSeconds: number;
      readonly payload: Payload;
    }
  | { readonly type: 'sequenceAck'; readonly sequenceId: number }
  | { readonly type: 'ping' };

type FrameError = { readonly kind: 'not-json' } | { readonly kind: 'shape' } | { readonly kind: 'payload' };

export type AckErrorName = 'Forbidden' | 'Duplicate';

export const maxTtlSeconds = 300;

const group = z.string().check(z.minLength(1), z.maxLength(1024));
// The protocol allows uint64. Above 2^53 JSON.parse would turn different ids into the same number, so they are refused.
const ackId = z.int().check(z.nonnegative());
const groupFrame = { group, ackId: z.optional(ackId) };

/** The service's other frames (events, invocations, streams) are for an upstream server. This hub has none. */
const anyFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joinGroup'), ...groupFrame }),
  z.object({ type: z.literal('leaveGroup'), ...groupFrame }),
  z.object({
    type: z.literal('sendToGroup'),
    ...groupFrame,
    noEcho: z._default(z.boolean(), false),
    ttlSeconds: z._default(z.int().check(z.minimum(0), z.maximum(maxTtlSeconds)), 0),
    dataType: z._default(z.enum(['json', 'text', 'binary', 'protobuf']), 'json'),
    data: z.optional(z.unknown()),
  }),
  z.object({ type: z.literal('sequenceAck'), sequenceId: z.int().check(z.nonnegative()) }),
  z.object({ type: z.literal('ping') }),
]);

/** Drops members that the protocol does not name, e.g. a forged `fromUserId`. */
export function readClientFrame(
  text: string,
): { readonly ok: true; readonly frame: ClientFrame } | { readonly ok: false; readonly error: FrameError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, error: { kind: 'not-json' } };
  }
  const read = anyFrame.safeParse(value);
  if (!read.success) return { ok: false, error: { kind: 'shape' } };
  if (read.data.type !== 'sendToGroup') return { ok: true, frame: read.data };
  const { dataType, data, ...publication } = read.data;
  const payload = createPayload(dataType, data);
  return payload
    ? { ok: true, frame: { ...publication, payload } }
    : { ok: false, error: { kind: 'payload' } };
}

function createPayload(dataType: DataType, data: unknown): Payload | null {
  if (data === undefined || data === null) return null;
  if (dataType === 'text' && typeof data !== 'string') return null;
  const isBytes = dataType === 'binary' || dataType === 'protobuf';
  if (isBytes && !(typeof data === 'string' && isBase64(data))) return null;
  try {
    return { dataType, json: JSON.stringify(data) };
  } catch {
    // JSON.parse accepts any depth of nesting, but JSON.stringify runs out of stack on the same value.
    return null;
  }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

export function createConnectedFrame(session: {
  readonly userId: string | undefined;
  readonly connectionId: string;
  readonly reconnectionToken: string | undefined;
}): string {
  const { userId, connectionId, reconnectionToken } = session;
  return JSON.stringify({ type: 'system', event: 'connected', userId, connectionId, reconnectionToken });
}

export function createDisconnectedFrame(message: string): string {
  return JSON.stringify({ type: 'system', event: 'disconnected', message });
}

export const pongFrame = '{"type":"pong"}';

export function createAckFrame(ackId: number): string {
  return JSON.stringify({ type: 'ack', ackId, success: true });
}

export function createAckErrorFrame(ackId: number, name: AckErrorName, message: string): string {
  return JSON.stringify({ type: 'ack', ackId, success: false, error: { name, message } });
}

/** A data message, serialised except for its sequence id. Only the reliable protocol has sequence ids. */
export interface Message {
  readonly withSequenceId: (sequenceId: number) => string;
  readonly withoutSequenceId: () => string;
}

/**
 * Returns a function that creates the message for one member, with the name by which that member joined the group.
 *
 * @param fromUserId the publisher's user id; null if REST or an anonymous connection publishes
 */
export function createGroupMessage(
  group: string,
  fromUserId: string | null,
  payload: Payload,
): (member: { getGroupName(group: string): string }) => Message {
  const byName = new Map<string, Message>();
  return (member) => {
    const name = member.getGroupName(group);
    const known = byName.get(name);
    if (known) return known;
    const named = createMessage({ type: 'message', from: 'group', group: name, fromUserId }, payload);
    byName.set(name, named);
    return named;
  };
}

export function createServerMessage(payload: Payload): Message {
  return createMessage({ type: 'message', from: 'server' }, payload);
}

function createMessage(head: Record<string, unknown>, { dataType, json }: Payload): Message {
  const open = `${JSON.stringify({ ...head, dataType }).slice(0, -1)},"data":${json}`;
  return {
    withSequenceId: (sequenceId) => `${open},"sequenceId":${sequenceId}}`,
    withoutSequenceId: () => `${open}}`,
  };
}
