/** The method and path of every REST operation, below `/api/hubs/{hub}`. */
import { createErrorReply, type Handler, type Reply } from './call.ts';
import * as operations from './operations.ts';

const answerNotImplemented: Handler = () =>
  createErrorReply(501, 'NotImplemented', 'This hub does not implement the operation.');

const table: Readonly<Record<string, Handler>> = {
  'POST :send': operations.sendMessage,
  'POST users/{user}/:send': operations.sendMessage,
  'POST connections/{connection}/:send': operations.sendMessage,
  'POST groups/{group}/:send': operations.sendMessage,

  'HEAD groups/{group}': operations.checkExistence,
  'HEAD users/{user}': operations.checkExistence,
  'HEAD connections/{connection}': operations.checkExistence,
  'GET groups/{group}/connections': operations.listConnections,
  'PUT groups/{group}/connections/{connection}': operations.addToGroup,
  'DELETE groups/{group}/connections/{connection}': operations.removeFromGroup,
  'PUT users/{user}/groups/{group}': operations.addToGroup,
  'DELETE users/{user}/groups/{group}': operations.removeFromGroup,
  'DELETE connections/{connection}/groups': operations.removeFromAllGroups,
  'DELETE users/{user}/groups': operations.removeFromAllGroups,

  'DELETE connections/{connection}': operations.closeConnections,
  'POST :closeConnections': operations.closeConnections,
  'POST users/{user}/:closeConnections': operations.closeConnections,
  'POST groups/{group}/:closeConnections': operations.closeConnections,

  'PUT permissions/{permission}/connections/{connection}': operations.grantPermission,
  'HEAD permissions/{permission}/connections/{connection}': operations.checkPermission,
  'DELETE permissions/{permission}/connections/{connection}': operations.revokePermission,

  // These need the service's OData filters, or serve callers without the access key.
  'POST :addToGroups': answerNotImplemented,
  'POST :removeFromGroups': answerNotImplemented,
  'POST :generateToken': answerNotImplemented,
};

interface Route {
  readonly method: string;
  readonly pattern: readonly string[];
  readonly handler: Handler;
}

const routes: readonly Route[] = Object.entries(table).map(([key, handler]) => {
  const [method = '', path = ''] = key.split(' ');
  return { method, pattern: path.split('/'), handler };
});

type Found =
  | {
      readonly ok: true;
      readonly handler: Handler;
      readonly hub: string;
      readonly names: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly reply: Reply };

/** @param path still percent-encoded. It is split before it is decoded, because names may contain a slash. */
export function findRoute(method: string, path: string): Found {
  const [hub = '', ...segments] = path.split('/');
  let isOtherMethod = false;
  for (const route of routes) {
    const names = match(route.pattern, segments);
    if (!names) continue;
    if (route.method === method) return { ok: true, handler: route.handler, hub: hub.toLowerCase(), names };
    isOtherMethod = true;
  }
  const reply = isOtherMethod
    ? createErrorReply(405, 'MethodNotAllowed', 'The path does not take this method.')
    : createErrorReply(404, 'NotFound', 'There is no such operation.');
  return { ok: false, reply };
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const names: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return null;
      continue;
    }
    const name = decode(segment);
    if (name === null || name === '') return null;
    names[part.slice(1, -1)] = name;
  }
  return names;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
