/** The page for Prometheus, for whoever brings the token. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { sameSecret } from '#server/http/same-secret.ts';
import type { Metrics } from './metrics.ts';

export const metricsPath = '/metrics';

interface Scrape {
  readonly status: 200 | 401;
  readonly type: string;
  readonly body: string;
}

/** @param authorization the header, `Bearer …`. */
export async function scrape(
  registry: Registry,
  token: string,
  authorization: string | undefined,
): Promise<Scrape> {
  const brought = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (brought === undefined || !sameSecret(brought, token))
    return { status: 401, type: 'text/plain; charset=utf-8', body: 'The token is missing or wrong\n' };
  return { status: 200, type: registry.contentType, body: await registry.metrics() };
}

/** Measures every answer, and serves the figures when there is a token for it. */
export function measureRequests(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const answered = { method: request.method, route, status: reply.statusCode };
    metrics.requestAnswered(answered, reply.elapsedTime / 1000);
  });
  if (token === undefined) return;
  app.get(metricsPath, { logLevel: 'warn' }, async (request, reply) => {
    const { status, type, body } = await scrape(metrics.registry, token, request.headers.authorization);
    return reply.code(status).type(type).header('Cache-Control', 'no-store').send(body);
  });
}
