/** Closing connections for good: the client is told why, and its session is dropped. */
import type { Session } from '../session.ts';
import type { Call, Reply } from './call.ts';

export function one(call: Call): Reply {
  const session = call.registry.find(call.hub, call.names.connection ?? '');
  return dismiss(call, session ? [session] : []);
}

export function all(call: Call): Reply {
  return dismiss(call, call.registry.ofHub(call.hub));
}

export function ofUser(call: Call): Reply {
  return dismiss(call, call.registry.ofUser(call.hub, call.names.user ?? ''));
}

export function ofGroup(call: Call): Reply {
  return dismiss(call, call.registry.ofGroup(call.hub, call.names.group ?? ''));
}

function dismiss({ query }: Call, sessions: readonly Session[]): Reply {
  const excluded = new Set(query.getAll('excluded'));
  const reason = query.get('reason') ?? '';
  for (const session of sessions) if (!excluded.has(session.connectionId)) session.dismiss(reason);
  return { status: 204 };
}
