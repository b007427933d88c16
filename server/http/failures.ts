import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { codes } from '#contract/codes.ts';
import { failure } from '#contract/envelope.ts';
import { Refusal } from './routes/route.ts';

/** Answers every error in the envelope: refusals with their code, bugs with 500 and nothing about their inside. */
export function answerFailures(app: FastifyInstance, onRefusal: (code: number) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) {
      onRefusal(error.code);
      return sendFailure(reply, error.status, error.code, error.message, error.data);
    }
    const status = statusOf(error);
    if (status === codes.tooLarge) return sendFailure(reply, status, status, 'The request is too large');
    if (status >= 400 && status < 500)
      return sendFailure(reply, status, isKnownCode(status) ? status : codes.badRequest, messageOf(error));
    request.log.error({ err: error }, 'a request failed');
    return sendFailure(reply, codes.failure, codes.failure, 'Something went wrong. Please try again later.');
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
