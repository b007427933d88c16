import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import fastifyCompress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { nanoid } from 'nanoid';
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { limits } from '#contract/limits.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { isApiCall } from './api-call.ts';
import { allowOrigins } from './guard/cross-origin.ts';
import { answerFailures, answerUnreadable, sendFailure } from './failures.ts';
import { addSecurityHeaders, type SecurityOptions } from './guard/security-headers.ts';

interface HttpAppOptions {
  readonly clock: Clock;
  readonly logger: FastifyServerOptions['logger'];
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly onRefusal: (code: number) => void;
  /** Called with errors that the caller did not cause. */
  readonly onFailure: (error: unknown) => void;
  readonly trustedProxies: string;
  readonly corsOrigins: readonly string[];
  readonly connectTo: SecurityOptions['connectTo'];
}

/** Longer than the usual 60 s of a proxy. So the proxy closes idle connections, never the server during a request. */
const keepAliveMs = 72_000;
/** A request must arrive within this time. */
const requestTimeoutMs = 60_000;

/** Creates the Fastify app: bodies, errors in the envelope, headers, CORS and compression. It has no routes yet. */
export async function createHttpApp({
  clock,
  logger,
  tls,
  onRefusal,
  onFailure,
  trustedProxies,
  corsOrigins,
  connectTo,
}: HttpAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    // Unlike a counter, it is unique over all processes. An id that the caller sends is ignored.
    genReqId: () => nanoid(),
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies,
    // Limits the ids in paths, because refusals repeat them.
    routerOptions: { maxParamLength: 200 },
    // A path that is not a valid URL reaches no hook and no other handler.
    frameworkErrors: (_error, _request, reply) => {
      void sendFailure(reply, codes.badRequest, codes.badRequest, 'The address is not valid');
    },
    clientErrorHandler: answerUnreadable,
    serverFactory: (handler) => {
      const options = { keepAliveTimeout: keepAliveMs, requestTimeout: requestTimeoutMs };
      return tls ? createHttpsServer({ ...options, ...tls }, handler) : createHttpServer(options, handler);
    },
  });
  acceptEmptyJson(app);
  answerFailures(app, { onRefusal, onFailure });
  closeConnectionsOnStop(app);
  app.addHook('onSend', async (request, reply) => {
    if (!isApiCall(request)) return;
    void reply.header('Request-Id', request.id);
    void reply.header(headers.serverTime, clock.now()).header('Cache-Control', 'no-store');
  });
  await addSecurityHeaders(app, { tls: tls !== undefined, connectTo });
  allowOrigins(app, corsOrigins);
  await compressAnswers(app);
  return app;
}

/** Closes each connection after its answer once the server stops. Else idle connections would delay the stop. */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close');
  });
}

const texts = new WeakMap<FastifyRequest, string>();

/** Returns the body of a request as text, before it was parsed as JSON. */
export function getBodyText(request: FastifyRequest): string {
  return texts.get(request) ?? '';
}

/** Accepts an empty body as JSON, because the phone sends that content type with every call. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    texts.set(request, body as string);
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/**
 * Smaller answers are not compressed, in bytes. They fit into one packet. All answers with a token are smaller, so that
 * their compressed size reveals nothing about it.
 */
const minCompressedBytes = 1024;

/**
 * Compresses JSON and pages. Built files are compressed already. Compressed requests are not accepted: a few bytes could
 * expand to gigabytes.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: minCompressedBytes,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
}
