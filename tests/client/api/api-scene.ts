/** The phone's API client with a page around it, and a restaurant on real HTTP that answers as a test wants. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, vi } from 'vitest';
import { forTests } from '#tests/for-tests.ts';
import { testDocument, testStorage } from './test-storage.ts';

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
  /** Instead: an envelope. */
  readonly data?: unknown;
  readonly code?: number;
  /**
   * Nothing more is sent, or the socket is cut: in the middle of the `text`, or before the first word where there is
   * none.
   */
  readonly fault?: 'silence' | 'cut';
}

export interface ApiScene {
  readonly address: string;
  /** Everything that was asked, oldest first. */
  readonly asked: Asked[];
  /** Answers so from now on. */
  answer(handler: (asked: Asked) => Answer | Promise<Answer>): void;
  /** Forgets what was asked, and who the diner is. */
  reset(): Promise<void>;
  /** Every open connection breaks. */
  hangUp(): void;
  /** How another tab leaves the cookie. */
  setCookie(name: string, value: string | undefined): void;
  close(): void;
}

/** The client and what it knows, for the tests of one file; loaded once the globals are there. */
export function apiForTests() {
  const scene = forTests(openApiScene, (opened) => opened.close());
  const client = forTests(async () => await import('#client/api/call/client.ts'));
  const diner = forTests(async () => await import('#client/api/diner-state.ts'));
  const clock = forTests(async () => await import('#client/api/server-clock.ts'));
  beforeEach(() => scene.reset());
  return { scene, client, diner, clock };
}

/** Its console is not shown. */
export function quietConsole(): void {
  for (const way of ['warn', 'debug'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
}

/** Starts the restaurant and makes the globals of a page; load the client after it. */
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
  // No kept connection ends just when it is used again.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = testDocument({ 'site-config': JSON.stringify({ apiBase: address }) });
  const local = testStorage();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'http://phone.test', protocol: 'http:' });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', testStorage());
  return {
    address,
    asked,
    answer: (next) => void (handler = next),
    async reset() {
      const { updateDiner } = await import('#client/api/diner-state.ts');
      local.clear();
      // Known already: nothing is computed.
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

/** A token of a login, as the phone tells logins apart. */
export function tokenOf(login: string, n = 1): string {
  const claims = Buffer.from(JSON.stringify({ sid: login, n })).toString('base64url');
  return `head.${claims}.signature`;
}
