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
  /** Hears of what was nobody's fault who asked. */
  readonly onFailure: (error: unknown) => void;
  readonly trustedProxies: string;
  readonly corsOrigins: readonly string[];
  readonly connectTo: SecurityOptions['connectTo'];
}

/** Longer than the usual 60 s of a proxy in front: it is never the server that hangs up on a reused connection. */
const keepAliveMs = 72_000;
/** A request that takes longer to arrive is cut. */
const requestTimeoutMs = 60_000;

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
    // Unlike a number it names one request of all processes; what a caller says it is called is not believed.
    genReqId: () => nanoid(),
    bodyLimit: limits.bodyBytes,
    // A proxy of one's own names the real address; from elsewhere that header is hearsay.
    trustProxy: trustedProxies,
    // Bounds the path, so that a refusal never repeats a novel.
    routerOptions: { maxParamLength: 200 },
    // A path that is no URL reaches no hook and no other handler.
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
  leaveNoConnectionOpen(app);
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

/** A connection that is kept alive after its last answer would hold up the server's close until it times out. */
function leaveNoConnectionOpen(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close');
  });
}

/** By request, as long as it is there. */
const texts = new WeakMap<FastifyRequest, string>();

/** The body of a request before it was read as JSON. */
export function bodyText(request: FastifyRequest): string {
  return texts.get(request) ?? '';
}

/** The phone says JSON on every call; those without a payload have an empty body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    texts.set(request, body as string);
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Smaller answers go in one packet anyway; no answer with a token in it is larger than this, bytes. */
const worthIt = 1024;

/** JSON and the page; built files bring their own. Requests may not be: a few bytes could unfold to gigabytes. */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: worthIt,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
}
