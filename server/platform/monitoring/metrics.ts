/** The metrics of this process. No label holds an id, a name or a text that a phone chose: labels must stay few. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** In seconds. The last two are the timeouts of the phone's requests. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const shortBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** @param ofProcess adds CPU, memory, event loop and garbage collection. Only one registry of a process may do so. */
export function createMetrics({ ofProcess }: { readonly ofProcess: boolean }) {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lazysusan_http_request_duration_seconds',
    help: 'Answered requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'lazysusan_refusals_total',
    help: 'Calls that were refused, by code; 66666 is a conflict',
    labelNames: ['code'],
    registers,
  });
  const events = new Counter({
    name: 'lazysusan_events_total',
    help: 'Events of the shared carts: accepted (code 0), or rejected with a code',
    labelNames: ['outcome', 'code'],
    registers,
  });
  const orders = new Counter({
    name: 'lazysusan_orders_placed_total',
    help: 'Orders and further rounds placed',
    registers,
  });
  const announcements = new Histogram({
    name: 'lazysusan_announce_duration_seconds',
    help: 'From a committed change until the hub took the message to the table',
    labelNames: ['outcome'],
    buckets: shortBuckets,
    registers,
  });
  const transactions = new Histogram({
    name: 'lazysusan_transaction_duration_seconds',
    help: 'Database transactions, with waiting and repeats',
    labelNames: ['outcome'],
    buckets: shortBuckets,
    registers,
  });
  const retries = new Counter({
    name: 'lazysusan_transaction_retries_total',
    help: 'Transactions that were repeated after a serialization failure or a deadlock',
    registers,
  });
  return {
    registry,
    /** @param route the pattern of the route, never the URL with its ids */
    requestAnswered: (method: string, route: string, status: number, seconds: number): void =>
      requests.observe({ method, route, status: String(status) }, seconds),
    /** Counts a refusal by its code; 66666 is a conflict between a phone and its cart. */
    refused: (code: number): void => refusals.inc({ code: String(code) }),
    /** Counts the server's decisions on the events of one request, after they are stored. */
    eventsDecided: (accepted: number, rejectedCodes: readonly (number | string)[]): void => {
      if (accepted > 0) events.inc({ outcome: 'accepted', code: '0' }, accepted);
      for (const code of rejectedCodes) events.inc({ outcome: 'rejected', code: String(code) });
    },
    orderPlaced: (): void => orders.inc(),
    /** @param seconds from the commit until the hub accepted the message for the table's group */
    announced: (seconds: number, isTaken: boolean): void =>
      announcements.observe({ outcome: isTaken ? 'taken' : 'failed' }, seconds),
    /** @param seconds includes waiting for the database, and repeated attempts */
    transactionEnded: (seconds: number, attempts: number, isCommitted: boolean): void => {
      transactions.observe({ outcome: isCommitted ? 'committed' : 'failed' }, seconds);
      if (attempts > 1) retries.inc(attempts - 1);
    },
  };
}

export const metricsPath = '/metrics';

/** Answers a scrape. @param authorization the value of the header, `Bearer …` */
export async function scrape(registry: Registry, token: string, authorization: string | undefined) {
  const presented = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (presented === undefined || !isSameSecret(presented, token))
    return {
      status: 401,
      type: 'text/plain; charset=utf-8',
      body: 'The token is missing or wrong: send METRICS_TOKEN as a bearer token\n',
    };
  return { status: 200, type: registry.contentType, body: await registry.metrics() };
}

/** Measures every request, and serves `/metrics` if there is a token. */
export function measureRequests(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestAnswered(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  if (token === undefined) return;
  app.get(metricsPath, { logLevel: 'warn' }, async (request, reply) => {
    const { status, type, body } = await scrape(metrics.registry, token, request.headers.authorization);
    return reply.code(status).type(type).header('Cache-Control', 'no-store').send(body);
  });
}
