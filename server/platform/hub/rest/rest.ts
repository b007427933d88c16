import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBearerToken } from '../client/admission.ts';
import type { HubLogEntry } from '../log-entry.ts';
import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import type { Tokens } from '../tokens.ts';
import { readBody } from './body.ts';
import { createErrorReply, type Reply } from './call.ts';
import { findRoute } from './routes.ts';
import type { RestCall } from '../relay/relay.ts';

interface RestOptions {
  /** The path before `/api`, without a slash at its end; may be empty. */
  readonly prefix: string;
  /** Scheme, host and port of links to further pages. */
  readonly origin: string;
  readonly registry: Registry;
  readonly tokens: Tokens;
  readonly limits: HubLimits;
  readonly log: (entry: HubLogEntry) => void;
  /** Passes a call that changes something on to the hubs of other servers. */
  readonly passCall: (call: RestCall) => void;
}

/** Returns a request listener for the REST API. It returns false if the request is for another path. */
export function createRest(options: RestOptions) {
  const { prefix, log } = options;
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const rawUrl = request.url ?? '';
    const [path = ''] = rawUrl.split('?', 1);
    if (path === `${prefix}/api/health`) {
      send(response, { status: isRead(request) ? 200 : 405 });
      return true;
    }
    if (!path.startsWith(`${prefix}/api/hubs/`)) return false;
    answer(request, rawUrl, path.slice(`${prefix}/api/hubs/`.length), options).then(
      (reply) => {
        // A 404 to HEAD is the answer "no", for example that a group has no members.
        const isAnswerNo = reply.status === 404 && request.method === 'HEAD';
        if (reply.status >= 400 && !isAnswerNo)
          log({ level: 'warn', msg: 'REST call refused', method: request.method, status: reply.status });
        send(response, reply);
      },
      (error: unknown) => {
        log({ level: 'error', msg: 'REST call failed', error: error instanceof Error ? error.name : '' });
        send(response, createErrorReply(500, 'InternalServerError', 'The hub failed to handle the call.'));
      },
    );
    return true;
  };
}

async function answer(
  request: IncomingMessage,
  rawUrl: string,
  pathInHubs: string,
  options: RestOptions,
): Promise<Reply> {
  const { origin, tokens, limits } = options;
  const checked = await tokens.checkRest(readBearerToken(request), rawUrl);
  if (!checked.ok)
    return createErrorReply(401, 'Unauthorized', `The token is not valid: ${checked.error.kind}.`);
  const method = request.method ?? '';
  const found = findRoute(method, pathInHubs);
  if (!found.ok) return found.reply;
  const body = await readBody(request, limits.maxPayloadBytes);
  if (!body.ok) return createErrorReply(413, 'PayloadTooLarge', `At most ${limits.maxPayloadBytes} bytes.`);
  const [path = '', search = ''] = rawUrl.split('?', 2);
  const contentType = request.headers['content-type'] ?? '';
  const call = { method, path: pathInHubs, search, contentType, body: body.bytes.toString('base64') };
  const reply = carryOut(call, options, origin + path);
  // Without the connection, too: another hub may have it.
  if (!isRead(request) && (reply.status < 400 || reply.status === 404)) options.passCall(call);
  return reply;
}

/** Carries out a call for the sessions of this hub. @param url the absolute URL without the query, for links to more pages */
export function carryOut(
  { method, path, search, contentType, body }: RestCall,
  { registry, limits }: Pick<RestOptions, 'registry' | 'limits'>,
  url = '',
): Reply {
  const found = findRoute(method, path);
  if (!found.ok) return found.reply;
  return found.handler({
    registry,
    limits,
    hub: found.hub,
    names: found.names,
    query: new URLSearchParams(search),
    url,
    contentType,
    body: Buffer.from(body, 'base64'),
  });
}

function send(response: ServerResponse, { status, json }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  // The rest of a body that was too large must not be parsed as the next request.
  if (status === 413) response.setHeader('Connection', 'close');
  if (json === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(json));
}

function isRead(request: IncomingMessage): boolean {
  return request.method === 'HEAD' || request.method === 'GET';
}
