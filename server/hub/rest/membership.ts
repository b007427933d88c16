/** Who is in which group: asking, listing, adding and removing. */
import type { Session } from '../session.ts';
import { errorReply, type Call, type Reply } from './call.ts';

export function groupExists({ registry, hub, names }: Call): Reply {
  return exists(registry.ofGroup(hub, names.group ?? '').length > 0);
}

export function userExists({ registry, hub, names }: Call): Reply {
  return exists(registry.ofUser(hub, names.user ?? '').length > 0);
}

export function connectionExists({ registry, hub, names }: Call): Reply {
  return exists(registry.find(hub, names.connection ?? '') !== undefined);
}

export function addConnection(call: Call): Reply {
  const session = call.registry.find(call.hub, call.names.connection ?? '');
  if (!session) return errorReply(404, 'NotFound', 'There is no such connection.');
  return join(call, [session]);
}

export function removeConnection(call: Call): Reply {
  const session = call.registry.find(call.hub, call.names.connection ?? '');
  return leave(call, session ? [session] : []);
}

export function addUser(call: Call): Reply {
  return join(call, call.registry.ofUser(call.hub, call.names.user ?? ''));
}

export function removeUser(call: Call): Reply {
  return leave(call, call.registry.ofUser(call.hub, call.names.user ?? ''));
}

export function removeConnectionFromAll(call: Call): Reply {
  const session = call.registry.find(call.hub, call.names.connection ?? '');
  return leaveAll(call, session ? [session] : []);
}

export function removeUserFromAll(call: Call): Reply {
  return leaveAll(call, call.registry.ofUser(call.hub, call.names.user ?? ''));
}

/** The service's largest page. */
const maxPageSize = 200;

/** Pages go in order of connection id, so that somebody leaving between two pages hides nobody. */
export function listConnections({ registry, hub, names, query, url }: Call): Reply {
  const pageSize = count(query.get('maxpagesize'), maxPageSize);
  const top = count(query.get('top'), Infinity);
  if (pageSize === null || pageSize > maxPageSize || top === null)
    return errorReply(400, 'BadRequest', `top ≥ 1 and maxpagesize from 1 to ${maxPageSize}.`);
  const after = query.get('continuationToken') ?? '';
  const waiting = registry
    .ofGroup(hub, names.group ?? '')
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

function count(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

function exists(isThere: boolean): Reply {
  return { status: isThere ? 200 : 404 };
}

function join({ registry, limits, names }: Call, sessions: readonly Session[]): Reply {
  const group = names.group ?? '';
  const joining = sessions.filter((session) => !session.groups.has(group));
  if (joining.some((session) => session.groups.size >= limits.maxGroupsPerConnection))
    return errorReply(400, 'BadRequest', `At most ${limits.maxGroupsPerConnection} groups per connection.`);
  for (const session of joining) registry.join(session, group);
  return { status: 200 };
}

function leave({ registry, names }: Call, sessions: readonly Session[]): Reply {
  for (const session of sessions) registry.leave(session, names.group ?? '');
  return { status: 204 };
}

function leaveAll({ registry }: Call, sessions: readonly Session[]): Reply {
  for (const session of sessions) for (const group of session.groups) registry.leave(session, group);
  return { status: 204 };
}
