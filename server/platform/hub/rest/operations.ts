import { createErrorReply, findSessions, type Call, type Reply } from './call.ts';
import { createGroupMessage, maxTtlSeconds, createServerMessage } from '../client/frames.ts';
import { readPayload } from './body.ts';
import { isPermission, type Permission } from '../roles.ts';
import type { Session } from '../session.ts';

export function checkExistence(call: Call): Reply {
  return { status: findSessions(call).length > 0 ? 200 : 404 };
}

export function addToGroup(call: Call): Reply {
  const { registry, limits, names } = call;
  const sessions = findSessions(call);
  if (names.connection !== undefined && sessions.length === 0)
    return createErrorReply(404, 'NotFound', 'There is no such connection.');
  const group = names.group ?? '';
  const joining = sessions.filter((session) => !session.groups.has(group));
  if (joining.some((session) => session.groups.size >= limits.maxGroupsPerConnection))
    return createErrorReply(
      400,
      'BadRequest',
      `At most ${limits.maxGroupsPerConnection} groups per connection.`,
    );
  for (const session of joining) registry.join(session, group);
  return { status: 200 };
}

export function removeFromGroup(call: Call): Reply {
  for (const session of findSessions(call)) call.registry.leave(session, call.names.group ?? '');
  return { status: 204 };
}

export function removeFromAllGroups(call: Call): Reply {
  for (const session of findSessions(call))
    for (const group of session.groups.keys()) call.registry.leave(session, group);
  return { status: 204 };
}

/** Ends the sessions for good. The client receives the reason. */
export function closeConnections(call: Call): Reply {
  const excluded = new Set(call.query.getAll('excluded'));
  const reason = call.query.get('reason') ?? '';
  for (const session of findSessions(call)) if (!excluded.has(session.connectionId)) session.dismiss(reason);
  return { status: 204 };
}

const maxPageSize = 200;

/** Pages are in order of the connection id, so a connection that closes between two pages hides no other one. */
export function listConnections(call: Call): Reply {
  const { query, url } = call;
  const pageSize = readCount(query.get('maxpagesize'), maxPageSize);
  const top = readCount(query.get('top'), Infinity);
  if (pageSize === null || pageSize > maxPageSize || top === null)
    return createErrorReply(400, 'BadRequest', `top ≥ 1 and maxpagesize from 1 to ${maxPageSize}.`);
  const after = query.get('continuationToken') ?? '';
  const waiting = findSessions(call)
    .filter((session) => session.connectionId > after)
    .sort((left, right) => (left.connectionId < right.connectionId ? -1 : 1));
  const page = waiting.slice(0, Math.min(pageSize, top));
  const last = page.at(-1);
  const value = page.map(({ connectionId, userId }) => ({ connectionId, userId }));
  if (!last || page.length === waiting.length || page.length === top) return { status: 200, json: { value } };
  const next = new URLSearchParams(query);
  next.set('continuationToken', last.connectionId);
  if (top !== Infinity) next.set('top', String(top - page.length));
  return { status: 200, json: { value, nextLink: `${url}?${next.toString()}` } };
}

function readCount(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

/** Sends the body to all sessions of the path. As in the service, it succeeds even if there is none. */
export function sendMessage(call: Call): Reply {
  const { query, contentType, body, names } = call;
  // Ignoring the filter would send the message to everybody.
  if (query.has('filter')) return createErrorReply(501, 'NotImplemented', 'This hub has no filters.');
  const ttlSeconds = Number(query.get('messageTtlSeconds') ?? 0);
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 0 || ttlSeconds > maxTtlSeconds)
    return createErrorReply(
      400,
      'BadRequest',
      `messageTtlSeconds is a whole number from 0 to ${maxTtlSeconds}.`,
    );
  const read = readPayload(contentType, body);
  if (!read.ok)
    return read.error.kind === 'media-type'
      ? createErrorReply(415, 'UnsupportedMediaType', 'Send JSON, plain text or an octet stream.')
      : createErrorReply(400, 'BadRequest', 'The body is not usable JSON.');
  const excluded = new Set(query.getAll('excluded'));
  // The frame is that of a member's message without a user id, as in the service.
  const plain = createServerMessage(read.payload);
  const message =
    names.group === undefined ? () => plain : createGroupMessage(names.group, null, read.payload);
  for (const session of findSessions(call))
    if (!excluded.has(session.connectionId)) session.deliver(message(session), ttlSeconds);
  return { status: 202 };
}

/** Grants a permission to one connection. `targetName` is the group; without it the grant holds for all groups. */
export function grantPermission(call: Call): Reply {
  return withTarget(call, 404, (session, permission, group) => {
    session.permissions.grant(permission, group);
    return { status: 200 };
  });
}

export function checkPermission(call: Call): Reply {
  return withTarget(call, 404, ({ permissions }, permission, group) => {
    const isGranted =
      group === undefined ? permissions.allowsAll(permission) : permissions.allows(permission, group);
    return { status: isGranted ? 200 : 404 };
  });
}

export function revokePermission(call: Call): Reply {
  return withTarget(call, 204, (session, permission, group) => {
    session.permissions.revoke(permission, group);
    return { status: 204 };
  });
}

function withTarget(
  { registry, hub, names, query }: Call,
  statusWithoutConnection: 204 | 404,
  run: (session: Session, permission: Permission, group: string | undefined) => Reply,
): Reply {
  const permission = names.permission ?? '';
  if (!isPermission(permission)) return createErrorReply(400, 'BadRequest', 'There is no such permission.');
  const session = registry.find(hub, names.connection ?? '');
  if (!session) return { status: statusWithoutConnection };
  return run(session, permission, query.get('targetName') ?? undefined);
}
