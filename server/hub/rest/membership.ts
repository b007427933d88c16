/** Who is there, and in which group: asking, listing, adding, removing, closing. */
import { errorReply, sessionsOf, type Call, type Reply } from './call.ts';

export function exists(call: Call): Reply {
  return { status: sessionsOf(call).length > 0 ? 200 : 404 };
}

export function add(call: Call): Reply {
  const { registry, limits, names } = call;
  const sessions = sessionsOf(call);
  if (names.connection !== undefined && sessions.length === 0)
    return errorReply(404, 'NotFound', 'There is no such connection.');
  const group = names.group ?? '';
  const joining = sessions.filter((session) => !session.groups.has(group));
  if (joining.some((session) => session.groups.size >= limits.maxGroupsPerConnection))
    return errorReply(400, 'BadRequest', `At most ${limits.maxGroupsPerConnection} groups per connection.`);
  for (const session of joining) registry.join(session, group);
  return { status: 200 };
}

export function remove(call: Call): Reply {
  for (const session of sessionsOf(call)) call.registry.leave(session, call.names.group ?? '');
  return { status: 204 };
}

export function removeFromAll(call: Call): Reply {
  for (const session of sessionsOf(call))
    for (const group of session.groups) call.registry.leave(session, group);
  return { status: 204 };
}

/** For good: the client is told why, and its session is dropped. */
export function closeConnections(call: Call): Reply {
  const excluded = new Set(call.query.getAll('excluded'));
  const reason = call.query.get('reason') ?? '';
  for (const session of sessionsOf(call)) if (!excluded.has(session.connectionId)) session.dismiss(reason);
  return { status: 204 };
}

const maxPageSize = 200;

/** Pages go in order of connection id, so that somebody leaving between two pages hides nobody. */
export function listConnections(call: Call): Reply {
  const { query, url } = call;
  const pageSize = count(query.get('maxpagesize'), maxPageSize);
  const top = count(query.get('top'), Infinity);
  if (pageSize === null || pageSize > maxPageSize || top === null)
    return errorReply(400, 'BadRequest', `top ≥ 1 and maxpagesize from 1 to ${maxPageSize}.`);
  const after = query.get('continuationToken') ?? '';
  const waiting = sessionsOf(call)
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
