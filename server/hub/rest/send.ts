/** The four `:send` operations. Sent to nobody is accepted too, as by the service. */
import { groupMessage, maxTtlSeconds, serverMessage, type Message, type Payload } from '../client/frames.ts';
import type { Session } from '../session.ts';
import { readPayload } from './body.ts';
import { errorReply, type Call, type Reply } from './call.ts';

export function toAll(call: Call): Reply {
  return send(call, () => call.registry.ofHub(call.hub), serverMessage);
}

export function toUser(call: Call): Reply {
  return send(call, () => call.registry.ofUser(call.hub, call.names.user ?? ''), serverMessage);
}

export function toConnection(call: Call): Reply {
  const session = call.registry.find(call.hub, call.names.connection ?? '');
  return send(call, () => (session ? [session] : []), serverMessage);
}

/** The same frame a member's publication makes, without a user: the service tells them apart by that only. */
export function toGroup(call: Call): Reply {
  const group = call.names.group ?? '';
  return send(
    call,
    () => call.registry.ofGroup(call.hub, group),
    (payload) => groupMessage(group, null, payload),
  );
}

function send(
  call: Call,
  targets: () => readonly Session[],
  messageOf: (payload: Payload) => Message,
): Reply {
  const { query, contentType, body } = call;
  // Sending to everybody in spite of a filter would be worse than not sending.
  if (query.has('filter')) return errorReply(501, 'NotImplemented', 'This hub has no filters.');
  const ttlSeconds = Number(query.get('messageTtlSeconds') ?? 0);
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 0 || ttlSeconds > maxTtlSeconds)
    return errorReply(400, 'BadRequest', `messageTtlSeconds is a whole number from 0 to ${maxTtlSeconds}.`);
  const read = readPayload(contentType, body);
  if (!read.ok)
    return read.error.kind === 'media-type'
      ? errorReply(415, 'UnsupportedMediaType', 'Send JSON, plain text or an octet stream.')
      : errorReply(400, 'BadRequest', 'The body is not usable JSON.');
  const excluded = new Set(query.getAll('excluded'));
  const message = messageOf(read.payload);
  for (const session of targets())
    if (!excluded.has(session.connectionId)) session.deliver(message, ttlSeconds);
  return { status: 202 };
}
