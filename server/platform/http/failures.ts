import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { codes } from '#contract/codes.ts';
import { createFailure } from '#contract/http/call.ts';
import { findStorageFault, storageFaults } from '#server/platform/store/storage-health.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import { UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import { createHeaderReader } from './header-reader.ts';
import { localize, readLanguage } from './language.ts';
import { Refusal } from './routes/route.ts';

/** How many unreadable rows the server remembers, so that it logs each one once. */
const maxLoggedRows = 100;

/**
 * Answers every error in the envelope. A refusal has its code. A bug is a 500 that reveals nothing about its cause; the
 * log has the details.
 */
export function answerFailures(
  app: FastifyInstance,
  { onRefusal, onFailure }: { onRefusal(code: number): void; onFailure(error: unknown): void },
): void {
  /** The unreadable rows in the log. Every request of the row's table fails, so logging each failure would flood it. */
  const loggedRows = new Map<string, true>();
  app.setErrorHandler((error, request, reply) => {
    const language = readLanguage(createHeaderReader(request));
    if (error instanceof Refusal) {
      onRefusal(error.code);
      const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: number };
      if (retryAfterSeconds !== undefined) void reply.header('Retry-After', retryAfterSeconds);
      return sendFailure(reply, error.status, error.code, localize(error.words, language), error.data);
    }
    const status = getStatus(error);
    if (status === codes.tooLarge) return sendFailure(reply, status, status, 'The request is too large');
    if (status >= 400 && status < 500)
      return sendFailure(reply, status, isKnownCode(status) ? status : codes.badRequest, getMessage(error));
    onFailure(error);
    if (error instanceof UnreadableRow) {
      if (!loggedRows.has(error.message)) request.log.error(`${error.message}: close its table`);
      keepNewest(loggedRows, error.message, true, maxLoggedRows);
      return sendFailure(
        reply,
        codes.failure,
        codes.failure,
        getServerText(language, 'failures.recordDamaged'),
      );
    }
    const fault = findStorageFault(error);
    // `watchStorageFaults` logs the fault once, at its beginning. The failed requests are only for debugging.
    if (fault) {
      request.log.debug({ err: error }, storageFaults[fault]);
      return sendFailure(reply, codes.failure, codes.failure, getServerText(language, 'failures.cannotSave'));
    }
    request.log.error({ err: error }, 'a request failed');
    return sendFailure(reply, codes.failure, codes.failure, getServerText(language, 'failures.unexpected'));
  });
}

export function sendFailure(
  reply: FastifyReply,
  status: number,
  code: number,
  msg: string,
  data: unknown = null,
): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(createFailure(code, msg, data));
}

/** Returns the status of an error of the HTTP layer, e.g. a body that is not JSON. Any other error is a 500. */
function getStatus(error: unknown): number {
  const status =
    error instanceof Error && 'statusCode' in error ? (error as FastifyError).statusCode : undefined;
  return status ?? codes.failure;
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Bad request';
  const isBody = 'code' in error && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return isBody || error instanceof SyntaxError ? 'body: is not valid JSON' : error.message;
}

function isKnownCode(status: number): boolean {
  return Object.values<number>(codes).includes(status);
}

/** Answers, in the envelope, a request that is not valid HTTP or has too large headers. Fastify's hooks do not see it. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, msg } = describeProblem(error);
  const body = JSON.stringify(createFailure(codes.badRequest, msg));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function describeProblem({ code }: ConnectionError): { status: number; msg: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, msg: 'The request took too long to arrive' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, msg: 'headers: are too large' };
  return { status: codes.badRequest, msg: 'The request is not valid HTTP' };
}
