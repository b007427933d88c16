/** Method and path of every REST operation, below `/api/hubs/{hub}`. */
import { errorReply, type Handler, type Reply } from './call.ts';
import * as operations from './operations.ts';

const notImplemented: Handler = () =>
  errorReply(501, 'NotImplemented', 'This hub does not implement the operation.');

const table: Readonly<Record<string, Handler>> = {
  'POST :send': operations.send,
  'POST users/{user}/:send': operations.send,
  'POST connections/{connection}/:send': operations.send,
  'POST groups/{group}/:send': operations.send,

  'HEAD groups/{group}': operations.exists,
  'HEAD users/{user}': operations.exists,
  'HEAD connections/{connection}': operations.exists,
  'GET groups/{group}/connections': operations.listConnections,
  'PUT groups/{group}/connections/{connection}': operations.add,
  'DELETE groups/{group}/connections/{connection}': operations.remove,
  'PUT users/{user}/groups/{group}': operations.add,
  'DELETE users/{user}/groups/{group}': operations.remove,
  'DELETE connections/{connection}/groups': operations.removeFromAll,
  'DELETE users/{user}/groups': operations.removeFromAll,

  'DELETE connections/{connection}': operations.closeConnections,
  'POST :closeConnections': operations.closeConnections,
  'POST users/{user}/:closeConnections': operations.closeConnections,
  'POST groups/{group}/:closeConnections': operations.closeConnections,

  'PUT permissions/{permission}/connections/{connection}': operations.grant,
  'HEAD permissions/{permission}/connections/{connection}': operations.check,
  'DELETE permissions/{permission}/connections/{connection}': operations.revoke,

  // These need the service's OData filters, or tokens made by somebody without the key.
  'POST :addToGroups': notImplemented,
  'POST :removeFromGroups': notImplemented,
  'POST :generateToken': notImplemented,
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

/** @param path raw and still percent-encoded: it is split first and decoded then, for names with a slash. */
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
    ? errorReply(405, 'MethodNotAllowed', 'The path does not take this method.')
    : errorReply(404, 'NotFound', 'There is no such operation.');
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
