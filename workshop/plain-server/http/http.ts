import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { groupService, type GroupService } from './group.ts';
import type { Asker, RestaurantOptions } from '../house.ts';
import { refusal } from '../wire/refusal.ts';
import { PlainRestaurant } from '../restaurant.ts';
import type { RequestParts } from './calls.ts';
import { routeOf, type Route } from './routes.ts';
import { takePlanned, type Fault } from '../switches/switches.ts';
import { badAnswer, type WireAnswer } from '../wire/wire.ts';

interface HttpOptions extends Partial<Omit<RestaurantOptions, 'tell'>> {
  /** 0 or none takes any free port. */
  port?: number;
  host?: string;
  /** Connection string of a Web PubSub service; without it negotiate is refused and nothing is told. */
  webPubSub?: string;
  /** Waits some ms; a test may pass its own. */
  wait?: (ms: number) => Promise<void>;
  onError?: (error: unknown) => void;
}

/** A restaurant that answers requests, whoever listens. */
export interface ServedRestaurant {
  restaurant: PlainRestaurant;
  answer: RequestListener;
  /** Resolves when every message to the table groups has left. */
  told: () => Promise<void>;
}

/** A restaurant that listens. */
export interface ListeningRestaurant extends Omit<ServedRestaurant, 'answer'> {
  /** For instance `http://127.0.0.1:4010`. */
  address: string;
  close: () => Promise<void>;
}

const largestBody = 1_000_000;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Opens a restaurant that answers HTTP requests, of pages of any origin. */
export function openRestaurant(options: Omit<HttpOptions, 'port' | 'host'> = {}): ServedRestaurant {
  const onError = options.onError ?? (() => undefined);
  const groups = options.webPubSub ? groupService(options.webPubSub, onError) : undefined;
  const restaurant = new PlainRestaurant({
    now: Date.now,
    random: Math.random,
    ...options,
    tell: (group, message) => groups?.tell(group, message),
  });
  const wait = options.wait ?? waitByTimer;
  return {
    restaurant,
    answer: (request, response) => {
      serve(restaurant, groups, wait, request, response).catch((error: unknown) => {
        onError(error);
        response.destroy();
      });
    },
    told: async () => groups?.settled(),
  };
}

/** Serves the contract over HTTP. */
export async function listen(options: HttpOptions = {}): Promise<ListeningRestaurant> {
  const { restaurant, answer, told } = openRestaurant(options);
  const server = createServer(answer);
  const address = await startListening(server, options);
  restaurant.publicAddress = options.publicAddress ?? address;
  return { address, restaurant, told, close: () => stopListening(server) };
}

async function serve(
  restaurant: PlainRestaurant,
  groups: GroupService | undefined,
  wait: (ms: number) => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowOtherOrigins(request, response);
  const url = new URL(request.url ?? '/', 'http://restaurant');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  if (url.pathname.startsWith('/pictures/')) {
    return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  }
  const body = await readBody(request);
  const route = routeOf(request.method ?? 'GET', url.pathname);
  if (!route) {
    const { json } = badAnswer(restaurant.switches, refusal(404, `Page Not Found ${url.pathname}`));
    return send(response, { status: 404, json });
  }
  const parts = { query: Object.fromEntries(url.searchParams), body, last: lastPart(url.pathname) };
  const run = async (): Promise<WireAnswer> =>
    answer(route, restaurant, askerOf(request, url), parts, groups);
  const fault = takePlanned(restaurant.switches.faults, route.call);
  if (fault) await answerWithFault(fault, run, wait, response);
  else send(response, await run());
}

async function answer(
  route: Route,
  restaurant: PlainRestaurant,
  asker: Asker,
  parts: RequestParts,
  groups: GroupService | undefined,
): Promise<WireAnswer> {
  if (parts.body === unreadable) {
    return badAnswer(restaurant.switches, refusal(400, 'The body is no JSON'));
  }
  if (route.call === 'negotiate' && !groups) {
    return badAnswer(restaurant.switches, refusal(503, 'No real-time service'));
  }
  return route.run(restaurant, asker, parts, groups?.accessUrl ?? (() => Promise.resolve('')));
}

async function answerWithFault(
  fault: Fault,
  run: () => Promise<WireAnswer>,
  wait: (ms: number) => Promise<void>,
  response: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
    case 'answerLost':
      await run();
      response.destroy();
      return;
    case 'processedLate':
      response.destroy();
      await wait(fault.afterMs);
      await run();
      return;
    case 'heldBack':
      await wait(fault.byMs);
      send(response, await run());
      return;
    case 'answerDelayed': {
      const late = await run();
      await wait(fault.byMs);
      send(response, late);
      return;
    }
    case 'connectionCut':
      response.destroy();
      return;
    case 'html500':
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end('<html><body><h1>Server Error</h1></body></html>');
      return;
    case 'tooManyRequests':
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': String(fault.retryAfter) });
      response.end('Too many requests');
      return;
    default:
      fault satisfies never;
  }
}

function allowOtherOrigins(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('vary', 'Origin');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS');
  if (asked) response.setHeader('access-control-allow-headers', asked);
  response.setHeader('access-control-expose-headers', 'Retry-After');
  response.setHeader('access-control-max-age', '600');
}

function askerOf(request: IncomingMessage, url: URL): Asker {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
  return {
    token: header('authorization')?.replace(/^Bearer\s*/i, '') || undefined,
    browserId: header('guest-account-identifier'),
    merchantId: header('merchantid') ?? url.searchParams.get('merchantId') ?? undefined,
    tableId: header('tableid') ?? url.searchParams.get('tableId') ?? undefined,
    address: request.socket.remoteAddress,
  };
}

/** Stands for a body that is no JSON, which differs from having no body. */
const unreadable = Symbol('unreadable');

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return unreadable;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return unreadable;
  }
}

function send(response: ServerResponse, { status, json }: WireAnswer): void {
  // The phone may have given up meanwhile.
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(json);
}

function lastPart(path: string): string {
  const part = path.split('/').findLast((each) => each !== '') ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function startListening(
  server: Server,
  { host = '127.0.0.1', port = 0 }: HttpOptions,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host}:${taken}`;
}

async function stopListening(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

function waitByTimer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
