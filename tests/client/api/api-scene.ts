/** The phone's API client with a page around it, and a restaurant on real HTTP that answers as a test wants. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, vi } from 'vitest';
import type { Member } from '#contract/calls/member.ts';
import { createForTests } from '#tests/for-tests.ts';
import { stubPage } from './test-storage.ts';

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it travels. */
  readonly text?: string;
  /** The data of an envelope, in place of `text`. */
  readonly data?: unknown;
  readonly code?: number;
  /** The server stops sending, or cuts the socket: in the middle of `text`, or before the first byte without one. */
  readonly fault?: 'silence' | 'cut';
}

export interface ApiScene {
  readonly address: string;
  /** All requests, oldest first. */
  readonly asked: Asked[];
  /** Sets how the server answers from now on. */
  answer(handler: (asked: Asked) => Answer | Promise<Answer>): void;
  /** Forgets the requests and the diner. */
  reset(): Promise<void>;
  /** Breaks every open connection. */
  hangUp(): void;
  /** Sets a cookie as another tab does. */
  setCookie(name: string, value: string | undefined): void;
  close(): void;
}

/** The client and its state for the tests of one file. They are loaded after the globals are stubbed. */
export function createApiForTests() {
  const scene = createForTests(openApiScene, (opened) => opened.close());
  const client = createForTests(async () => await import('#client/api/call/request.ts'));
  const diner = createForTests(async () => await import('#client/api/diner-state.ts'));
  const clock = createForTests(async () => await import('#client/api/server-clock.ts'));
  beforeEach(() => scene.reset());
  return { scene, client, diner, clock };
}

/** Hides what the code under test writes to the console. */
export function silenceConsole(): void {
  for (const way of ['warn', 'debug'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
}

/** Starts the restaurant and stubs the globals of a page. Load the client afterwards. */
async function openApiScene(): Promise<ApiScene> {
  const asked: Asked[] = [];
  let handler: (each: Asked) => Answer | Promise<Answer> = () => ({ data: {} });
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const { method = '', url: path = '', headers } = request;
      const each: Asked = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) };
      asked.push(each);
      void Promise.resolve(handler(each)).then((answer) => send(response, answer));
    });
  });
  // A kept connection must not end just when the client uses it again.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page, local } = stubPage({ 'site-config': JSON.stringify({ apiBase: address }) });
  return {
    address,
    asked,
    answer: (next) => void (handler = next),
    async reset() {
      const { updateDiner } = await import('#client/api/diner-state.ts');
      local.clear();
      // The fingerprint is known already, so nothing computes it.
      local.setItem('fingerprint-id', 'f1');
      updateDiner({
        token: undefined, member: undefined, earlier: undefined, merchantId: undefined, table: undefined,
        language: 'en-US', browserId: 'b1',
      }); // prettier-ignore
      asked.length = 0;
      handler = () => ({ data: {} });
    },
    hangUp: () => server.closeAllConnections(),
    setCookie(name, value) {
      page.cookie = value === undefined ? `${name}=; Max-Age=0` : `${name}=${value}; Path=/`;
    },
    close() {
      server.closeAllConnections();
      server.close();
      vi.unstubAllGlobals();
    },
  };
}

function send(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers, text, data, code = 0, fault } = answer;
  if (fault === undefined || text !== undefined) {
    const whole = text ?? JSON.stringify({ success: code === 0, code, msg: '', data: data ?? null });
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    if (fault === undefined) response.end(whole);
    else response.write(whole.slice(0, whole.length / 2), () => fault === 'cut' && response.destroy());
  } else if (fault === 'cut') response.destroy();
}

/** A guest without a name, unless `more` says otherwise. */
export function createMember(id: string, more: Partial<Member> = {}): Member {
  return {
    id, name: '', firstName: '', lastName: '', mail: '', phone: '', birthday: null, languagePreference: 'en-US',
    registrationState: 0, availableUserCouponCount: 0, ...more,
  }; // prettier-ignore
}

export const table = { merchantId: '1001', tableId: 't1', tableName: '1', qrcodeId: '1', sessionId: 's1' };

/** A token of a login. The phone distinguishes logins by the claim `sid`. */
export function createToken(login: string, n = 1): string {
  const claims = Buffer.from(JSON.stringify({ sid: login, n })).toString('base64url');
  return `head.${claims}.signature`;
}
