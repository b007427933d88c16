import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebPubSubServiceClient } from '@azure/web-pubsub';
import { findCall } from './core/calls.ts';
import { parseWire } from './core/wire.ts';
import { planWait, consumeFault } from './core/faults.ts';
import {
  ForeignRestaurant,
  type KnownPerson,
  type Menu,
  type Request,
  type Settings,
  type Table,
} from './restaurant.ts';
import type { Switches } from './switches.ts';

/** Serves a restaurant over HTTP. Delays and faults happen here, because the core has no clock. */

const hub = 'scanorder';
const largestBody = 1_000_000;

export interface ListenOptions {
  port: number;
  host?: string;
  webPubSubConnectionString?: string;
  menus?: Menu[];
  tables?: Table[];
  people?: KnownPerson[];
  settings?: Partial<Settings>;
  switches?: Partial<Switches>;
  now?: () => number;
  random?: () => number;
}
export interface Handler {
  restaurant: ForeignRestaurant;
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}
export interface Listening extends Handler {
  address: string;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Reads a body. Returns undefined if it is too large. The rest of such a body is read and discarded. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= largestBody) parts.push(part);
  }
  return size > largestBody ? undefined : Buffer.concat(parts).toString('utf8');
}

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseWire(text);
  } catch {
    return text;
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toRequest(req: IncomingMessage, text: string): Request {
  const [path = '/', search = ''] = (req.url ?? '/').split('?', 2);
  const query: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  const headers: Record<string, string> = { 'x-forwarded-for': req.socket.remoteAddress ?? '' };
  for (const [name, value] of Object.entries(req.headers))
    headers[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
  return { method: req.method ?? 'GET', path: decodePart(path), query, headers, body: parseBody(text) };
}

function allowOrigins(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin ?? '*');
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, OPTIONS');
  res.setHeader('Access-Control-Allow-Headers', req.headers['access-control-request-headers'] ?? '*');
  res.setHeader('Access-Control-Max-Age', '600');
}

function send(res: ServerResponse, status: number, contentType: string, text: string): void {
  if (res.destroyed || res.writableEnded) return;
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text);
}

async function createAccessUrl(
  service: WebPubSubServiceClient,
  switches: Switches,
  group: string,
  userId: string,
): Promise<string> {
  const all = switches.negotiateRight === 'all';
  const roles = all
    ? ['webpubsub.joinLeaveGroup', 'webpubsub.sendToGroup']
    : [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`];
  const token = await service.getClientAccessToken({
    userId,
    roles,
    ...(switches.negotiateRight === 'joined' ? { groups: [group] } : {}),
    expirationTimeInMinutes: 60,
  });
  return token.url;
}

function createRestaurant(
  options: Omit<ListenOptions, 'port'>,
  service: WebPubSubServiceClient | undefined,
): ForeignRestaurant {
  const { menus, tables, people, settings, switches } = options;
  return new ForeignRestaurant({
    now: options.now ?? Date.now,
    drawRandom: options.random ?? Math.random,
    // A failure may be ignored, because a phone that misses a message reads the cart later.
    tell: (group, message) =>
      void publishTo(service, group, message).catch((error: unknown) =>
        console.error('A message was not published:', error),
      ),
    ...(menus && { menus }),
    ...(tables && { tables }),
    ...(people && { people }),
    ...(settings && { settings }),
    ...(switches && { switches }),
  });
}

async function publishTo(
  service: WebPubSubServiceClient | undefined,
  group: string,
  message: unknown,
): Promise<void> {
  if (service === undefined) return;
  const target = service.group(group);
  if (typeof message === 'string') await target.sendToAll(message, { contentType: 'text/plain' });
  else await target.sendToAll(message as object);
}

/** Creates a restaurant and a request handler that any HTTP server can mount. */
export function createHandler(options: Omit<ListenOptions, 'port' | 'host'>): Handler {
  const { webPubSubConnectionString: connection } = options;
  const service =
    connection === undefined
      ? undefined
      : new WebPubSubServiceClient(connection, hub, { allowInsecureConnection: true });
  const restaurant = createRestaurant(options, service);
  const { switches } = restaurant;
  const knownPosters = new Set<string>();

  const handleRequest = async (request: Request) => {
    const wanted = service && restaurant.negotiationOf(request);
    return restaurant.answer(
      wanted && service
        ? { ...request, accessUrl: await createAccessUrl(service, switches, wanted.group, wanted.userId) }
        : request,
    );
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    allowOrigins(req, res);
    if (req.method === 'OPTIONS') return send(res, 204, 'text/plain', '');
    const text = await readBody(req);
    if (text === undefined)
      return send(
        res,
        413,
        'application/json',
        '{"success":false,"code":400,"msg":"The body is too large.","data":null}',
      );
    const request = toRequest(req, text);
    const call = findCall(request.method, request.path)?.call;
    const fault = consumeFault(switches, call?.name ?? 'unknown', 'onTheWay');
    if (fault?.kind === 'html500')
      return send(res, 500, 'text/html', '<html><body><h1>500 Internal Server Error</h1></body></html>');
    if (fault?.kind === '429') {
      res.setHeader('Retry-After', String(fault.amount));
      return send(res, 429, 'text/plain', 'Too many requests');
    }
    if (fault?.kind === 'cut' || fault?.kind === 'processedLate') req.socket.destroy();
    if (fault?.kind === 'cut') return;
    const sender = request.headers.authorization ?? request.headers['guest-account-identifier'] ?? '';
    const isFirstPost =
      call !== undefined && call.isCart && call.method === 'POST' && !knownPosters.has(sender);
    if (isFirstPost) knownPosters.add(sender);
    const wait = planWait(switches, call, isFirstPost);
    await pause(
      wait.before + (fault?.kind === 'heldBack' || fault?.kind === 'processedLate' ? fault.amount : 0),
    );
    const answer = await handleRequest(request);
    if (fault?.kind === 'lost') return void req.socket.destroy();
    await pause(wait.after + (fault?.kind === 'delayed' ? fault.amount : 0));
    send(res, answer.status, answer.contentType, answer.text);
  };

  return {
    restaurant,
    handle: (req, res) => serve(req, res).catch(() => send(res, 500, 'text/plain', 'error')),
  };
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const handler = createHandler(options);
  const server = createServer((req, res) => void handler.handle(req, res));
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve),
  );
  const { address, port } = server.address() as AddressInfo;
  return {
    ...handler,
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
