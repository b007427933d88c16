import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { codes } from '#contract/codes.ts';
import { failure } from '#contract/http/call.ts';
import { findStorageFault, storageFaults } from '#server/platform/store/storage-health.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import { UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';
import { headerReader } from './header-reader.ts';
import { localize, languageOf } from './language.ts';
import { Refusal } from './routes/route.ts';

/** Unreadable rows that are remembered as told. */
const mostNamed = 100;

const words = {
  damaged: {
    'en-US': 'The restaurant’s record of this table is damaged. Please ask the staff to close the table.',
    'zh-TW': '這一桌的紀錄已損毀，請服務人員關閉此桌。',
  },
  cannotSave: {
    'en-US': 'The restaurant’s server cannot save anything right now. Please tell the staff.',
    'zh-TW': '餐廳的伺服器目前無法儲存資料，請告知服務人員。',
  },
  failed: {
    'en-US': 'Something went wrong. Please try again later.',
    'zh-TW': '發生錯誤，請稍後再試。',
  },
} as const;

/** Answers every error in the envelope: refusals with their code, bugs with 500 and nothing about their inside. */
export function answerFailures(
  app: FastifyInstance,
  { onRefusal, onFailure }: { onRefusal(code: number): void; onFailure(error: unknown): void },
): void {
  /** Rows that were told of: each costs every request of its table. */
  const named = new Map<string, true>();
  app.setErrorHandler((error, request, reply) => {
    const language = languageOf(headerReader(request));
    if (error instanceof Refusal) {
      onRefusal(error.code);
      const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: number };
      if (retryAfterSeconds !== undefined) void reply.header('Retry-After', retryAfterSeconds);
      return sendFailure(reply, error.status, error.code, localize(error.words, language), error.data);
    }
    const status = statusOf(error);
    if (status === codes.tooLarge) return sendFailure(reply, status, status, 'The request is too large');
    if (status >= 400 && status < 500)
      return sendFailure(reply, status, isKnownCode(status) ? status : codes.badRequest, messageOf(error));
    onFailure(error);
    if (error instanceof UnreadableRow) {
      if (!named.has(error.message)) request.log.error(`${error.message}: close its table`);
      keepNewest(named, error.message, true, mostNamed);
      return sendFailure(reply, codes.failure, codes.failure, localize(words.damaged, language));
    }
    const trouble = findStorageFault(error);
    // Said once, when it begins, and not again by each request that it costs.
    if (trouble) {
      request.log.debug({ err: error }, storageFaults[trouble]);
      return sendFailure(reply, codes.failure, codes.failure, localize(words.cannotSave, language));
    }
    request.log.error({ err: error }, 'a request failed');
    return sendFailure(reply, codes.failure, codes.failure, localize(words.failed, language));
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
    .send(failure(code, msg, data));
}

/** Of an error that the HTTP layer itself made, e.g. a body that is no JSON; 500 of any other. */
function statusOf(error: unknown): number {
  const status =
    error instanceof Error && 'statusCode' in error ? (error as FastifyError).statusCode : undefined;
  return status ?? codes.failure;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Bad request';
  const isBody = 'code' in error && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return isBody || error instanceof SyntaxError ? 'body: is not valid JSON' : error.message;
}

function isKnownCode(status: number): boolean {
  return Object.values<number>(codes).includes(status);
}

/** Answers in the envelope what is no HTTP at all, or has headers beyond all bounds: no hook ever sees it. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, msg } = problemOf(error);
  const body = JSON.stringify(failure(codes.badRequest, msg));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function problemOf({ code }: ConnectionError): { status: number; msg: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, msg: 'The request took too long to arrive' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, msg: 'headers: are too large' };
  return { status: codes.badRequest, msg: 'The request is not valid HTTP' };
}
