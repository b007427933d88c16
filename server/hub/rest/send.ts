/** The four `:send` operations. Sent to nobody is accepted too, as by the service. */
import { groupMessage, maxTtlSeconds, serverMessage } from '../client/frames.ts';
import { readPayload } from './body.ts';
import { errorReply, sessionsOf, type Call, type Reply } from './call.ts';

export function send(call: Call): Reply {
  const { query, contentType, body, names } = call;
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
  // The same frame as a member's publication, without a user: the service tells them apart by that only.
  const message =
    names.group === undefined ? serverMessage(read.payload) : groupMessage(names.group, null, read.payload);
  for (const session of sessionsOf(call))
    if (!excluded.has(session.connectionId)) session.deliver(message, ttlSeconds);
  return { status: 202 };
}
