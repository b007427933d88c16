import type { FastifyInstance } from 'fastify';
import { headers } from '#contract/http/headers.ts';
import { isApiCall } from '../api-call.ts';
import { isOwnOrigin } from './hosts.ts';

const methods = 'GET, POST, PUT, DELETE';
const allowed = ['Content-Type', ...Object.values(headers)].join(', ');
const exposed = [headers.serverTime, 'Retry-After'].join(', ');
/** How long a browser may cache the answer to a preflight, in seconds. */
const preflightSeconds = 600;

/** Allows pages of this server's own host names, and of the listed origins, to call the API. */
export function allowOrigins(app: FastifyInstance, list: readonly string[]): void {
  const listed = new Set(list);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !isApiCall(request)) return;
    void reply.header('Vary', 'Origin');
    if (!listed.has(origin) && !isOwnOrigin(origin, request.host)) return;
    void reply.header('Access-Control-Allow-Origin', origin);
    void reply.header('Access-Control-Expose-Headers', exposed);
    if (request.method !== 'OPTIONS') return;
    return reply
      .code(204)
      .header('Access-Control-Allow-Methods', methods)
      .header('Access-Control-Allow-Headers', allowed)
      .header('Access-Control-Max-Age', preflightSeconds)
      .send();
  });
}
