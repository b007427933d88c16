/**
 * CA1 to CA24: a merchant's server of the contract, and nothing beside: it knows no events, no table
 * session, no placement ids. Everything is in memory. The phone must get along with it (P1–P3).
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WebPubSubServiceClient } from '@azure/web-pubsub';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import { codes } from '#contract/codes.ts';
import { failure, success, type Envelope } from '#contract/envelope.ts';
import { servePhoneApp } from '#server/http/phone/phone-app.ts';
import { startHubServer, type HubServer } from '#server/hub/hub-server.ts';
import { askOf, Refusal } from './ask.ts';
import type { Calls, Handler } from './calls.ts';
import { cartCalls } from './cart-calls.ts';
import { installKnobs, losesAnswer, type Knobs } from './knobs.ts';
import { memberCalls } from './member-calls.ts';
import { merchantCalls } from './merchant-calls.ts';
import { orderCalls } from './order-calls.ts';
import { State } from './state.ts';
import { tableCalls } from './table-calls.ts';

export interface PlainServerOptions {
  /** Default 0: any free one. */
  readonly port?: number;
  /** The built phone; default `dist`. */
  readonly appDir?: string;
}

export interface PlainServer {
  readonly url: string;
  readonly knobs: Knobs;
  close(): Promise<void>;
}

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Starts the server and its hub. Rejects when the port is taken. */
export async function startPlainServer({
  port = 0,
  appDir = fromRoot('dist'),
}: PlainServerOptions = {}): Promise<PlainServer> {
  const state = new State();
  const hub = await startHubServer({ accessKey: randomBytes(32).toString('base64url') });
  const hubClient = new WebPubSubServiceClient(hub.connectionString, 'tables', {
    allowInsecureConnection: true,
  });
  const app = Fastify({ forceCloseConnections: true });
  const sockets = new Set<Duplex>();
  const knobs = installKnobs(app, () => sockets.forEach((socket) => socket.destroy()));
  answerCalls(app, state, knobs, {
    ...merchantCalls(),
    ...memberCalls(state),
    ...tableCalls(state, hubClient),
    ...cartCalls(state),
    ...orderCalls(state),
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get<{ Querystring: { recipient?: string } }>('/demo/inbox.json', ({ query }) =>
    state.inbox.filter(({ recipient }) => recipient === query.recipient),
  );
  await servePhoneApp(app, {
    appDir,
    picturesDirs: [fromRoot('demo/pictures')],
    site: { origin: undefined, redirects: {}, allowedOrigins: [] },
  });
  passUpgrades(app, hub, sockets, knobs);
  await app.listen({ port, host: '0.0.0.0' });

  return {
    url: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    knobs,
    async close() {
      await hub.close();
      await app.close();
    },
  };
}

function answerCalls(app: FastifyInstance, { users }: State, knobs: Knobs, calls: Calls): void {
  const envelopeOf = async (request: FastifyRequest, handler: Handler): Promise<Envelope<unknown>> => {
    try {
      return success(await handler(askOf(request, users)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failure(error.code, error.message);
    }
  };
  for (const [name, handler] of Object.entries(calls)) {
    const [method = '', url = ''] = name.split(' ');
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const envelope = await envelopeOf(request, handler);
        if (losesAnswer(knobs, request, reply)) return reply;
        if (envelope.code === codes.unauthorized) void reply.code(codes.unauthorized);
        // Writes ids of 17 digits as the numbers that they are.
        return reply.type('application/json; charset=utf-8').send(stringify(envelope));
      },
    });
  }
}

/** Phones reach the hub at this server's own address. */
function passUpgrades(app: FastifyInstance, { hub }: HubServer, sockets: Set<Duplex>, knobs: Knobs): void {
  app.server.on('upgrade', (request, socket, head) => {
    if (knobs.groupOffline || !hub.handleUpgrade(request, socket, head)) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}
