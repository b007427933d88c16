import type { Config } from '#server/platform/config/config.ts';
import type { Hub } from './hubs.ts';

interface ReachedBy {
  readonly host: string | undefined;
  /** Of a proxy in front: `http` or `https`, the first of a list counts. */
  readonly forwardedProto: string | undefined;
  readonly hasTls: boolean;
  /** The configured public origin; it goes before what the request says. */
  readonly publicUrl: string | undefined;
}

export interface HubAccess {
  readonly config: Pick<Config, 'publicUrl' | 'tls'>;
  /** True when phones reach the hub through this server, so that negotiate rewrites the address' host. */
  readonly hubIsEmbedded: boolean;
}

/** The hub's access address as the asker's browser reaches it. */
export function phoneAddressOf(
  { config, hubIsEmbedded }: HubAccess,
  hub: Pick<Hub, 'publicUrl'>,
  url: string,
  header: (name: string) => string | undefined,
): string {
  const publicUrl = hubIsEmbedded ? config.publicUrl : hub.publicUrl;
  // Azure, or a hub that browsers reach by the name by which this server does.
  if (!hubIsEmbedded && publicUrl === undefined) return url;
  return publicAccessUrl(url, {
    host: header('host'),
    forwardedProto: header('x-forwarded-proto'),
    hasTls: config.tls !== undefined,
    publicUrl,
  });
}

/** Path and query stay; unchanged when nothing says where the browser came from. */
export function publicAccessUrl(
  accessUrl: string,
  { host, forwardedProto, hasTls, publicUrl }: ReachedBy,
): string {
  const proto = forwardedProto?.split(',', 1)[0]!.trim().toLowerCase();
  const isSecure = proto === undefined || proto === '' ? hasTls : proto === 'https';
  const origin = publicUrl ?? (host ? `${isSecure ? 'https' : 'http'}://${host}` : undefined);
  if (origin === undefined || !URL.canParse(origin)) return accessUrl;
  const reached = new URL(origin);
  const { pathname, search } = new URL(accessUrl);
  return `${reached.protocol === 'https:' ? 'wss' : 'ws'}://${reached.host}${pathname}${search}`;
}
