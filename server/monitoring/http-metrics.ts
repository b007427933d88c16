import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import { metricsPath, scrape } from './scrape.ts';

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
