// Plumbing shared by the stand-in servers: a small HTTP server on 127.0.0.1 with switches for faults.
// It knows nothing of any one service, so that each stand-in file shows only what that service does.

import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * ok: answers as documented. down: resets each connection. hang: accepts and never answers.
 * slow: answers after delayMs. error500: answers 500 without doing the work.
 * lostAnswer: does the work, then resets the connection, so that the caller cannot know.
 */
export type Mode = 'ok' | 'down' | 'hang' | 'slow' | 'error500' | 'lostAnswer';

export interface Switches {
  mode: Mode;
  delayMs: number;
  /** Milliseconds since 1970; until then the service behaves as mode 'down'. */
  outageUntil: number;
  /** At most `max` requests in any `perMs` milliseconds; more are refused in the service's own way. */
  rateLimit: { max: number; perMs: number } | null;
  /** Refuses the next n requests as too many, which is easier to aim than a rate. */
  refuseNext: number;
}

export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** The body read as a form; empty if it is something else. */
  form: URLSearchParams;
}

export interface Answer {
  status: number;
  body: string | Buffer;
  type?: string;
  headers?: Record<string, string>;
}

export interface TlsKey {
  key: string | Buffer;
  cert: string | Buffer;
}

export interface Listening {
  url: string;
  port: number;
  close(): Promise<void>;
}

export function createSwitches(start: Partial<Switches> = {}): Switches {
  return { mode: 'ok', delayMs: 0, outageUntil: 0, rateLimit: null, refuseNext: 0, ...start };
}

export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, body: JSON.stringify(body), type: 'application/json', headers };
}

export function answerHtml(status: number, body: string): Answer {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stand-in</title></head><body>${body}</body></html>`;
  return { status, body: page, type: 'text/html; charset=utf-8' };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The user and password of a Basic header, or null. */
export function readBasicAuth(headers: IncomingHttpHeaders): { user: string; password: string } | null {
  const found = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '');
  if (!found) return null;
  const text = Buffer.from(found[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until `ready` holds, so that checks need no fixed pause. */
export async function waitUntil(ready: () => boolean, timeoutMs = 3000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!ready()) {
    if (Date.now() > end) throw new Error('waited in vain');
    await wait(5);
  }
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function write(res: ServerResponse, answer: Answer): void {
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.type) headers['content-type'] = answer.type;
  res.writeHead(answer.status, headers);
  res.end(answer.body);
}

export interface ServeOptions {
  switches: Switches;
  handle(ask: Ask): Answer | Promise<Answer>;
  /** How this service says "too many requests". */
  tooMany(ask: Ask): Answer;
  /** How this service says "our fault". */
  broken?: (ask: Ask) => Answer;
  /** Paths of pages for people, which rates and limits do not touch. */
  unlimited?: (ask: Ask) => boolean;
  tls?: TlsKey;
}

export async function serve(options: ServeOptions): Promise<Listening> {
  const { switches } = options;
  const recent: number[] = [];

  function isOverLimit(): boolean {
    if (switches.refuseNext > 0) {
      switches.refuseNext -= 1;
      return true;
    }
    const limit = switches.rateLimit;
    if (!limit) return false;
    const now = Date.now();
    while (recent[0] !== undefined && recent[0] <= now - limit.perMs) recent.shift();
    if (recent.length >= limit.max) return true;
    recent.push(now);
    return false;
  }

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (switches.mode === 'down' || Date.now() < switches.outageUntil) {
      req.socket.resetAndDestroy();
      return;
    }
    const raw = await readBody(req);
    if (switches.mode === 'hang') return;
    const at = new URL(req.url ?? '/', 'http://127.0.0.1');
    const isForm = (req.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
    const form = new URLSearchParams(isForm ? raw.toString('utf8') : '');
    const ask: Ask = {
      method: req.method ?? 'GET',
      path: at.pathname,
      query: at.searchParams,
      headers: req.headers,
      raw,
      form,
    };
    if (switches.mode === 'slow') await wait(switches.delayMs);
    if (switches.mode === 'error500') {
      write(res, options.broken?.(ask) ?? { status: 500, body: 'Internal Server Error', type: 'text/plain' });
      return;
    }
    const limited = !options.unlimited?.(ask) && isOverLimit();
    const answer = limited ? options.tooMany(ask) : await options.handle(ask);
    if (switches.mode === 'lostAnswer') req.socket.resetAndDestroy();
    else write(res, answer);
  }

  const handleRequest = (req: IncomingMessage, res: ServerResponse): void => {
    take(req, res).catch((error: unknown) => {
      // A fault of the stand-in itself must not look like a documented answer.
      console.error('stand-in failed:', error);
      if (!res.headersSent) write(res, { status: 599, body: String(error) });
    });
  };
  const server = options.tls
    ? createHttpsServer(options.tls, handleRequest)
    : createHttpServer(handleRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
