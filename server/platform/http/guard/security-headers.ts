import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { baseHost } from './hosts.ts';

export interface SecurityOptions {
  readonly tls: boolean;
  /** Other origins that phones connect to: the real-time service's, this server's public one. */
  readonly connectTo: readonly string[];
}

/** How long a browser that came over HTTPS takes nothing else, seconds: half a year. */
const httpsSeconds = 15_552_000;

/**
 * Strict headers on every answer. Without TLS nothing may ask the browser for HTTPS: on the local network phones come
 * over plain HTTP (D24). Styles are 'unsafe-inline' for styled-components, 'wasm-unsafe-eval' is for the QR reader.
 */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  const { tls, connectTo } = options;
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        connectSrc: [
          "'self'",
          (request: IncomingMessage) => ownSources(request.headers.host, tls),
          ...new Set(connectTo.flatMap(httpAndWs)),
        ],
        ...(tls && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: false,
    // These two mean nothing, and warn, on an origin without TLS.
    crossOriginOpenerPolicy: tls && { policy: 'same-origin' },
    originAgentCluster: tls,
    crossOriginEmbedderPolicy: false,
    // A merchant's own host name shows the pictures of the shared one.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  rememberHeaders(app);
  // Also behind a proxy that is trusted and speaks HTTPS to the browser.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https')
      void reply.header('Strict-Transport-Security', `max-age=${httpsSeconds}`);
  });
}

/** Names under which a server is reached; whoever makes some up has them worked out each time. */
const mostHosts = 100;

/** The headers depend on nothing but the host that was asked for: they are put together once for each. */
function rememberHeaders(app: FastifyInstance): void {
  const byHost = new Map<string | undefined, readonly (readonly [string, string])[]>();
  app.addHook('onRequest', async (request, { raw, helmet: secure }) => {
    const host = baseHost(request.headers.host);
    const known = byHost.get(host);
    if (known) {
      for (const [name, value] of known) raw.setHeader(name, value);
      return;
    }
    const before = new Set(raw.getHeaderNames());
    secure();
    const added = raw.getHeaderNames().filter((name) => !before.has(name));
    if (byHost.size < mostHosts)
      byHost.set(
        host,
        added.map((name) => [name, String(raw.getHeader(name))]),
      );
  });
}

/** This server under its names, HTTP and WebSocket: older browsers take 'self' for HTTP alone. */
function ownSources(host: string | undefined, tls: boolean): string {
  const base = baseHost(host);
  if (base === undefined) return "'self'";
  const [http, ws] = tls ? ['https', 'wss'] : ['http', 'ws'];
  const names = /^[a-z]/.test(base) ? [base, `*.${base}`] : [base];
  return names.flatMap((name) => [`${http}://${name}`, `${ws}://${name}`]).join(' ');
}

function httpAndWs(endpoint: string): string[] {
  const { protocol, host } = new URL(endpoint);
  return [`${protocol}//${host}`, `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`];
}
