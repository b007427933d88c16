import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { codes } from '#contract/codes.ts';
import { failure } from '#contract/envelope.ts';

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
