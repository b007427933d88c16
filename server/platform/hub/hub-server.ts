/**
 * The hub with its own HTTP server. The table server calls its REST API through the server SDK, exactly as it would call
 * Azure. Phones reach the embedded hub through the table server's port instead.
 */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createHub, type HubOptions } from './hub.ts';
import { assertKeyLength } from './tokens.ts';

export interface HubServerOptions extends Omit<HubOptions, 'endpoint'> {
  /** The address to listen on. Default 127.0.0.1, because phones come through the table server. */
  readonly host?: string;
  /** The host name in the endpoint, default `host`. Needed for 0.0.0.0, which nobody can connect to. */
  readonly name?: string;
  readonly port?: number;
  /** The path of the endpoint, default `/rt`; may be empty. */
  readonly path?: string;
  /** The URL that callers use, if it differs from the address to listen on, e.g. behind a proxy. Replaces `path`. */
  readonly endpoint?: string;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Answers requests that are not for the hub. Default: 404. */
  readonly answerOthers?: RequestListener;
}

export type HubServer = Awaited<ReturnType<typeof startHubServer>>;

/** The timeout of a REST call, in ms. */
const requestTimeoutMs = 30_000;

/** Rejects if the port is in use, or if the key is too short or contains a semicolon. */
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
    /** The base URL of every call, without a slash at its end. */
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
