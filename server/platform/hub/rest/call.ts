import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import type { Session } from '../session.ts';

export interface Call {
  readonly registry: Registry;
  readonly limits: HubLimits;
  /** In lower case. */
  readonly hub: string;
  /** The decoded `{…}` segments of the route, by name. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The absolute URL without the query. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export type Handler = (call: Call) => Reply;

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

export function createErrorReply(status: number, code: string, message: string): Reply {
  return { status, json: { code, message } };
}

/** Finds the sessions of the user, connection or group in the path. Without any of these, all sessions of the hub. */
export function findSessions({
  registry,
  hub,
  names: { user, connection, group },
}: Call): readonly Session[] {
  if (user !== undefined) return registry.listOfUser(hub, user);
  if (connection !== undefined)
    return [registry.find(hub, connection)].filter((found) => found !== undefined);
  return group === undefined ? registry.listOfHub(hub) : registry.listOfGroup(hub, group);
}
