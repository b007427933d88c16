import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { isApiCall } from './api-call.ts';
import { statusRefusal } from './routes/route.ts';

/**
 * Requests of one address in a minute. A whole restaurant stands behind one address: 200 diners who each send a
 * request every three seconds stay below.
 */
const requestsPerMinute = 4_000;
const addresses = 10_000;

/** Bounds API requests by address; files are cheap and not counted. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    cache: addresses,
    allowList: (request) => !isApiCall(request),
    errorResponseBuilder: (_request, { after }) =>
      statusRefusal(codes.tooManyRequests, `Too many requests; try again in ${after}`),
  });
}
