import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { readBaseHost } from './hosts.ts';

export interface SecurityOptions {
  readonly tls: boolean;
  /** Other origins that pages connect to: those of the hubs and of this server's public URL. */
  readonly connectTo: readonly string[];
}

/** How long a browser may use only HTTPS after its first visit over HTTPS, in seconds: half a year. */
const httpsSeconds = 15_552_000;

/**
 * Adds strict security headers to every answer. Without TLS no header may force HTTPS, because phones in the local
 * network use plain HTTP. `unsafe-inline` for styles is for styled-components, `wasm-unsafe-eval` for the QR reader.
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
          (request: IncomingMessage) => listOwnSources(request.headers.host, tls),
          ...new Set(connectTo.flatMap(listHttpAndWs)),
        ],
        ...(tls && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: false,
    // Without TLS these two have no effect, and browsers warn about them.
    crossOriginOpenerPolicy: tls && { policy: 'same-origin' },
    originAgentCluster: tls,
    crossOriginEmbedderPolicy: false,
    // Pages under a merchant's host name load pictures from the shared one.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  cacheHeaders(app);
  // `protocol` is also `https` behind a trusted proxy that ends TLS.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https')
      void reply.header('Strict-Transport-Security', `max-age=${httpsSeconds}`);
  });
}

/** The size of the cache. A server has few host names; more come only from callers who invent them. */
const maxHosts = 100;

/** Builds the headers once for each host, because they depend on nothing else. */
function cacheHeaders(app: FastifyInstance): void {
  const byHost = new Map<string | undefined, readonly (readonly [string, string])[]>();
  app.addHook('onRequest', async (request, { raw, helmet: secure }) => {
    const host = readBaseHost(request.headers.host);
    const known = byHost.get(host);
    if (known) {
      for (const [name, value] of known) raw.setHeader(name, value);
      return;
    }
    const before = new Set(raw.getHeaderNames());
    secure();
    const added = raw.getHeaderNames().filter((name) => !before.has(name));
    if (byHost.size < maxHosts)
      byHost.set(
        host,
        added.map((name) => [name, String(raw.getHeader(name))]),
      );
  });
}

/** Lists this server's host names for HTTP and WebSocket. Older browsers apply 'self' to HTTP only. */
function listOwnSources(host: string | undefined, tls: boolean): string {
  const base = readBaseHost(host);
  if (base === undefined) return "'self'";
  const [http, ws] = tls ? ['https', 'wss'] : ['http', 'ws'];
  const names = /^[a-z]/.test(base) ? [base, `*.${base}`] : [base];
  return names.flatMap((name) => [`${http}://${name}`, `${ws}://${name}`]).join(' ');
}

function listHttpAndWs(endpoint: string): string[] {
  const { protocol, host } = new URL(endpoint);
  return [`${protocol}//${host}`, `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`];
}
