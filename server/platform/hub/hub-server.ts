/** The hub on an http server of its own, for the server SDK's REST calls (and for clients that may reach it). */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createHub, type HubOptions } from './hub.ts';
import { assertKeyLength } from './tokens.ts';

export interface HubServerOptions extends Omit<HubOptions, 'endpoint'> {
  /** Default 127.0.0.1: the public way in is the main server's `upgrade` event. */
  readonly host?: string;
  /** Host in the endpoint, default `host`: an address that means "everywhere" is none. */
  readonly name?: string;
  readonly port?: number;
  /** Path of the endpoint, default `/rt`; '' for none. */
  readonly path?: string;
  /** How the callers name this hub, where that is not the address that it listens on; its path counts. */
  readonly endpoint?: string;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Requests that are not the hub's; default 404. */
  readonly answerOthers?: RequestListener;
}

export type HubServer = Awaited<ReturnType<typeof startHubServer>>;

/** A REST call that takes longer is cut. */
const requestTimeoutMs = 30_000;

/** Rejects when the port is taken, or when the key is too short or cannot stand in a connection string. */
export async function startHubServer(options: HubServerOptions) {
  const { host = '127.0.0.1', port = 0, path = '/rt', tls, ...hubOptions } = options;
  const { name = host } = options;
  const answerOthers: RequestListener =
    options.answerOthers ?? ((_request, response) => void response.writeHead(404).end());
  if (options.accessKey.includes(';')) throw new RangeError('accessKey must not contain ";"');
  assertKeyLength(options.accessKey);
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs };
  const server = tls ? createHttpsServer({ ...timeouts, ...tls }) : createServer(timeouts);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: boundPort } = server.address() as AddressInfo;
  const listensOn = `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${boundPort}${path}`;
  const endpoint = (options.endpoint ?? listensOn).replace(/\/+$/, '');
  const hub = createHub({ ...hubOptions, endpoint });
  server.on('request', (request, response) => {
    if (!hub.handleRequest(request, response)) answerOthers(request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    if (!hub.handleUpgrade(request, socket, head)) socket.destroy();
  });
  return {
    hub,
    /** Base URL of every call, without a slash at the end. */
    endpoint,
    /** For `new WebPubSubServiceClient(connectionString, hub, { allowInsecureConnection: true })`. */
    connectionString: `Endpoint=${endpoint};AccessKey=${options.accessKey};Version=1.0;`,
    port: boundPort,
    close: async (): Promise<void> => {
      await hub.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
